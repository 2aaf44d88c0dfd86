import { expect, test, vi } from 'vitest';
import { Estimates, parseDurations } from '../../src/services/jobs/estimates.ts';
import { makeFolder, openForTest } from '../storage/storages.ts';

const SUBMISSION = { family: 'artgen', body: { prompt: 'a lighthouse' } } as const;

test('durations that are learned at one moment are written together, and none is lost', async () => {
  const storage = await openForTest(`sqlite://${await makeFolder()}/easel.sqlite`);
  const store = storage.open('estimates', parseDurations);
  const update = vi.spyOn(store, 'update');
  const estimates = new Estimates(store);
  const durations = Array.from({ length: 20 }, (_, index) => 1_000 + index);
  await Promise.all(durations.map((duration) => estimates.learn(SUBMISSION, duration)));
  expect(update).toHaveBeenCalledTimes(1);
  expect(await store.entries()).toEqual([['artgen fast', durations]]);
  await estimates.learn(SUBMISSION, 2_000);
  expect(await store.entries()).toEqual([['artgen fast', [...durations, 2_000]]]);
  expect(estimates.usual(SUBMISSION)?.fastestMs).toBe(1_000);
});
