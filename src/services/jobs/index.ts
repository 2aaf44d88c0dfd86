import type { Clock } from '../../lib/clock.ts';
import type { ImageApi } from '../image-api/client.ts';
import type { AccountLimiter } from '../image-api/limiter.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Store } from '../storage/store.ts';
import { DeadTokens } from './dead-tokens.ts';
import { Estimates } from './estimates.ts';
import { Finisher, type Deliver } from './finisher.ts';
import type { SubmissionGuard } from './submission-guard.ts';
import type { EndedJob, Job } from './job.ts';
import { Jobs } from './jobs.ts';
import { notifyAll, type JobObserver } from './observer.ts';
import { OpenJobs, type JobStores } from './open-jobs.ts';
import { PersonalJobs } from './personal-jobs.ts';
import { Poller, type PollerOptions } from './poller.ts';
import { Submitter, type SubmitterOptions } from './submitter.ts';

export interface CreateJobsOptions {
  stores: JobStores & { estimates: Store<number[]> };
  imageApi: ImageApi;
  limiter: AccountLimiter;
  /** Undefined when the key is gone for good. */
  apiKeyOf: (account: Job['account']) => Promise<string | undefined>;
  guard: SubmissionGuard;
  deliver: Deliver;
  observers: readonly JobObserver[];
  /** Where the service may announce the ends of tasks; absent: nowhere. */
  hooksUrl?: string;
  newHookId: () => string;
  newJobId: () => string;
  pollIntervalMs: number;
  pollBatchSize: number;
  genDeadlineMs: number;
  retentionMs: number;
  metrics: Pick<Metrics, 'countSubmission' | 'countPoll'>;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
}

const endWith =
  ({ log, observers }: CreateJobsOptions, finisher: Finisher, estimates: Estimates) =>
  (job: EndedJob): void => {
    log.info('ended', { jobId: job.id, state: job.state });
    finisher.finish(job);
    notifyAll(observers).ended(job);
    if (job.state !== 'succeeded' || job.submittedAt === undefined) return;
    estimates.learn(job.submission, job.endedAt - job.submittedAt).catch((error: unknown) => {
      log.error('an estimate could not be stored', { error });
    });
  };

/** What asks the service, as one part with the jobs that it works on. */
const createWorkers = (
  options: CreateJobsOptions,
  shared: Pick<SubmitterOptions & PollerOptions, 'jobs' | 'estimates' | 'onEnded'>,
  { taken }: Required<JobObserver>,
): { poller: Poller; submitter: Submitter } => {
  const { pollIntervalMs: intervalMs, pollBatchSize: batchSize } = options;
  const poller = new Poller({ ...options, ...shared, intervalMs, batchSize });
  const submitter = new Submitter({
    ...options,
    ...shared,
    onTaken: (job) => {
      poller.follow(job);
      taken(job);
    },
  });
  return { poller, submitter };
};

/** Everything about jobs. */
export interface JobsService {
  jobs: Jobs;
  poller: Poller;
  personalJobs: PersonalJobs;
  deadTokens: DeadTokens;
  /** Refuses everything that waits of an account whose quota is used up. Never throws. */
  refuseWaiting: (accountId: string) => Promise<void>;
}

/** Builds the jobs service: what ends is learned from, delivered and closed; what is taken is followed. */
export const createJobs = (options: CreateJobsOptions): JobsService => {
  const { stores, retentionMs, clock, log, deliver } = options;
  const observer = notifyAll(options.observers);
  const open = new OpenJobs(stores, retentionMs, observer);
  const estimates = new Estimates(stores.estimates);
  const finisher = new Finisher({ jobs: open, deliver, clock, log });
  const onEnded = endWith(options, finisher, estimates);
  const { poller, submitter } = createWorkers(options, { jobs: open, estimates, onEnded }, observer);
  const jobs = new Jobs({ ...options, open, submitter, poller, finisher, estimates, observer, onEnded });
  return {
    jobs,
    poller,
    personalJobs: new PersonalJobs({
      open,
      stores,
      retentionMs,
      delivered: (jobIds) => finisher.finished(jobIds),
      clock,
    }),
    deadTokens: new DeadTokens({ open, stores, retentionMs, clock }),
    refuseWaiting: (accountId) => submitter.refuseWaiting(accountId),
  };
};
