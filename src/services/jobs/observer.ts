import type { EndedJob, Job, RunningJob } from './job.ts';

/**
 * Told of what happens to jobs, once it is stored. What it does must neither throw nor take long; after a crash a job
 * that was told of may be told of again.
 */
export interface JobObserver {
  /** The job is in the store and waits. */
  accepted?: (job: Job) => void;
  /** The job will not be submitted, because nobody could be told of it. */
  withdrawn?: (job: Job) => void;
  /** The service took the job. */
  taken?: (job: RunningJob) => void;
  /** The job ended, one way or another. */
  ended?: (job: EndedJob) => void;
  /**
   * The job is about to leave the open set, after which it is not told of again unless a person asks for it once more.
   * It stays until this resolves; rejecting makes it be tried again. This alone may take its time.
   */
  closing?: (job: EndedJob) => Promise<void>;
  /** The job has left the open set. */
  closed?: (job: EndedJob) => void;
  /** Everything that was open when the last process ended, before any of it goes on. */
  takenUp?: (jobs: readonly Job[]) => void;
}

/** Tells several observers. */
export const notifyAll = (observers: readonly JobObserver[]): Required<JobObserver> => ({
  accepted: (job) => {
    for (const { accepted } of observers) accepted?.(job);
  },
  withdrawn: (job) => {
    for (const { withdrawn } of observers) withdrawn?.(job);
  },
  taken: (job) => {
    for (const { taken } of observers) taken?.(job);
  },
  ended: (job) => {
    for (const { ended } of observers) ended?.(job);
  },
  closing: async (job) => {
    await Promise.all(observers.map(async ({ closing }) => closing?.(job)));
  },
  closed: (job) => {
    for (const { closed } of observers) closed?.(job);
  },
  takenUp: (jobs) => {
    for (const { takenUp } of observers) takenUp?.(jobs);
  },
});
