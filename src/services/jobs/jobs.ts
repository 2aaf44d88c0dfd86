import type { Clock } from '../../lib/clock.ts';
import { sharedAbort } from '../../lib/abort.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Log } from '../operations/log.ts';
import type { Estimates } from './estimates.ts';
import type { Finisher } from './finisher.ts';
import {
  isEnded,
  type EndedJob,
  type Job,
  type ReplyTarget,
  type WaitingJob,
  type JobRequest,
} from './job.ts';
import type { Notification } from '../requests/ask.ts';
import type { OpenJobs } from './open-jobs.ts';
import type { Poller } from './poller.ts';
import type { Submitter } from './submitter.ts';
import { checkAgain, markUnknown, notifyBy, retarget, settleDelivery, stop } from './transitions.ts';

/** New jobs are declined behind this many: at 5 per second that's a quarter of an hour. */
const MAX_QUEUE_LENGTH = 5_000;

export interface JobsOptions {
  openJobs: OpenJobs;
  submitter: Submitter;
  poller: Poller;
  finisher: Finisher;
  estimates: Pick<Estimates, 'load'>;
  clock: Clock;
  log: Log;
}

/** The life cycle of jobs. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #stopping = sharedAbort();

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /**
   * Accepts a request as a job, which counts for limits at once and is stored nowhere: once its card is in Discord {@link place}
   * follows, else {@link OpenJobs.drop}.
   *
   * @param id of a form's job; others get one.
   * @throws UserError queue-full when too many jobs of the account wait already; already-started for a job that is accepted.
   */
  accept(request: JobRequest, id?: string): WaitingJob {
    const { openJobs, submitter } = this.#options;
    const waiting = submitter.waiting(request.account.id);
    if (waiting >= MAX_QUEUE_LENGTH) throw new UserError('queue-full', { waiting });
    return openJobs.accept(request, id);
  }

  /** The card of an accepted job is in Discord: the job is stored, and then queued. */
  async place(accepted: WaitingJob, target: ReplyTarget): Promise<void> {
    const { openJobs, submitter } = this.#options;
    const job = await openJobs.place(accepted, target, this.#stopping.signal);
    if (job.state === 'waiting') submitter.enqueue(job);
  }

  /**
   * Stops a job that has not been submitted.
   *
   * @throws UserError already-submitted; job-not-found when it's not open.
   */
  async stop(id: string): Promise<void> {
    const { openJobs, finisher, clock } = this.#options;
    if (!openJobs.get(id)) throw new UserError('job-not-found');
    const job = await openJobs.change(id, (present) =>
      present.state === 'waiting' ? stop(present, clock.now()) : undefined,
    );
    if (!job) throw new UserError(openJobs.get(id) ? 'already-submitted' : 'job-not-found');
    finisher.ended(job);
  }

  /**
   * Follows a timed-out job's task once more.
   *
   * @throws UserError job-not-found when the job is no longer stored or did not time out.
   */
  async checkAgain(id: string): Promise<Job> {
    const { openJobs, poller, clock } = this.#options;
    const followed = (present: Job) =>
      present.state === 'running' ? present : checkAgain(present, clock.steady());
    const job = await openJobs.mustChange(id, followed, this.#must('follow a task once more'));
    if (!job) throw new UserError('job-not-found');
    poller.follow(job, 'now');
    return job;
  }

  /** Moves the job's card. A finished job is delivered again there, even if it was closed. */
  async moveCard(id: string, target: ReplyTarget): Promise<void> {
    const { openJobs, finisher } = this.#options;
    const moved = (present: Job) =>
      isEnded(present) ? settleDelivery(retarget(present, target), 'due') : retarget(present, target);
    const job = await openJobs.mustChange(id, moved, this.#must('store where a card stands'));
    if (job && isEnded(job)) finisher.finish(job);
  }

  /** Sets whether the person is notified in that way when the job ends. Undefined when it has ended. */
  notifyBy(id: string, by: Notification, isOn: boolean): Promise<Job | undefined> {
    const { openJobs, clock } = this.#options;
    return openJobs.change(id, (present) => notifyBy(present, by, isOn, clock.steady()));
  }

  /**
   * Resumes all open jobs: waiting jobs are queued again in order, submitting jobs become unknown, running jobs are polled, and
   * finished jobs are delivered.
   */
  async start(): Promise<void> {
    const { openJobs, estimates, finisher, clock, log } = this.#options;
    await estimates.load();
    const jobs = await openJobs.load();
    const lost: EndedJob[] = [];
    for (const { id } of jobs) {
      // What was on its way when the last process ended may have been taken.
      const job = await openJobs.change(id, (present) =>
        present.state === 'submitting' ? markUnknown(present, clock.now(), { kind: 'restart' }) : undefined,
      );
      if (job) lost.push(job);
    }
    // Nothing is at work before: a start whose writes fail is made again, and reads the jobs once more.
    for (const job of lost) finisher.ended(job);
    for (const { id } of jobs) {
      const job = openJobs.get(id);
      if (job) this.#resume(job);
    }
    if (jobs.length > 0) log.info('resumed open jobs', { jobs: jobs.length });
  }

  /** Stops submitting and polling; waits for the answers to sent requests and stores them. */
  async stopAll(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    const { submitter, poller, finisher } = this.#options;
    await Promise.all([submitter.stop(timeoutMs), poller.stop()]);
    await finisher.stop();
  }

  #resume(job: Job): void {
    const { submitter, poller, finisher } = this.#options;
    if (job.state === 'waiting') submitter.enqueue(job);
    else if (job.state === 'running') poller.follow(job);
    else if (isEnded(job) && job.delivery === 'due') finisher.finish(job);
  }

  /** Cards that people already see must be stored, or their jobs would never continue. */
  #must(what: string): { what: string; signal: AbortSignal } {
    return { what, signal: this.#stopping.signal };
  }
}
