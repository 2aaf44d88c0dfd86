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
  /** Everything that was open when the last process ended, before any of it goes on. */
  takenUp?: (jobs: readonly Job[]) => void;
}

/** Tells several observers. */
export const tellAll = (observers: readonly JobObserver[]): Required<JobObserver> => ({
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
  takenUp: (jobs) => {
    for (const { takenUp } of observers) takenUp?.(jobs);
  },
});
