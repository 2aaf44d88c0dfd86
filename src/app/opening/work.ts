import type { Config } from '../../config.ts';
import { Breakers } from '../../services/jobs/breaker.ts';
import { Finisher } from '../../services/jobs/finisher.ts';
import { Jobs } from '../../services/jobs/jobs.ts';
import { AccountLimiter } from '../../services/jobs/limiter.ts';
import { Poller } from '../../services/jobs/poller.ts';
import { Submitter } from '../../services/jobs/submitter.ts';
import type { Running } from '../runtime.ts';
import type { OpenedDiscord } from './discord.ts';
import type { OpenedGuilds } from './guilds.ts';
import type { OpenedJobs } from './jobs.ts';
import type { Network } from './network.ts';
import type { OpenStore } from './store.ts';

/** From an accepted job to its pictures. */
export const openWork = (
  config: Config,
  running: Running,
  { imageApi, metrics }: Network,
  { lease }: OpenStore,
  { openJobs, events, estimates }: OpenedJobs,
  { accounts }: OpenedGuilds,
  { delivery, sources }: OpenedDiscord,
) => {
  const { clock, random, log, onFailed } = running;
  const breakers = new Breakers(running, events);
  const limiter = new AccountLimiter({
    requestsPerSecond: config.accountRequestsPerSecond,
    concurrency: config.accountConcurrency,
    clock,
  });
  const finisher = new Finisher(running, openJobs, accounts, delivery, events, estimates);
  const poller = new Poller({
    imageApi,
    limiter,
    openJobs,
    estimates,
    lease,
    accounts,
    intervalMs: config.pollIntervalMs,
    metrics,
    finisher,
    clock,
    random,
    log,
    onBroken: (error) => onFailed(new Error('The poller broke off', { cause: error })),
  });
  const submitter = new Submitter({
    imageApi,
    limiter,
    breakers,
    openJobs,
    accounts,
    sources,
    lease,
    metrics,
    poller,
    finisher,
    events,
    clock,
    log,
    onBroken: (error) => onFailed(new Error('The submitter broke off', { cause: error })),
  });
  const jobs = new Jobs(running, openJobs, submitter, poller, finisher, estimates);
  return { breakers, poller, submitter, jobs };
};

export type OpenedWork = ReturnType<typeof openWork>;
