import { expect, test } from 'vitest';
import type { EndedJob } from '../../src/services/jobs/job.ts';
import { OpenJobs } from '../../src/services/jobs/open-jobs.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { History, type HistoryRow } from '../../src/services/people/history.ts';
import { StorageWriteError, type Store } from '../../src/services/storage/store.ts';
import { DAY_MS } from '../world/durations.ts';
import { ACCEPTED } from '../world/job.ts';
import { openOwnStores } from '../world/stores.ts';

const JOB: EndedJob = {
  ...ACCEPTED,
  submission: { family: 'gen', body: { prompt: 'a lighthouse' } },
  guildId: '2',
  target: { ...ACCEPTED.target, guildId: '2' },
  endedAt: 2,
  delivery: 'due',
  state: 'stopped',
};

/** A history whose store takes nothing until it is said to be back. */
const openHistory = async () => {
  const { stores } = await openOwnStores();
  let isAway = true;
  const store: Store<HistoryRow> = {
    ...stores.history,
    get: (key) => stores.history.get(key),
    getMany: (keys) => stores.history.getMany(keys),
    entries: () => stores.history.entries(),
    keys: () => stores.history.keys(),
    delete: (key) => stores.history.delete(key),
    update: async (key, change, lifetimeMs) => {
      if (isAway) throw new StorageWriteError('history');
      return stores.history.update(key, change, lifetimeMs);
    },
  };
  const { erasures } = new OpenJobs(stores, DAY_MS);
  const history = new History({ store, erasures, retentionMs: DAY_MS, log: createLog({ level: 'silent' }) });
  const comeBack = () => (isAway = false);
  return { history, comeBack, written: () => stores.history.entries() };
};

for (const event of ['accepted', 'resumed'] as const)
  test(`a job that was ${event} while the store took nothing gets its place in the history before it is closed`, async () => {
    const { history, comeBack, written } = await openHistory();
    if (event === 'accepted') history.observer.accepted?.(JOB);
    else history.observer.takenUp?.([JOB]);
    expect(await history.placesOf('1')).toEqual({});
    expect(await history.jobIds({ personId: '1', guildId: '2' })).toEqual(['01']);
    await expect(history.observer.closing?.(JOB)).rejects.toThrow(StorageWriteError);
    expect(await written()).toEqual([]);
    comeBack();
    await history.observer.closing?.(JOB);
    expect(await written()).toEqual([['1 2', [{ jobId: '01', family: 'gen' }]]]);
  });

test('a job that was withdrawn or deleted while the store took nothing does not return with the next one', async () => {
  const { history, comeBack, written } = await openHistory();
  const { accepted, withdrawn, closing } = history.observer;
  const jobs = ['01', '02', '03'].map((id) => ({ ...JOB, id }));
  const [first, second, third] = jobs as [EndedJob, EndedJob, EndedJob];
  accepted?.(first);
  await history.forgetPerson('1');
  accepted?.(second);
  accepted?.(third);
  await expect(closing?.(third)).rejects.toThrow(StorageWriteError);
  withdrawn?.(second);
  comeBack();
  for (const job of [first, third, third]) await closing?.(job);
  expect(await written()).toEqual([['1 2', [{ jobId: '03', family: 'gen' }]]]);
});
