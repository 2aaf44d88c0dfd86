import type { Clock } from '../../lib/clock.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Log } from '../operations/log.ts';
import { retryStoring } from './storing.ts';
import type { Job, JobRequest, ReplyTarget, WaitingJob } from './job.ts';
import type { JobObserver } from './events.ts';
import type { OpenJobs } from './open-jobs.ts';
import type { Submitter } from './submitter.ts';
import { accept } from './transitions.ts';

/** New jobs are declined behind this many: at 5 per second that's a quarter of an hour. */
const MAX_QUEUE_LENGTH = 5_000;

/** Far longer than it takes to start a submission that doesn't have to wait. */
const STORE_PLACE_AFTER_MS = 20;

/** Finds a job's first answer in Discord; undefined when there is none. Throws when that's unknown for now. */
export type RecoverTarget = (job: WaitingJob) => Promise<ReplyTarget | undefined>;

export interface AcceptanceOptions {
  open: Pick<OpenJobs, 'add' | 'drop' | 'get' | 'isStored' | 'place' | 'storePlace'>;
  submitter: Pick<Submitter, 'waiting' | 'enqueue' | 'position'>;
  events: Required<Pick<JobObserver, 'accepting' | 'accepted' | 'notAccepted' | 'withdrawn'>>;
  clock: Clock;
  log: Log;
  newJobId: () => string;
  maxQueueLength?: number;
}

/** Accepts requests as jobs, and drops jobs whose card couldn't be posted. */
export class Acceptance {
  readonly #options: AcceptanceOptions;
  readonly #signal: AbortSignal;
  /** Jobs that are on their way into the store. */
  readonly #storing = new Set<WaitingJob>();
  /** Jobs that were reported as failed, although their rows may be in the store. */
  readonly #refused = new Set<WaitingJob>();
  #removal: Promise<void> | undefined;

  /** @param signal aborts when Easel stops: what can't be removed then is dropped at the next start. */
  constructor(options: AcceptanceOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /**
   * Accepts a request: its job takes up its place at once, and is in the store when `stored` resolves. When that rejects, the
   * place is free again, there is no job, and what the store may have kept of it all the same is removed.
   *
   * @throws UserError queue-full when too many jobs of the account wait already.
   */
  accept(request: JobRequest): { stored: Promise<WaitingJob> } {
    const { submitter, clock, newJobId, maxQueueLength = MAX_QUEUE_LENGTH } = this.#options;
    const waiting = submitter.waiting(request.account.id);
    if (waiting >= maxQueueLength) throw new UserError('queue-full', { waiting });
    return { stored: this.#store(accept(request, newJobId(), clock.now())) };
  }

  async #store(job: WaitingJob): Promise<WaitingJob> {
    const { open, events } = this.#options;
    events.accepting(job);
    this.#storing.add(job);
    try {
      await open.add(job);
    } catch (error) {
      events.notAccepted(job);
      // A write whose answer was lost may have succeeded.
      this.#refused.add(job);
      this.#removal ??= this.#removeRefused();
      throw error;
    } finally {
      this.#storing.delete(job);
    }
    events.accepted(job);
    return job;
  }

  /** The card of an accepted job is in Discord: now the job may be submitted. */
  async answered(id: string, target: ReplyTarget): Promise<void> {
    const { open, submitter, clock, log } = this.#options;
    const job = await open.place(id, target);
    if (job?.state === 'waiting' && submitter.position(job) === undefined) submitter.enqueue(job);
    // A submission that starts at once stores it in the same step. Until then, a crash leaves what {@link recover} is for.
    await clock.sleep(STORE_PLACE_AFTER_MS, this.#signal);
    await retryStoring('store where a card stands', () => open.storePlace(id), {
      clock,
      log,
      signal: this.#signal,
    });
  }

  /** The job that an interaction asked for, while it isn't known whether it is stored. */
  unconfirmed(interactionId: string): { isStored: () => Promise<boolean> } | undefined {
    const jobs = [...this.#storing, ...this.#refused];
    const job = jobs.find(({ target }) => target.token?.interactionId === interactionId);
    return job && { isStored: () => this.#options.open.isStored(job.id) };
  }

  /** The card of an accepted job couldn't be posted, so the job is dropped and not submitted. */
  async withdraw(id: string): Promise<void> {
    const { open, events, log } = this.#options;
    log.warn("dropped a job, since its card couldn't be posted", { jobId: id });
    const job = open.get(id);
    if (!job) return;
    await this.#drop(job);
    events.withdrawn(job);
  }

  /** Continues a job that was accepted just before the last process ended, if its card is in Discord. Never throws. */
  async recover(job: WaitingJob, recoverTarget: RecoverTarget): Promise<void> {
    const { id: jobId } = job;
    try {
      const target = await recoverTarget(job);
      await (target ? this.answered(jobId, target) : this.withdraw(jobId));
    } catch (error) {
      const { log } = this.#options;
      log.warn("couldn't look for the first answer, trying again at the next start", { jobId, error });
    }
  }

  /** Resolves once all removals have finished. */
  async idle(): Promise<void> {
    await this.#removal;
  }

  /** Removes one at a time, so that a store that is down only gets one request. Never rejects. */
  async #removeRefused(): Promise<void> {
    for (const job of this.#refused) {
      try {
        await this.#drop(job);
        this.#refused.delete(job);
      } catch (error) {
        const { id: jobId } = job;
        this.#options.log.error("couldn't remove a job that was not accepted", { jobId, error });
      }
    }
    this.#removal = undefined;
  }

  #drop(job: Job): Promise<void> {
    const { open, clock, log } = this.#options;
    return retryStoring('remove a job that was not accepted', () => open.drop(job), {
      clock,
      log,
      signal: this.#signal,
    });
  }
}
