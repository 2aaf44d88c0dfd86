import type { Runtime } from '../operations/runtime.ts';
import { sharedAbort } from '../../lib/abort.ts';
import { UserError } from '../../lib/user-error.ts';
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

/** The life cycle of jobs. */
export class Jobs {
  readonly #stopping = sharedAbort();

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'log'>,
    private readonly openJobs: OpenJobs,
    private readonly submitter: Submitter,
    private readonly poller: Poller,
    private readonly finisher: Finisher,
    private readonly estimates: Pick<Estimates, 'load'>,
  ) {}

  /**
   * Accepts a request as a job, which counts for limits at once and is stored nowhere: once its card is in Discord {@link place}
   * follows, else {@link OpenJobs.drop}.
   *
   * @param id of a form's job; others get one.
   * @throws UserError queue-full when too many jobs of the account wait already; already-started for a job that is accepted.
   */
  accept(request: JobRequest, id?: string): WaitingJob {
    const waiting = this.submitter.waiting(request.account.id);
    if (waiting >= MAX_QUEUE_LENGTH) throw new UserError('queue-full', { waiting });
    return this.openJobs.accept(request, id);
  }

  /** The card of an accepted job is in Discord: the job is stored, and then queued. */
  async place(accepted: WaitingJob, target: ReplyTarget): Promise<void> {
    const job = await this.openJobs.place(accepted, target, this.#stopping.signal);
    if (job.state === 'waiting') this.submitter.enqueue(job);
  }

  /**
   * Stops a job that has not been submitted.
   *
   * @throws UserError already-submitted; job-not-found when it's not open.
   */
  async stop(id: string): Promise<void> {
    if (!this.openJobs.get(id)) throw new UserError('job-not-found');
    const job = await this.openJobs.change(id, (present) =>
      present.state === 'waiting' ? stop(present, this.runtime.clock.now()) : undefined,
    );
    if (!job) throw new UserError(this.openJobs.get(id) ? 'already-submitted' : 'job-not-found');
    this.finisher.ended(job);
  }

  /**
   * Follows a timed-out job's task once more.
   *
   * @throws UserError job-not-found when the job is no longer stored or did not time out.
   */
  async checkAgain(id: string): Promise<Job> {
    const followed = (present: Job) =>
      present.state === 'running' ? present : checkAgain(present, this.runtime.clock.steady());
    const job = await this.openJobs.mustChange(id, followed, this.#must('follow a task once more'));
    if (!job) throw new UserError('job-not-found');
    this.poller.follow(job, 'now');
    return job;
  }

  /** Moves the job's card. A finished job is delivered again there, even if it was closed. */
  async moveCard(id: string, target: ReplyTarget): Promise<void> {
    const moved = (present: Job) =>
      isEnded(present) ? settleDelivery(retarget(present, target), 'due') : retarget(present, target);
    const job = await this.openJobs.mustChange(id, moved, this.#must('store where a card stands'));
    if (job && isEnded(job)) this.finisher.finish(job);
  }

  /** Sets whether the person is notified in that way when the job ends. Undefined when it has ended. */
  notifyBy(id: string, by: Notification, isOn: boolean): Promise<Job | undefined> {
    return this.openJobs.change(id, (present) => notifyBy(present, by, isOn, this.runtime.clock.steady()));
  }

  /**
   * Resumes all open jobs: waiting jobs are queued again in order, submitting jobs become unknown, running jobs are polled, and
   * finished jobs are delivered.
   */
  async start(): Promise<void> {
    await this.estimates.load();
    const jobs = await this.openJobs.load();
    const lost: EndedJob[] = [];
    for (const { id } of jobs) {
      // What was on its way when the last process ended may have been taken.
      const job = await this.openJobs.change(id, (present) =>
        present.state === 'submitting'
          ? markUnknown(present, this.runtime.clock.now(), { kind: 'restart' })
          : undefined,
      );
      if (job) lost.push(job);
    }
    // Nothing is at work before: a start whose writes fail is made again, and reads the jobs once more.
    for (const job of lost) this.finisher.ended(job);
    for (const { id } of jobs) {
      const job = this.openJobs.get(id);
      if (job) this.#resume(job);
    }
    if (jobs.length > 0) this.runtime.log.info('resumed open jobs', { jobs: jobs.length });
  }

  /** Stops submitting and polling; waits for the answers to sent requests and stores them. */
  async stopAll(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.submitter.stop(timeoutMs), this.poller.stop()]);
    await this.finisher.stop();
  }

  #resume(job: Job): void {
    if (job.state === 'waiting') this.submitter.enqueue(job);
    else if (job.state === 'running') this.poller.follow(job);
    else if (isEnded(job) && job.delivery === 'due') this.finisher.finish(job);
  }

  /** Cards that people already see must be stored, or their jobs would never continue. */
  #must(what: string): { what: string; signal: AbortSignal } {
    return { what, signal: this.#stopping.signal };
  }
}
