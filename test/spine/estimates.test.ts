import { expect, test } from 'vitest';
import { Estimates } from '../../src/services/jobs/estimates.ts';
import { openOwnStores } from '../world/stores.ts';

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
