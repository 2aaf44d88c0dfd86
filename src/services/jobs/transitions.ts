import { ImageApiError } from '../image-api/errors.ts';
import { factsOf } from '../requests/families/index.ts';
import type { TaskSnapshot } from '../image-api/wire.ts';
import {
  isEnded,
  privateAddressesOf,
  type EndedJob,
  type Failure,
  type Job,
  type LostAnswer,
  type ReplyTarget,
  type RunningJob,
  type SubmittingJob,
  type WaitingJob,
  type JobRequest,
} from './job.ts';
import { NOTIFICATIONS, type Notification } from '../requests/ask.ts';

/** How long a task is followed once more after a person asked about one that had timed out. */
const ASK_AGAIN_MS = 60_000;
/** How long a task is polled after its deadline while the service doesn't answer. */
const OUTAGE_LIMIT_MS = 6 * 3_600_000;

const ended = <J extends Job>(job: J, now: number) => ({ ...job, endedAt: now, delivery: 'due' as const });

/** A request becomes a job that waits in its queue. */
export const accept = (request: JobRequest, id: string, now: number): WaitingJob => ({
  ...request,
  id,
  acceptedAt: now,
  state: 'waiting',
});

/** The submission is about to leave. */
export const startSubmission = (job: WaitingJob, now: number): SubmittingJob => ({
  ...job,
  state: 'submitting',
  submittedAt: now,
});

/** The submission did not leave, or the service certainly didn't take it: the job waits as before. */
export const backToWaiting = ({ submittedAt, ...job }: SubmittingJob): WaitingJob => ({
  ...job,
  state: 'waiting',
});

/** The next state after a failed submission. It waits on only when the service certainly didn't accept it. */
export const afterFailure = (job: SubmittingJob, error: unknown, now: number): EndedJob | WaitingJob => {
  if (!(error instanceof ImageApiError)) return markUnknown(job, now);
  const { kind, status, serviceMessage: reason } = error;
  if (kind === 'busy' || kind === 'away') return backToWaiting(job);
  if (kind === 'quota') return fail(job, { kind }, now);
  if (kind === 'key') return fail(job, { kind: 'refused-key' }, now);
  if (kind === 'wrong-address' || kind === 'blocked') return fail(job, { kind }, now);
  if (kind === 'declined') return fail(job, { kind: 'refused', reason }, now);
  return markUnknown(job, now, status === undefined ? { kind: 'none' } : { kind: 'status', status });
};

/**
 * When a task is given up, by the clock that can't be set. What another process wrote may be of another clock, or past: its task is
 * followed as long as a new one.
 */
export const giveUpAt = (job: RunningJob, steady: number): number => {
  const longestMs = factsOf(job.submission).deadlineMs;
  const leftMs = job.deadlineAt - steady;
  return steady + (leftMs > 0 && leftMs <= longestMs ? leftMs : longestMs);
};

/** The service accepted the submission and returned a task id. */
export const startRunning = (job: SubmittingJob, taskId: string, steady: number): RunningJob => ({
  ...job,
  state: 'running',
  taskId,
  deadlineAt: steady + factsOf(job.submission).deadlineMs,
});

/** A reason is public on the card, and the service may repeat personal addresses in it. */
const withoutPersonal = (failure: Failure, job: Job): Failure => {
  if (!('reason' in failure) || failure.reason === undefined) return failure;
  const hide = (text: string, address: string) => text.replaceAll(address, '***');
  return { ...failure, reason: privateAddressesOf(job).reduce(hide, failure.reason) };
};

/** There will be no pictures, and this is why. */
export const fail = (job: Job, failure: Failure, now: number): EndedJob => ({
  ...ended(job, now),
  state: 'failed',
  failure: withoutPersonal(failure, job),
});

/** The submission left and nothing tells whether it was taken. It is never sent again by itself. */
export const markUnknown = (job: SubmittingJob, now: number, lostAnswer?: LostAnswer): EndedJob => ({
  ...ended(job, now),
  state: 'unknown',
  lostAnswer,
});

/** The person gave up a job that had not left yet. */
export const stop = (job: WaitingJob, now: number): EndedJob => ({
  ...ended(job, now),
  state: 'stopped',
});

/**
 * What a poll says of a task. `missing`: the service's answer left it out. `key-refused`: the service declines the key. `none`: there
 * was no answer, which says nothing about the task.
 */
export type PollAnswer = TaskSnapshot | 'missing' | 'key-refused' | 'none';

/**
 * The next state of a running job after a poll.
 *
 * @param now the time of day.
 * @param lateMs how long the task is past its deadline.
 * @param isKeyGone whether the key that submitted it is gone, so that it was asked for with another or not at all.
 * @param isTimed whether the task was followed until now, so that it has only just ended.
 */
export const observe = (
  job: RunningJob,
  answer: PollAnswer,
  {
    now,
    lateMs,
    isTimed,
    isKeyGone = false,
  }: { now: number; lateMs: number; isTimed: boolean; isKeyGone?: boolean },
): RunningJob | EndedJob => {
  if (typeof answer === 'object')
    switch (answer.status) {
      case 'success': {
        const { status, taskId, ...result } = answer;
        return { ...ended(job, now), state: 'succeeded', result, isTimed: isTimed ? true : undefined };
      }
      case 'failed':
        return fail(job, { kind: 'task-failed', reason: answer.failReason }, now);
      case 'in-progress':
        break;
    }
  if (lateMs < (answer === 'none' ? OUTAGE_LIMIT_MS : 0)) return job;
  const key = isKeyGone ? 'gone' : answer === 'key-refused' ? 'refused' : undefined;
  return { ...ended(job, now), state: 'timed-out', key };
};

/** Follows a job again. `now` is of the clock that can't be set. Undefined when it has no task or ended in another way. */
export const checkAgain = (timedOut: Job, now: number): RunningJob | undefined => {
  if (timedOut.state !== 'timed-out') return undefined;
  const {
    endedAt,
    delivery,
    deletedAt,
    deletedBy,
    deletedFor,
    galleryPost,
    taskId,
    submittedAt,
    notify,
    key,
    ...job
  } = timedOut;
  if (taskId === undefined || submittedAt === undefined) return undefined;
  return {
    ...job,
    taskId,
    submittedAt,
    notify: notify && { ...notify, since: now, done: undefined },
    state: 'running',
    deadlineAt: now + ASK_AGAIN_MS,
    key: key === 'refused' ? key : undefined,
  };
};

/** Sets whether the person is notified in one of the ways. Returns undefined when the job has ended. */
export const notifyBy = (job: Job, by: Notification, isOn: boolean, now: number): Job | undefined => {
  if (isEnded(job)) return undefined;
  const notify = { ...job.notify, [by]: isOn, since: now };
  return { ...job, notify: NOTIFICATIONS.some((way) => notify[way] === true) ? notify : undefined };
};

/** The person was told that the job has ended, as far as they can be. */
export const notified = (job: Job): Job =>
  job.notify ? { ...job, notify: { ...job.notify, done: true } } : job;

/** The job's answer stands somewhere else, or can be reached in another way. */
export const retarget = <J extends Job>(job: J, target: ReplyTarget): J => {
  // What is published in another channel was allowed to be there.
  const leaves = job.madeIn === undefined && target.ephemeral && target.channelId !== job.target.channelId;
  const { language = job.target.language } = target;
  const editUnanswered = job.target.editUnanswered === true && target.messageId === job.target.messageId;
  return {
    ...job,
    target: { ...target, language, ...(editUnanswered && { editUnanswered }) },
    madeIn: leaves ? job.target.channelId : job.madeIn,
  };
};

/** The job's message was deleted, and its pictures with it: not even their addresses are kept. */
export const withoutPictures = (
  { galleryPost, ...job }: EndedJob,
  { now, by, reason }: { now: number; by?: string | undefined; reason?: string | undefined },
): EndedJob => {
  const deleted = { deletedAt: now, deletedBy: by, deletedFor: reason };
  if (job.state !== 'succeeded') return { ...job, ...deleted };
  const { gridUrl, ...result } = job.result;
  return { ...job, ...deleted, result: { ...result, pictureUrls: [] } };
};

/** The published message was taken back: the answer is private as before. */
export const unpublished = ({ messageId, isPublished, ...target }: ReplyTarget): ReplyTarget => ({
  ...target,
  ephemeral: true,
  channelRoute: false,
});

/** The target without the interaction's token, which is a key to it. */
export const withoutToken = ({ token, ...target }: ReplyTarget): ReplyTarget => target;

const settled = ({ editUnanswered, ...target }: ReplyTarget): ReplyTarget => withoutToken(target);

/** Stores the result of the final delivery, and removes what only one that is due needs. */
export const settleDelivery = <J extends EndedJob>(job: J, delivery: EndedJob['delivery']): J => ({
  ...job,
  ...(delivery !== 'due' && { target: settled(job.target) }),
  delivery,
});

/** The click that the job's answer needs won't come. Undefined when it doesn't wait for one. */
export const giveUp = (job: Job): EndedJob | undefined =>
  isEnded(job) && job.delivery === 'parked' ? settleDelivery(job, 'done') : undefined;
