import type { Config } from '../../config.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { GuildSettings } from '../../services/guilds/settings.ts';
import { Deletions } from '../../services/jobs/deletions.ts';
import { Estimates } from '../../services/jobs/estimates.ts';
import { JobEvents } from '../../services/jobs/events.ts';
import { measureJobs } from '../../services/jobs/job-metrics.ts';
import { OpenJobs } from '../../services/jobs/open-jobs.ts';
import { PersonalJobs } from '../../services/jobs/personal-jobs.ts';
import { History } from '../../services/people/history.ts';
import { SharedBudget } from '../../services/usage/shared-budget.ts';
import { Usage } from '../../services/usage/usage.ts';
import type { Running } from '../runtime.ts';
import type { Network } from './network.ts';
import type { OpenStore } from './store.ts';

/** The rows of jobs, and the ledgers that count them. */
export const openJobs = (config: Config, running: Running, { metrics }: Network, store: OpenStore) => {
  const { stores, lease } = store;
  const { clock, random, log } = running;
  const retentionMs = config.jobRetentionDays * DAY_MS;
  const events = new JobEvents();
  measureJobs(events, metrics, clock);
  /** The locks under which jobs are closed. Ledgers name their keys. */
  const closing = new KeyedMutex();
  const open = new OpenJobs({
    stores,
    retentionMs,
    locks: closing,
    lease,
    isAlone: config.parts === 1,
    events,
    random,
    clock,
    log,
  });
  metrics.watchJobs(open);
  const settings = new GuildSettings(stores.settings);
  const usage = new Usage(running, stores.usage, stores.periods, open, closing, stores.commit, settings);
  const history = new History(stores.history, open, closing, retentionMs);
  const totals = config.sharedKeyTotals;
  const budget = new SharedBudget(running, totals, lease, stores.spent, open, closing, events);
  for (const ledger of [usage, history, budget]) open.keep(ledger);
  return {
    events,
    openJobs: open,
    retentionMs,
    settings,
    usage,
    history,
    budget,
    deletions: new Deletions(running, open),
    personalJobs: new PersonalJobs(running, open, stores, retentionMs),
    estimates: new Estimates(stores.estimates),
  };
};

export type OpenedJobs = ReturnType<typeof openJobs>;
