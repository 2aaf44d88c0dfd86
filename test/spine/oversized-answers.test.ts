import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { ask, expectOpenJobs, submissionsOf } from '../world/asking.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';

test('a task whose answer is more than is read keeps no other from its pictures', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  service.setDurations('artgen', { minMs: 1_000, maxMs: 1_000 });
  service.planTasks({ durationMs: 500, failReason: 'x'.repeat(9_000_000) });
  await ask(world, 'the endless one');
  const others = [await ask(world, 'a fox'), await ask(world, 'a hare')];
  for (const id of others) await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 1);
});

test('a task whose answer is more than is read is given up at last, and offered once more', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 100, failReason: 'x'.repeat(9_000_000) });
  const id = await ask(world, 'the endless one', { options: { timeout: 300 } });
  await service.until(() => service.calls.some(({ operation }) => operation === 'artgen.job-status'), {
    what: 'a poll',
    timeoutMs: 20_000,
  });
  clock.advance(7 * 3_600_000);
  await expectText(discord, id, ENGLISH.card.timedOut[0]);
  expect(submissionsOf(world, 'the endless one')).toHaveLength(1);
});
