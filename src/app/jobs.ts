import { monotonicFactory } from 'ulid';
import type { Config } from '../config.ts';
import { AccountLimiter } from '../services/image-api/limiter.ts';
import { BatchSizes } from '../services/jobs/batch-sizes.ts';
import { DeadTokens } from '../services/jobs/dead-tokens.ts';
import { Finisher, type Deliver } from '../services/jobs/finisher.ts';
import type { Job } from '../services/jobs/job.ts';
import { Jobs } from '../services/jobs/jobs.ts';
import { PersonalJobs } from '../services/jobs/personal-jobs.ts';
import { Poller } from '../services/jobs/poller.ts';
import { Submitter } from '../services/jobs/submitter.ts';
import type { Runtime } from './runtime.ts';
import { retentionMsOf, type Services } from './services.ts';

/** How finished jobs are brought, and whose they are where several processes share them. */
interface JobOwnership {
  deliver: Deliver;
  isOwner: () => boolean;
}

/** The parts that move a job from acceptance to delivery. */
export const createJobs = (
  config: Config,
  runtime: Runtime,
  services: Services,
  { deliver, isOwner }: JobOwnership,
) => {
  const { clock, random, log } = runtime;
  const { stores, events, openJobs, estimates, imageApi, guilds, metrics } = services;
  const ulid = monotonicFactory(random);
  const retentionMs = retentionMsOf(config);
  const limiter = new AccountLimiter({
    requestsPerSecond: config.accountRequestsPerSecond,
    concurrency: config.accountConcurrency,
    clock,
  });
  const finisher = new Finisher({ jobs: openJobs, deliver, events, estimates, clock, log });
  const common = { limiter, jobs: openJobs, finisher, metrics, clock, random, log };
  const calls = { imageApi, accounts: guilds.accounts, isOwner, ...common };
  const batchSizes = new BatchSizes({ store: stores.batches, largest: config.pollBatchSize, clock, log });
  const poller = new Poller({ ...calls, estimates, intervalMs: config.pollIntervalMs, batchSizes });
  const submitter = new Submitter({
    ...calls,
    guard: guilds.quotas,
    poller,
    events,
    genDeadlineMs: config.genDeadlineS * 1000,
  });
  const newJobId = () => ulid(clock.now());
  const isHere = (job: Pick<Job, 'guildId'>) => stores.shared?.owns(stores.shared.slotOf(job)) ?? true;
  const work = { submitter, poller, finisher, isHere };
  const jobs = new Jobs({ ...work, open: openJobs, estimates, events, newJobId, clock, log });
  const personalJobs = new PersonalJobs({
    ...{ open: openJobs, stores, retentionMs, clock },
    delivered: (jobIds) => finisher.finished(jobIds),
  });
  const deadTokens = new DeadTokens({ open: openJobs, clock });
  return { jobs, poller, limiter, batchSizes, personalJobs, deadTokens };
};
export type JobServices = ReturnType<typeof createJobs>;
