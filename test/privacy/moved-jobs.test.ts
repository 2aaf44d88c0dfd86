import { expect, test } from 'vitest';
import { systemClock, type Clock } from '../../src/lib/clock.ts';
import { jobSchema, type EndedJob } from '../../src/services/jobs/job.ts';
import type { PersonalJobs } from '../../src/services/jobs/personal-jobs.ts';
import { StoreError } from '../../src/services/storage/store.ts';
import { occupy } from '../storage/sqlite-tool.ts';
import { close, startBooks } from '../world/books.ts';
import { closedJobs, refusedJobs, storeClosed } from '../world/closed-jobs.ts';
import { HandClock } from '../world/hand-clock.ts';
import { DAY_MS } from '../world/durations.ts';
import { ACCEPTED } from '../world/job.ts';

const RETENTION_MS = 2_000;

const JOB: EndedJob = {
  ...ACCEPTED,
  target: { ...ACCEPTED.target, guildId: '2', messageId: '4', ephemeral: true },
  submittedAt: 1,
  endedAt: 2,
  delivery: 'due',
  state: 'failed',
  failure: { kind: 'unreachable' },
};

const idsOf = async (personal: PersonalJobs, personId: string): Promise<string[]> => {
  const ids: string[] = [];
  for await (const job of personal.of(personId)) ids.push(jobSchema.parse(job).id);
  return ids;
};

const openForTest = async (clock: Clock = systemClock) => {
  const books = await startBooks({ clock, retentionMs: RETENTION_MS });
  const erase = async (personId: string): Promise<void> => {
    await books.personal.beginErasing(personId);
    await books.history.forgetPerson(personId);
    await books.personal.erase(personId);
  };
  return { ...books, erase };
};

test('a job whose card was published later is found for as long as it is kept', async () => {
  const clock = new HandClock();
  const { stores, open, deletions, resume, personal, erase } = await openForTest(clock);
  await resume(JOB);
  await open.change(JOB.id, close);
  clock.advance(0.65 * RETENTION_MS);
  const target = { ...JOB.target, messageId: '5', ephemeral: false };
  await deletions.recordCard(JOB.id, target);
  clock.advance(0.65 * RETENTION_MS);
  expect(await stores.jobs.get(JOB.id)).toBeDefined();
  expect((await open.findByMessage('5'))?.id).toBe(JOB.id);
  expect(await idsOf(personal, JOB.personId)).toEqual([JOB.id]);
  await erase(JOB.personId);
  expect(await stores.jobs.get(JOB.id)).toBeUndefined();
});

test('a card that was brought elsewhere is found by both messages', async () => {
  const { open, resume } = await openForTest();
  await resume(JOB);
  await open.retarget(JOB.id, (target) => ({ ...target, messageId: '5' }));
  for (const messageId of ['4', '5']) expect((await open.findByMessage(messageId))?.id).toBe(JOB.id);
  await open.change(JOB.id, close);
  for (const messageId of ['4', '5']) expect((await open.findByMessage(messageId))?.id).toBe(JOB.id);
});

test('of a job that is closed while its person deletes their data nothing is kept after the hourly pass', async () => {
  const { stores, open, resume, erase, personal } = await openForTest();
  for (let head = 0; head < 12; head += 1) {
    const personId = `9${head}`;
    await resume({ ...JOB, id: `0${head}`, personId, target: { ...JOB.target, messageId: `5${head}` } });
    // One of them is a few steps ahead.
    const [first, second] = head % 2 === 0 ? (['close', 'erase'] as const) : (['erase', 'close'] as const);
    const start = { close: () => open.change(`0${head}`, close), erase: () => erase(personId) };
    const leading = start[first]();
    for (let step = 0; step < head * 3; step += 1) await Promise.resolve();
    await Promise.all([leading, start[second]()]);
  }
  await personal.eraseLeftovers();
  for (const store of [stores.open, stores.jobs, stores.messages, stores.jobsByPerson, stores.history])
    expect(await store.entries()).toEqual([]);
});

test('a job that was under way when its person deleted their data is counted, and not listed', async () => {
  const { stores, open, resume, erase, usage } = await openForTest();
  const timedOut: EndedJob = {
    ...ACCEPTED,
    ...JOB,
    state: 'timed-out',
    taskId: '7',
    acceptedAt: Date.now(),
    guildId: '2',
  };
  await resume(timedOut);
  await erase(JOB.personId);
  await open.change(JOB.id, close);
  for (const store of [stores.jobs, stores.jobsByPerson, stores.history, stores.messages])
    expect(await store.entries()).toEqual([]);
  expect((await usage.countIn('day', { id: '2', guildId: '2' }, JOB.personId)).byPerson).toBe(1);
});

test("a job is kept as before when its person's data could not be deleted", async () => {
  const { folder, stores, open, resume, personal, erase } = await openForTest();
  await resume(JOB);
  const release = await occupy({ folder });
  await expect(erase(JOB.personId)).rejects.toThrow(StoreError);
  await release();
  await open.change(JOB.id, close);
  expect(await stores.jobs.get(JOB.id)).toBeDefined();
  expect(await idsOf(personal, JOB.personId)).toEqual([JOB.id]);
});

test.each([
  { what: '2,000 closed jobs', stored: closedJobs('1', 2_010), kept: 2_000, last: { taskId: '7' } },
  { what: '100 that the service never took', stored: refusedJobs('1', 110), kept: 100, last: {} },
])('of a person the last $what are kept, whatever there was before', async ({ stored, kept, last }) => {
  const { storage, stores, open, resume, personal } = await openForTest(new HandClock());
  const [others] = closedJobs('2', 1);
  await storeClosed(storage, [...stored, others!], DAY_MS);
  await resume({ ...JOB, ...last });
  await open.change(JOB.id, close);
  const left = [...stored.slice(1 - kept).map(({ id }) => id), JOB.id];
  expect(await idsOf(personal, '1')).toEqual(left);
  expect(await stores.jobs.keys()).toEqual([...left, others!.id].sort());
  // What leads to a card of one that has gone is kept, as after its time.
  expect(await stores.messages.get(`m${stored[0]!.id}`)).toBe(stored[0]!.id);
});

test('what was refused drops nothing that the service took', async () => {
  const { storage, open, resume, personal } = await openForTest(new HandClock());
  await storeClosed(storage, closedJobs('1', 150), DAY_MS);
  await resume(JOB);
  await open.change(JOB.id, close);
  expect(await idsOf(personal, '1')).toHaveLength(151);
});

test('more jobs of a person than a page holds are all deleted', async () => {
  const { storage, stores, personal, erase } = await openForTest(new HandClock());
  await storeClosed(storage, [...closedJobs('1', 130), ...closedJobs('2', 1)], DAY_MS);
  await erase('1');
  expect(await idsOf(personal, '1')).toEqual([]);
  for (const store of [stores.jobs, stores.jobsByPerson, stores.messages, stores.tasks])
    expect(await store.keys()).toHaveLength(1);
});
