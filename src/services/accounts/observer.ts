import type { JobFacts } from './job-facts.ts';

/** Told of what happens to jobs; see the jobs' own observers for when. */
export interface GuildObserver {
  accepted: (job: JobFacts) => void;
  withdrawn: (job: JobFacts) => void;
  taken: (job: JobFacts) => void;
  ended: (job: JobFacts) => void;
  closing: (job: JobFacts) => Promise<void>;
  closed: (job: JobFacts) => void;
  takenUp: (jobs: readonly JobFacts[]) => void;
}

/** Tells several observers, in this order. */
export const notifyAll = (observers: readonly Partial<GuildObserver>[]): GuildObserver => ({
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
    for (const { closing } of observers) await closing?.(job);
  },
  closed: (job) => {
    for (const { closed } of observers) closed?.(job);
  },
  takenUp: (jobs) => {
    for (const { takenUp } of observers) takenUp?.(jobs);
  },
});
