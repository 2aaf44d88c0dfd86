import type { Clock } from '../../lib/clock.ts';
import { InFlight } from '../../lib/in-flight.ts';
import { sharedAbort } from '../../lib/abort.ts';
import type { ImageApi } from '../image-api/client.ts';
import { OutcomeUnknownError, QuotaError, WrongAddressError } from '../image-api/errors.ts';
import type { AccountLimiter } from '../image-api/limiter.ts';
import { retryDelayMs } from '../image-api/retry.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import { StorageFencedError } from '../storage/store.ts';
import type { JobEvents } from './events.ts';
import { AccountQueues } from './fair-queue.ts';
import type { Finisher } from './finisher.ts';
import type { Poller } from './poller.ts';
import { retryStoring, isUnstorable } from './storing.ts';
import type { EndedJob, Failure, Job, RunningJob, SubmittingJob, WaitingJob } from './job.ts';
import { NotOwnerError, type SubmissionGuard } from './submission-guard.ts';
import type { OpenJobs } from './open-jobs.ts';
import { afterFailure, fail, markUnknown, startSubmission, takeBack, taken } from './transitions.ts';

/** The pause after a failure that has nothing to do with the service, such as a full disk. */
const DEFAULT_PAUSE_MS = 5_000;
/** How long an aborted submission may take to write down that its outcome is unknown. */
const ABORT_TIMEOUT_MS = 1_000;

export interface SubmitterOptions {
  imageApi: Pick<ImageApi, 'submit'>;
  limiter: Pick<AccountLimiter, 'submission' | 'pause'>;
  jobs: OpenJobs;
  /** Decrypts an account's API key; undefined when it no longer exists, or can't be read. */
  accounts: { keyToSubmit: (account: Job['account']) => Promise<string | undefined> };
  guard: SubmissionGuard;
  /** Whether the jobs are still this process's own: while it is in doubt, nothing leaves. */
  isOwner: () => boolean;
  genDeadlineMs: number;
  metrics: Pick<Metrics, 'countSubmission'>;
  clock: Clock;
  random: () => number;
  log: Log;
  poller: Pick<Poller, 'follow'>;
  finisher: Pick<Finisher, 'ended'>;
  events: Pick<JobEvents, 'taken' | 'exhausted'>;
}

/** How often a wrong address is reported. */
const MINUTE_MS = 60_000;

type Answered = EndedJob | RunningJob | WaitingJob;

/** Sends waiting jobs to the service, each at most once, in turn between the people who share an account. */
export class Submitter {
  readonly #options: SubmitterOptions;
  readonly #queues = new AccountQueues();
  readonly #submissions = new InFlight();
  #addressReportedAt = -Infinity;
  readonly #stopping = sharedAbort();
  readonly #aborting = sharedAbort();

  constructor(options: SubmitterOptions) {
    this.#options = options;
  }

  /** How many jobs of an account wait. */
  waiting(accountId: string): number {
    return this.#queues.get(accountId)?.size ?? 0;
  }

  /** A waiting job's place in its account's queue, from 1; undefined when it does not wait. */
  place(job: Job): number | undefined {
    return this.#queues.get(job.account.id)?.place(job.personId, job.id);
  }

  /** The places of each account's next jobs, from 1. */
  places(limit: number): Map<string, number> {
    const next = this.#queues.next(limit);
    return new Map(next.flatMap((ids) => ids.map((id, index) => [id, index + 1] as const)));
  }

  /** Puts a job in the queue. */
  enqueue(job: WaitingJob): void {
    this.#queues.open(job.account.id).add(job.personId, job.id);
    this.#askForSlot(job.account.id);
  }

  /** Takes a job out of the queue. */
  remove(job: Job): void {
    this.#queues.get(job.account.id)?.remove(job.personId, job.id);
  }

  /**
   * Sends nothing more, and waits until every submission that left has been answered and stored.
   *
   * @param timeoutMs how long to wait for the answers.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    const answered = this.#submissions.idle();
    await Promise.race([answered, this.#options.clock.sleep(timeoutMs)]);
    this.#aborting.abort();
    await Promise.race([answered, this.#options.clock.sleep(ABORT_TIMEOUT_MS)]);
  }

  /** One slot of the limiter for each waiting job; which job goes is decided when the slot comes. */
  #askForSlot(accountId: string): void {
    const { limiter, log } = this.#options;
    limiter
      .submission(accountId, () => this.#fillSlot(accountId))
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) log.error('a slot of the limiter failed', { accountId, error });
      });
  }

  async #fillSlot(accountId: string): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const jobId = this.#queues.take(accountId);
    if (jobId === undefined) return;
    await this.#submissions.track(this.#submit(jobId));
  }

  async #submit(jobId: string): Promise<void> {
    const { jobs, clock, log, guard, isOwner, accounts } = this.#options;
    try {
      const waiting = jobs.get(jobId);
      if (!waiting) return;
      if (!isOwner()) throw new NotOwnerError();
      if (!guard.canSubmit(waiting)) {
        await this.#refuse(jobId, { kind: 'quota' });
        return;
      }
      const apiKey = await accounts.keyToSubmit(waiting.account);
      if (apiKey === undefined) {
        await this.#refuse(jobId, { kind: 'key-gone' });
        return;
      }
      const job = await jobs.change(jobId, (present) =>
        present.state === 'waiting' ? startSubmission(present, clock.now()) : undefined,
      );
      if (job) await this.#send(job, apiKey);
    } catch (error) {
      log.error("couldn't start a submission or store its answer", { jobId, error });
      if (error instanceof StorageFencedError) return;
      const job = jobs.get(jobId);
      if (job?.state === 'waiting') this.#waitAgain(job, error);
    }
  }

  async #refuse(jobId: string, failure: Failure): Promise<void> {
    const { jobs, clock, finisher } = this.#options;
    const refused = await jobs.change(jobId, (present) =>
      present.state === 'waiting' ? fail(present, failure, clock.now()) : undefined,
    );
    if (refused) finisher.ended(refused);
  }

  async #send(job: SubmittingJob, apiKey: string): Promise<void> {
    const { imageApi, jobs, clock, genDeadlineMs, log, isOwner } = this.#options;
    let answer: { taskId: string } | { error: unknown };
    try {
      // The write may have taken long.
      if (!isOwner()) throw new NotOwnerError();
      answer = { taskId: await imageApi.submit(apiKey, job.submission, this.#aborting.signal) };
    } catch (error) {
      answer = { error };
      if (error instanceof QuotaError) this.#exhausted(job);
      log.warn('a submission failed', { jobId: job.id, accountId: job.account.id, error });
      this.#reportAddress(error);
    }
    const decide = (present: Job): Answered | undefined => {
      if (present.state !== 'submitting') return undefined;
      if ('error' in answer && answer.error instanceof NotOwnerError) return takeBack(present);
      if ('taskId' in answer) return taken(present, { ...answer, genDeadlineMs, now: clock.now() });
      return afterFailure(present, answer.error, clock.now());
    };
    // The answer is known now: it must reach the store, whatever happens there.
    const store = (change: typeof decide) =>
      retryStoring('store the answer to a submission', () => jobs.change(job.id, change), {
        clock,
        log,
        signal: this.#aborting.signal,
      });
    const after = await store(decide).catch((error: unknown) => {
      if (error instanceof StorageFencedError)
        log.error('another process took over before the answer was stored', { jobId: job.id, ...answer });
      if (!isUnstorable(error)) throw error;
      return store((present) =>
        present.state === 'submitting' ? markUnknown(present, clock.now()) : undefined,
      );
    });
    if (after) this.#announce(after, 'error' in answer ? answer.error : undefined);
  }

  /** What only the operator can put right is an error, said once a minute. */
  #reportAddress(error: unknown): void {
    const isReadable = !(
      error instanceof OutcomeUnknownError &&
      error.status !== undefined &&
      error.status < 300
    );
    if (!(error instanceof WrongAddressError) && isReadable) return;
    const now = this.#options.clock.now();
    if (now - this.#addressReportedAt < MINUTE_MS) return;
    this.#addressReportedAt = now;
    this.#options.log.error(
      'what answers at IMAGE_API_URL is not the image service: check it with `npm run doctor`',
      { error },
    );
  }

  #exhausted(job: Job): void {
    const { guard, events } = this.#options;
    if (!guard.exhausted(job)) return;
    events.exhausted(job);
    void this.#refuseWaiting(job.account.id);
  }

  /** Refuses everything that waits of an account whose quota is used up. Never throws. */
  async #refuseWaiting(accountId: string): Promise<void> {
    for (const jobId of this.#queues.takeAll(accountId)) {
      try {
        await this.#refuse(jobId, { kind: 'quota' });
      } catch (error) {
        this.#options.log.error("couldn't refuse a waiting job", { jobId, error });
        const job = this.#options.jobs.get(jobId);
        // It is refused when its turn comes.
        if (job?.state === 'waiting') this.enqueue(job);
      }
    }
  }

  #announce(job: Answered, cause: unknown): void {
    const { metrics, poller, finisher, events } = this.#options;
    metrics.countSubmission(job.state);
    if (job.state === 'waiting') this.#waitAgain(job, cause);
    else if (job.state === 'running') {
      poller.follow(job);
      events.taken(job);
    } else finisher.ended(job);
  }

  #waitAgain(job: WaitingJob, error: unknown): void {
    const { limiter, random } = this.#options;
    if (this.#stopping.signal.aborted) return;
    const pauseMs = retryDelayMs({ error, attempt: job.attempts, random }) ?? DEFAULT_PAUSE_MS;
    limiter.pause(job.account.id, pauseMs);
    this.#queues.open(job.account.id).putBack(job.personId, job.id);
    this.#askForSlot(job.account.id);
  }
}
