import type { Clock } from '../lib/clock.ts';
import { LeftGuilds } from '../services/guilds/left-guilds.ts';
import type { Log } from '../services/operations/log.ts';
import { openLeftGuilds } from './stores.ts';
import type { Parts } from './wiring.ts';

const MAINTENANCE_INTERVAL_MS = 3_600_000;

type Tasks = Record<string, () => Promise<unknown>>;

/** Runs tasks one after the other; one that fails keeps none from running. @returns whether all worked. */
const runInTurn = async (
  tasks: Tasks,
  { notices, log, signal }: { notices: Parts['notices']; log: Log; signal: AbortSignal },
): Promise<boolean> => {
  let haveWorked = true;
  for (const [what, task] of Object.entries(tasks)) {
    await task().catch((error: unknown) => {
      haveWorked = false;
      if (signal.aborted) return;
      log.error("couldn't remove expired data", { what, error });
      notices.tell('cleaning');
    });
  }
  return haveWorked;
};

const AGE_HELP = 'Time since all expired data was removed, or since this process began with it';

/** Writes the store anew where people have deleted their data since. */
const rewriting = (
  storage: Parts['storage'],
  personalJobs: Pick<Parts['personalJobs'], 'haveErasedSince'>,
) => {
  let rewrittenAt = 0;
  return async (): Promise<void> => {
    if (!(await personalJobs.haveErasedSince(rewrittenAt))) return;
    const now = storage.time.now();
    await storage.rewrite();
    rewrittenAt = now;
  };
};

/** What is removed, in this order. */
const tasksOf = (
  {
    storage,
    lease,
    openJobs,
    takedowns,
    personalJobs,
    apiKeys,
    guilds,
    membership,
    retentionMs,
  }: Omit<Parts, 'metrics'>,
  log: Log,
): Tasks => {
  const leftGuilds = new LeftGuilds(
    { log },
    [apiKeys, guilds.settings, guilds.limits, guilds.blocklists, guilds.styles, takedowns],
    membership,
    openLeftGuilds(storage),
    storage.time,
  );
  const ofThisPart = {
    'jobs that were never shown': () =>
      openJobs.closeParked((job) => job.endedAt < storage.time.now() - retentionMs),
    'jobs of people who deleted their data': () => personalJobs.eraseLeftovers(),
    'messages that are to go': () => takedowns.resume(),
    'blocks that are over': () => guilds.blocklists.removeEnded((guildId) => lease.owns(guildId)),
    'unused keys': () => apiKeys.dispose(),
  };
  const ofTheStore = {
    'servers that the bot has left': () => leftGuilds.look(),
    'expired rows': () => storage.clean(),
    // Last, so that what was just removed can't be read in the file either.
    'remains of deleted data': rewriting(storage, personalJobs),
  };
  return lease.part === 0 ? { ...ofThisPart, ...ofTheStore } : ofThisPart;
};

/** Removes expired data now and every hour, until the signal aborts. A task that fails runs again after an hour. */
export const runMaintenance = async (
  { metrics, ...parts }: Parts,
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
): Promise<void> => {
  const tasks = tasksOf(parts, log);
  let cleanedAt = clock.steady();
  metrics.watch('easel_cleaning_age_seconds', AGE_HELP, () => (clock.steady() - cleanedAt) / 1_000);
  while (!signal.aborted) {
    if (await runInTurn(tasks, { notices: parts.notices, log, signal })) cleanedAt = clock.steady();
    await clock.sleep(MAINTENANCE_INTERVAL_MS, signal);
  }
};
