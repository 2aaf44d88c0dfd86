import { expect, test } from 'vitest';
import { startProgramWorld } from '../world/program-world.ts';
import { ask, pollsOf, submissionsOf } from '../world/asking.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/language.ts';

test('SIGTERM with work in flight ends the process well in time, and the next one carries on', async () => {
  const world = await startProgramWorld({ env: { ACCOUNT_REQUESTS_PER_SECOND: '2' } });
  const { discord, service } = world;
  const easel = await world.start();
  service.planTasks({ durationMs: 1_500 }, 2);
  const ids = [await ask(world, 'first'), await ask(world, 'second'), await ask(world, 'third')];
  ids.push(await ask(world, 'fourth', { command: 'gen' }));
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  const exit = await easel.end('SIGTERM');
  expect(exit).toMatchObject({ code: 0, signal: null });
  await world.start();
  for (const id of ids.slice(0, 3)) await expectPictures(discord, id, 4);
  await expectPictures(discord, ids[3] ?? '', 1);
  expect(service.submissions).toHaveLength(4);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s waits for the answer to a submission that has left',
  async (signal) => {
    const world = await startProgramWorld();
    const { discord, service } = world;
    const easel = await world.start();
    service.faults.order({ kind: 'slow', milliseconds: 1_500, moment: 'after', operation: 'artgen.submit' });
    const id = await ask(world, 'slow to be taken');
    await service.until(() => service.tasks.length === 1, { what: 'a task' });
    const exit = await easel.end(signal);
    expect(exit).toMatchObject({ code: 0, signal: null });
    await world.start();
    await expectPictures(discord, id, 4);
    expect(submissionsOf(world, 'slow to be taken')).toHaveLength(1);
  },
);

test('a submission that is not even answered after SIGTERM is unknown, and still the process ends in time', async () => {
  const world = await startProgramWorld();
  const { discord, service } = world;
  const easel = await world.start();
  const held = service.faults.order({ kind: 'hang', moment: 'before', operation: 'artgen.submit' });
  const id = await ask(world, 'never answered');
  await service.until(() => held.waiting === 1, { what: 'a submission' });
  const exit = await easel.end('SIGTERM');
  expect(exit).toMatchObject({ code: 0, signal: null });
  await world.start();
  await expectText(discord, id, ENGLISH.card.unknown.title);
  expect(submissionsOf(world, 'never answered')).toHaveLength(1);
});

test('SIGTERM while Discord hangs ends the process in time, and the result is delivered by the next one', async () => {
  const world = await startProgramWorld();
  const { discord } = world;
  const easel = await world.start();
  const held = discord.faults.hang({ method: 'PATCH', times: Infinity });
  const id = await ask(world, 'stuck at the door');
  await expect.poll(() => held.waiting).toBeGreaterThan(0);
  const exit = await easel.end('SIGTERM');
  expect(exit).toMatchObject({ code: 0, signal: null });
  discord.faults.clear();
  await world.start();
  await expectPictures(discord, id, 4);
});
