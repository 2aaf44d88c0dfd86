import type { Pause } from './breaker.ts';
import type { EndedJob, Job, RunningJob } from './job.ts';

/**
 * Told of what happens to jobs, once it is stored where nothing else is said. What it does must neither throw nor take
 * long; after a crash a job that was told of may be told of again.
 */
export interface JobObserver {
  /** The job is about to be stored. It takes up its place at once, before anything else of its owner's is decided. */
  accepting?: (job: Job) => void;
  /** The job is in the store and waits. */
  accepted?: (job: Job) => void;
  /** The job could not be stored: there is none. */
  notAccepted?: (job: Job) => void;
  /** The job was dropped, because its card couldn't be posted. */
  withdrawn?: (job: Job) => void;
  /** The service took the job. */
  taken?: (job: RunningJob) => void;
  /** The job's account rests from this submission on. */
  rests?: (job: Job, reason: Pause['reason']) => void;
  /** The job's account submits as usual again. */
  recovered?: (job: Job, reason: Pause['reason']) => void;
  /** The job ended, one way or another. */
  ended?: (job: EndedJob) => void;
  /**
   * The job is about to leave the open set, after which no more changes follow unless a person checks it once more. It stays
   * until this resolves, and is retried if this rejects. Only this callback may take long.
   */
  closing?: (job: EndedJob) => Promise<void>;
  /** The job has left the open set. */
  closed?: (job: EndedJob) => void;
  /** All jobs that were open when the last process ended, before any of them continues. */
  takenUp?: (jobs: readonly Job[]) => void;
}

/** Publishes changes of jobs to all observers. */
export class JobEvents implements Required<JobObserver> {
  readonly #observers: JobObserver[] = [];

  /** From now on. */
  subscribe(observer: JobObserver): void {
    this.#observers.push(observer);
  }

  accepting(job: Job): void {
    for (const observer of this.#observers) observer.accepting?.(job);
  }

  accepted(job: Job): void {
    for (const observer of this.#observers) observer.accepted?.(job);
  }

  notAccepted(job: Job): void {
    for (const observer of this.#observers) observer.notAccepted?.(job);
  }

  withdrawn(job: Job): void {
    for (const observer of this.#observers) observer.withdrawn?.(job);
  }

  taken(job: RunningJob): void {
    for (const observer of this.#observers) observer.taken?.(job);
  }

  rests(job: Job, reason: Pause['reason']): void {
    for (const observer of this.#observers) observer.rests?.(job, reason);
  }

  recovered(job: Job, reason: Pause['reason']): void {
    for (const observer of this.#observers) observer.recovered?.(job, reason);
  }

  ended(job: EndedJob): void {
    for (const observer of this.#observers) observer.ended?.(job);
  }

  async closing(job: EndedJob): Promise<void> {
    await Promise.all(this.#observers.map(async (observer) => observer.closing?.(job)));
  }

  closed(job: EndedJob): void {
    for (const observer of this.#observers) observer.closed?.(job);
  }

  takenUp(jobs: readonly Job[]): void {
    for (const observer of this.#observers) observer.takenUp?.(jobs);
  }
}
