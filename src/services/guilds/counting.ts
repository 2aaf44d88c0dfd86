import type { Clock } from '../../clock.ts';
import type { Log } from '../operations/log.ts';
import type { Storage } from '../storage/store.ts';
import { isShared } from './account.ts';
import type { GuildObserver } from './observer.ts';
import type { GuildSettings } from './settings/index.ts';
import { ownerOf, sharedOwnerOf, Usage } from './usage/index.ts';
import { parseTally } from './usage/tally.ts';

export interface CountingOptions {
  storage: Pick<Storage, 'open'>;
  sharedKeyDailyLimit: number;
  settings: Pick<GuildSettings, 'of'>;
  clock: Clock;
  log: Log;
}

/** Each server and person counts its jobs; those that the operator's key pays for are counted once more, in days of UTC. */
export const createUsage = ({ storage, sharedKeyDailyLimit, settings, ...outside }: CountingOptions): Usage =>
  new Usage(
    {
      ...outside,
      store: storage.open('usage', parseTally),
      timeZoneOf: async (guildId) => (await settings.of(guildId)).timeZone,
    },
    (job) =>
      sharedKeyDailyLimit > 0 && isShared(job.account) ? [ownerOf(job), sharedOwnerOf(job)] : [ownerOf(job)],
  );

/** Has everything counted that happens to jobs. */
export const usageObserver = (usage: Usage): GuildObserver => ({
  accepted: (job) => {
    usage.reserve(job);
  },
  withdrawn: (job) => {
    usage.release(job);
  },
  taken: (job) => {
    usage.record(job);
  },
  ended: (job) => {
    usage.record(job);
  },
  closing: (job) => usage.settle(job),
  closed: (job) => {
    usage.release(job);
  },
  takenUp: (jobs) => {
    usage.takeUp(jobs);
  },
});
