import { ENGLISH } from '../../src/messages/language.ts';
import { expect, test } from 'vitest';
import { endsSoon } from '../../src/discord/delivery/progress.ts';
import { startWorld, type World } from '../world/world.ts';
import { ask, requestsOf, typeCommand } from '../world/asking.ts';
import { ACCEPTED } from '../world/job.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectPictures, expectText, labelsOf, textOf } from '../world/messages.ts';

const SECOND_MS = 1_000;

/** Three finished jobs teach Easel the usual time, so that the bar has something to show. */
const teach = async ({ discord, service, clock }: World, seconds = 100): Promise<void> => {
  for (const prompt of ['one', 'two', 'three']) {
    service.planTasks({ durationMs: seconds * SECOND_MS });
    const id = await ask({ discord }, prompt);
    await service.until(() => service.tasks.some(({ state }) => state === 'in-progress'), { what: 'a task' });
    for (let step = 0; step < 4; step += 1) {
      clock.advance(((seconds + 1) * SECOND_MS) / 4);
      await typeCommand({ discord }, 'help');
    }
    await expectPictures(discord, id, 4);
  }
};

test('a card is edited at most once in five seconds while it runs, and never after its final edit', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  const person = discord.as(member.id);
  await teach(world);
  service.planTasks({ durationMs: 100 * SECOND_MS });
  const { message } = await person.slash(atelier.channelId, 'imagine', { prompt: 'a long one' });
  const id = message?.id ?? '';
  await service.until(() => service.tasks.some(({ state }) => state === 'in-progress'), {
    what: 'a task',
  });
  for (let elapsed = 0; elapsed < 99; elapsed += 3) {
    clock.advance(3 * SECOND_MS);
    // The next look at the open jobs is over once another answer has come back through the same event loop.
    await person.slash(atelier.channelId, 'help');
  }
  await expectPictures(discord, id, 4);

  const states = discord.historyOf(id);
  const times = states
    .map(({ edited_timestamp: at }) => (at === null ? 0 : Date.parse(at)))
    .filter((at) => at > 0);
  const progress = times.slice(0, -1);
  expect(progress.length).toBeGreaterThan(3);
  const gaps = progress.slice(1).map((at, index) => at - (progress[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5 * SECOND_MS);
  const bars = states.map(({ embeds }) => embeds[0]?.description ?? '').filter((text) => text.includes('▰'));
  expect(bars.at(-1)).toContain(ENGLISH.card.usuallyDone('1\u00A0min 41\u00A0s'));

  clock.advance(60 * SECOND_MS);
  await person.slash(atelier.channelId, 'help');
  expect(discord.historyOf(id)).toHaveLength(states.length);
});

test.each([
  ['is gone', 404, 10_008, /webhooks/],
  ['may not be seen any more', 403, 50_001, /channels/],
] as const)('a card that %s is edited no more until its final edit', async (_what, status, code, route) => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  await teach(world);
  service.planTasks({ durationMs: 100 * SECOND_MS });
  const id = await ask(world, 'a long one');
  await service.until(() => service.tasks.some(({ state }) => state === 'in-progress'), { what: 'a task' });
  if (status === 403) discord.expireAllTokens();
  discord.faults.answer(
    { method: 'PATCH', route, times: Infinity },
    { status, body: { code, message: 'No' } },
  );
  for (let elapsed = 0; elapsed < 90; elapsed += 3) {
    clock.advance(3 * SECOND_MS);
    // The next look at the open jobs is over once another answer has come back through the same event loop.
    await typeCommand(world, 'help');
  }
  expect(requestsOf(discord, 'PATCH', route).filter((request) => request.status === status)).toHaveLength(1);
  discord.faults.clear();
  clock.advance(10 * SECOND_MS);
  await expectPictures(discord, id, 4);
});

test.each([
  [14, false, 'will take long enough for an edit between'],
  [15, true, 'usually ends in a moment'],
  [29, true, 'usually has ended by now'],
  [30, false, 'is late, which its card says'],
])('after %s s a card is left alone until its final edit: %s, since its task %s', (seconds, isLeft) => {
  const job = {
    ...{ ...ACCEPTED, state: 'running' as const, taskId: '1', submittedAt: 0, deadlineAt: 600 * SECOND_MS },
    missed: 0,
  };
  const estimate = { isHint: false, fastestMs: 10_000, usualMs: 20_000, slowMs: 600_000 };
  expect(endsSoon(job, { now: seconds * SECOND_MS, estimate })).toBe(isLeft);
});

test('where tasks usually end in a moment, a card says at once that its request was submitted', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  await teach(world, 2);
  service.planTasks({ durationMs: MINUTE_MS });
  const id = await ask(world, 'a slow one');
  await service.until(() => service.tasks.some(({ state }) => state === 'in-progress'), { what: 'a task' });
  // Later the card would say that it is late.
  for (let elapsed = 0; elapsed < 8; elapsed += 1) {
    clock.advance(SECOND_MS);
    await typeCommand(world, 'help');
  }
  const inProgress = () => [textOf(discord.message(id))].find((text) => text.includes('**In progress**'));
  expect(await discord.until(inProgress, { what: 'an edit' })).not.toContain('longer');
});

test('from the queue to the end each button stays in its place', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 2 * MINUTE_MS });
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const id = await ask(world, 'a fox');
  await expectText(discord, id, 'Submitted');
  held.release();
  clock.advance(6_000);
  await expectText(discord, id, 'In progress');
  clock.advance(2 * MINUTE_MS);
  await expectPictures(discord, id, 4);
  const layouts = discord
    .historyOf(id)
    .flatMap((message) => (message.embeds[0]?.image ? [] : labelsOf(message)));
  expect([...new Set(layouts.map((row) => row.join()))]).toEqual([
    'Mention me: off,DM me: off,Stop',
    'Mention me: off,DM me: off',
  ]);
});
