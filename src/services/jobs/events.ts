import type { Pause } from './breaker.ts';
import type { EndedJob, Job, RunningJob } from './job.ts';

/** Told of what happens to jobs, once it is stored. What it does must neither throw nor take long. */
export interface JobObserver {
  /** The service took the job. */
  taken?: (job: RunningJob) => void;
  /** The job's account rests from this submission on. */
  rests?: (job: Job, reason: Pause['reason']) => void;
  /** The job's account submits as usual again. */
  recovered?: (job: Job, reason: Pause['reason']) => void;
  /** The job ended, one way or another. */
  ended?: (job: EndedJob) => void;
  /** The job is no longer open. */
  closed?: (job: EndedJob) => void;
}

/** Publishes changes of jobs to all observers. */
export class JobEvents implements Required<JobObserver> {
  readonly #observers: JobObserver[] = [];

  /** From now on. */
  subscribe(observer: JobObserver): void {
    this.#observers.push(observer);
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

  closed(job: EndedJob): void {
    for (const observer of this.#observers) observer.closed?.(job);
  }
}
