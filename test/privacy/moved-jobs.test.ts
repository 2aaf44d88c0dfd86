import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OpenJobs } from '../../src/services/jobs/open-jobs.ts';
import { PersonalJobs } from '../../src/services/jobs/personal-jobs.ts';
import type { EndedJob } from '../../src/services/jobs/job.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { History, type HistoryRow } from '../../src/services/people/history.ts';
import { StorageWriteError, type Store } from '../../src/services/storage/store.ts';
import { occupy } from '../storage/sqlite-tool.ts';
import { ACCEPTED } from '../world/job.ts';
import { openOwnStores } from '../world/stores.ts';

const RETENTION_MS = 2_000;
const WAIT_MS = 1_300;

const JOB: EndedJob = {
  ...ACCEPTED,
  target: { ...ACCEPTED.target, guildId: '2', messageId: '4', ephemeral: true },
  submittedAt: 1,
  endedAt: 2,
  delivery: 'due',
  state: 'failed',
  failure: { kind: 'unreachable' },
};

const openForTest = async () => {
  const { folder, stores } = await openOwnStores();
  const open = new OpenJobs(stores, RETENTION_MS);
  const personal = new PersonalJobs({
    open,
    stores,
    retentionMs: RETENTION_MS,
    delivered: () => Promise.resolve(),
    clock: { now: Date.now },
  });
  const erase = async (personId: string): Promise<void> => {
    await personal.beginErasing(personId);
    await personal.erase(personId);
  };
  return { folder, stores, open, personal, erase };
};

const historyOf = (store: Store<HistoryRow>, { erasures }: OpenJobs): History =>
  new History({ store, erasures, retentionMs: RETENTION_MS, log: createLog({ level: 'silent' }) });

test('a job whose card was published later is found for as long as it is kept', async () => {
  const { stores, open, personal, erase } = await openForTest();
  await open.add(JOB);
  await open.close(JOB.id);
  await sleep(WAIT_MS);
  const target = { ...JOB.target, messageId: '5', ephemeral: false };
  await open.amend(JOB.id, (job) => ({ ...job, target }));
  await sleep(WAIT_MS);
  expect(await stores.jobs.get(JOB.id)).toBeDefined();
  expect(await personal.of(JOB.personId)).toHaveLength(1);
  await erase(JOB.personId);
  expect(await stores.jobs.get(JOB.id)).toBeUndefined();
});

test('the message from which a card was brought elsewhere is forgotten as the job is', async () => {
  const { stores, open } = await openForTest();
  await open.add(JOB);
  await open.retarget(JOB.id, (target) => ({ ...target, messageId: '5' }));
  expect((await open.findByMessage('4'))?.id).toBe(JOB.id);
  await open.close(JOB.id);
  expect((await open.findByMessage('4'))?.id).toBe(JOB.id);
  await sleep(RETENTION_MS + 1);
  expect(await stores.messages.entries()).toEqual([]);
});

test('a job that is closed while its person deletes their data is kept nowhere', async () => {
  const { stores, open, erase } = await openForTest();
  for (let head = 0; head < 12; head += 1) {
    const personId = `9${head}`;
    const job = { ...JOB, id: `0${head}`, personId, target: { ...JOB.target, messageId: `5${head}` } };
    await open.add(job);
    // One of them is a few steps ahead.
    const [first, second] = head % 2 === 0 ? (['close', 'erase'] as const) : (['erase', 'close'] as const);
    const start = { close: () => open.close(job.id), erase: () => erase(personId) };
    const leading = start[first]();
    for (let step = 0; step < head * 3; step += 1) await Promise.resolve();
    await Promise.all([leading, start[second]()]);
  }
  for (const store of [stores.open, stores.jobs, stores.messages, stores.asked])
    expect(await store.entries()).toEqual([]);
});

test("a job is kept as before when its person's data could not be deleted", async () => {
  const { folder, stores, open, personal, erase } = await openForTest();
  await open.add(JOB);
  const release = await occupy({ folder });
  await expect(erase(JOB.personId)).rejects.toThrow(StorageWriteError);
  await release();
  await open.close(JOB.id);
  expect(await stores.jobs.get(JOB.id)).toBeDefined();
  expect(await personal.of(JOB.personId)).toHaveLength(1);
});

test('a request that is withdrawn after its person deleted their data leaves nothing in the history', async () => {
  const { stores, open } = await openForTest();
  const history = historyOf(stores.history, open);
  history.observer.accepted?.(JOB);
  await history.forgetPerson('1');
  history.observer.withdrawn?.(JOB);
  expect(await stores.history.entries()).toEqual([]);
});
