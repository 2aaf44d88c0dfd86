import type { Config } from '../config.ts';
import type { Account } from '../services/accounts/account.ts';
import { Finisher, type Deliver } from '../services/jobs/finisher.ts';
import type { Job } from '../services/jobs/job.ts';
import { AccountLimiter } from '../services/jobs/limiter.ts';
import { Jobs } from '../services/jobs/jobs.ts';
import { PersonalJobs } from '../services/jobs/personal-jobs.ts';
import { Poller } from '../services/jobs/poller.ts';
import { Submitter } from '../services/jobs/submitter.ts';
import type { Runtime } from './runtime.ts';
import { retentionMsOf, type Services } from './services.ts';

/** What jobs need of Discord and of the process. */
interface JobSurroundings {
  deliver: Deliver;
  /** Whether the jobs are this process's own. */
  isOwner: () => boolean;
  /** The submitter broke off. */
  onBroken: (error: unknown) => void;
}

/** The parts that move a job from acceptance to delivery. */
export const createJobs = (
  config: Config,
  runtime: Runtime,
  services: Services,
  { deliver, isOwner, onBroken }: JobSurroundings,
) => {
  const { clock, random, log } = runtime;
  const { stores, events, openJobs, isOurs, estimates, imageApi, guilds, metrics } = services;
  const retentionMs = retentionMsOf(config);
  const { accountRequestsPerSecond: requestsPerSecond, accountConcurrency: concurrency } = config;
  const limiter = new AccountLimiter({ requestsPerSecond, concurrency });
  const { accounts, breakers, checkKey } = guilds;
  const finisher = new Finisher({ jobs: openJobs, accounts, deliver, events, estimates, clock, log });
  const common = { imageApi, limiter, jobs: openJobs, isOwner, finisher, metrics, clock, log };
  const { pollIntervalMs: intervalMs } = config;
  const poller = new Poller({ ...common, accounts, estimates, intervalMs, random });
  const ping = async (account: Account) => {
    const apiKey = await accounts.keyToSubmit(account);
    return apiKey === undefined || (await checkKey(apiKey)) !== 'not-asked';
  };
  const submission = { accounts, breakers, ping, poller, events, onBroken };
  const submitter = new Submitter({ ...common, ...submission });
  const isHere = ({ guildId }: Pick<Job, 'guildId'>) => isOurs(guildId);
  const work = { submitter, poller, finisher, isHere };
  const jobs = new Jobs({ ...work, open: openJobs, estimates, clock, log });
  const personalJobs = new PersonalJobs({ open: openJobs, stores, retentionMs, clock });
  return { jobs, poller, submitter, personalJobs };
};
export type JobServices = ReturnType<typeof createJobs>;
