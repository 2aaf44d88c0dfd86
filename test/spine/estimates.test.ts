import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { Estimates } from '../../src/services/jobs/estimates.ts';
import { ask } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { openOwnStores } from '../world/stores.ts';
import { startWorld } from '../world/world.ts';

/** A write that shares others' commits waits a tenth of a second for one. */
const SOON_MS = 1_500;

test('what many tasks that end together teach is stored soon, and all of it', async () => {
  const { estimates: store } = (await openOwnStores()).stores;
  const estimates = new Estimates(store);
  const begin = performance.now();
  const durations = Array.from({ length: 40 }, (_, index) => 1_000 + index);
  await Promise.all(
    durations.map((ms) => estimates.learn({ family: 'artgen', body: { prompt: 'a fox' } }, ms)),
  );
  expect(performance.now() - begin).toBeLessThan(SOON_MS);
  expect(await store.entries()).toEqual([['artgen fast', durations]]);
});

test('a task that takes seconds is not waited for as long as all tasks before it', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const paint = async (durationMs: number, waitMs: number) => {
    service.planTasks({ durationMs });
    const begun = service.tasks.length;
    const id = await ask(world, 'a lighthouse');
    await service.until(() => service.tasks.length > begun, { what: 'a task', timeoutMs: 20_000 });
    clock.advance(waitMs);
    await expectPictures(discord, id, 4);
  };
  for (let task = 0; task < 3; task += 1) await paint(110_000, 110_000);
  await paint(5_000, 31_000);
}, 40_000);

test('tasks that ended while nobody asked teach nothing: how long they took is not known', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: MINUTE_MS }, 3);
  const ids = [await ask(world, 'one'), await ask(world, 'two'), await ask(world, 'three')];
  await service.until(() => service.tasks.length === 3, { what: 'three tasks', timeoutMs: 20_000 });
  await world.stopEasel();
  clock.advance(8 * MINUTE_MS);
  await world.startEasel();
  for (const id of ids) await expectPictures(discord, id, 4);
  service.planTasks({ durationMs: 9 * MINUTE_MS });
  const id = await ask(world, 'four');
  const { embeds } = await expectText(discord, id, ENGLISH.card.painting(''));
  expect(embeds[0]?.description).not.toContain('▱');
}, 40_000);
