import { expect, test } from 'vitest';
import { ask, expectOpenJobs } from '../world/asking.ts';
import { API_KEY, startWorld, type World } from '../world/world.ts';

const linesOf = (world: World, message: string): unknown[] =>
  world.log.map((line) => JSON.parse(line) as { message: string }).filter((line) => line.message === message);

const PROMPT = 'a fox that nobody else needs to read of';

test('a bill is settled from two lines a request: its submission, and its end', async () => {
  const world = await startWorld();
  await ask(world, PROMPT);
  await expectOpenJobs(world, 0);
  const [task] = world.service.tasks;
  const facts = {
    level: 'info',
    jobId: expect.any(String) as string,
    taskId: task?.taskId,
    guildId: world.discord.world.atelier.guild.id,
    key: API_KEY.slice(-4),
    command: 'imagine',
    mode: 'fast',
    durationMs: expect.any(Number) as number,
  };
  expect(linesOf(world, 'submitted')).toMatchObject([{ ...facts, outcome: 'taken' }]);
  expect(linesOf(world, 'ended')).toMatchObject([{ ...facts, outcome: 'succeeded' }]);
  expect(world.log.join('')).not.toContain(PROMPT);
});

test('a submission that failed is a line, too', async () => {
  const world = await startWorld();
  world.service.setQuota('test', 0);
  await ask(world, PROMPT);
  await expect.poll(() => linesOf(world, 'a submission failed')).toHaveLength(1);
  expect(linesOf(world, 'a submission failed')).toMatchObject([{ command: 'imagine', outcome: 'quota' }]);
});

test('the line of an end names the key also when nothing used it since the start', async () => {
  const world = await startWorld({ isHurried: true });
  const held = world.service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  await ask(world, PROMPT);
  await world.service.until(() => held.waiting === 1, { what: 'a submission' });
  await world.restart();
  expect(linesOf(world, 'ended')).toMatchObject([{ outcome: 'unknown', key: API_KEY.slice(-4) }]);
});
