import { test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { ask, expectOpenJobs } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';

test('a task whose answer is more than is read keeps no other from its pictures', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  service.setDurations('artgen', { minMs: 1_000, maxMs: 1_000 });
  service.planTasks({ durationMs: 500, failReason: 'x'.repeat(9_000_000) });
  await ask(world, 'the endless one');
  const others = [await ask(world, 'a fox'), await ask(world, 'a hare')];
  for (const id of others) await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 1);
});
