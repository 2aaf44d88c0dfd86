import type { Clock } from '../lib/clock.ts';
import type { Config } from '../config.ts';
import type { Guilds } from '../services/guilds/index.ts';
import { purgeLeftGuilds, type Membership } from '../services/guilds/left-guilds.ts';
import type { PersonalJobs } from '../services/jobs/personal-jobs.ts';
import type { OpenJobs } from '../services/jobs/open-jobs.ts';
import type { Log } from '../services/operations/log.ts';
import type { Storage } from '../services/storage/storage.ts';
import { retentionMsOf } from './services.ts';

const MAINTENANCE_INTERVAL_MS = 3_600_000;

/** The parts that need maintenance. */
export interface MaintenanceOptions {
  storage: Pick<Storage, 'clean'>;
  /** Which part of the shards this process has: what all of them share is the first one's. */
  part: number;
  openJobs: Pick<OpenJobs, 'closeParked'>;
  personalJobs: Pick<PersonalJobs, 'eraseLeftovers'>;
  guilds: Pick<Guilds, 'keys' | 'settings' | 'limits' | 'blocklists'>;
  membership: Membership;
  clock: Clock;
  log: Log;
}

/** Removes expired data now and every hour, until the signal aborts. A task that fails runs again after an hour. */
export const runMaintenance = async (
  { storage, part, openJobs, personalJobs, guilds, membership, clock, log }: MaintenanceOptions,
  config: Config,
  signal: AbortSignal,
): Promise<void> => {
  const { keys, settings, limits, blocklists } = guilds;
  const own = {
    'jobs that were never shown': () =>
      openJobs.closeParked((job) => job.endedAt < clock.now() - retentionMsOf(config)),
    'jobs of people who deleted their data': () => personalJobs.eraseLeftovers(),
  };
  const shared = {
    'servers that the bot has left': () =>
      purgeLeftGuilds([keys, settings, limits, blocklists], membership, log),
    'unused keys': () => keys.dispose(),
    // Last, so that what was just removed can't be read in the files either.
    'expired rows': () => storage.clean(),
  };
  const tasks = part === 0 ? { ...own, ...shared } : own;
  while (!signal.aborted) {
    for (const [what, task] of Object.entries(tasks)) {
      await task().catch((error: unknown) => {
        if (!signal.aborted) log.error("couldn't remove expired data", { what, error });
      });
    }
    await clock.sleep(MAINTENANCE_INTERVAL_MS, signal);
  }
};
