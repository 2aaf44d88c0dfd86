import { expect, test } from 'vitest';
import { Acceptance } from '../../src/services/jobs/acceptance.ts';
import type { WaitingJob } from '../../src/services/jobs/job.ts';
import { OpenJobs } from '../../src/services/jobs/open-jobs.ts';
import { startSubmission } from '../../src/services/jobs/transitions.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { HandClock } from '../world/hand-clock.ts';
import { ACCEPTED } from '../world/job.ts';
import { openOwnStores } from '../world/stores.ts';
const JOB: WaitingJob = { ...ACCEPTED, state: 'waiting' };
const CARD = { ...JOB.target, messageId: '4' };
const start = (job: unknown) => startSubmission(job as WaitingJob, 1);

const placeCard = async () => {
  const { stores } = await openOwnStores();
  const open = new OpenJobs(stores, 1_000);
  await open.add(JOB);
  expect(await open.place(JOB.id, CARD)).toEqual({ ...JOB, target: CARD });
  expect(await stores.open.get(JOB.id)).toEqual(JOB);
  expect(await open.findByMessage('4')).toEqual({ ...JOB, target: CARD });
  return { stores, open };
};

test('where a card stands is stored in one step with the start of the submission', async () => {
  const { stores, open } = await placeCard();
  await open.change(JOB.id, start);
  expect(await stores.open.get(JOB.id)).toMatchObject({ state: 'submitting', target: CARD });
  expect(await open.findByMessage('4')).toMatchObject({ state: 'submitting' });
  await stores.open.delete(JOB.id);
  await open.storePlace(JOB.id);
  expect(await stores.open.get(JOB.id)).toBeUndefined();
});

test('where a card stands is stored by itself when nothing else changes, or no change could be stored', async () => {
  const { stores, open } = await placeCard();
  await expect(open.change(JOB.id, (job) => ({ ...start(job), submittedAt: NaN }))).rejects.toThrow();
  await open.storePlace(JOB.id);
  expect(await stores.open.get(JOB.id)).toEqual({ ...JOB, target: CARD });
  expect(await open.findByMessage('4')).toEqual({ ...JOB, target: CARD });
});

test('where the card of a job that waits stands is stored before Easel stops', async () => {
  const { stores, open } = await placeCard();
  const stopping = new AbortController();
  const nothing = () => undefined;
  const acceptance = new Acceptance(
    {
      open,
      submitter: { waiting: () => 0, enqueue: nothing, position: nothing },
      events: { accepting: nothing, accepted: nothing, notAccepted: nothing, withdrawn: nothing },
      clock: new HandClock(),
      log: createLog({ level: 'silent' }),
      newJobId: () => '02',
    },
    stopping.signal,
  );
  const answered = acceptance.answered(JOB.id, CARD);
  stopping.abort();
  await answered;
  expect(await stores.open.get(JOB.id)).toEqual({ ...JOB, target: CARD });
  expect(await stores.messages.get('4')).toBe(JOB.id);
});

test('a job that is dropped before its card is stored leaves nothing', async () => {
  const { stores, open } = await placeCard();
  await open.drop(JOB);
  await open.storePlace(JOB.id);
  expect(await stores.open.entries()).toEqual([]);
  expect(await stores.messages.entries()).toEqual([]);
});
