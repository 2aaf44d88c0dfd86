import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../operations/log.ts';
import type { Storage } from '../storage/store.ts';
import { isShared } from '../accounts/account.ts';
import type { GuildObserver } from '../accounts/observer.ts';
import { ownerOf, sharedOwnerOf, Usage } from './usage.ts';
import { parseTally } from './tally.ts';

export interface CountingOptions {
  storage: Pick<Storage, 'open'>;
  sharedKeyDailyLimit: number;
  /** The IANA time zone in which a server counts its days. */
  timeZoneOf: (guildId: string) => Promise<string>;
  clock: Clock;
  log: Log;
}

/** Each server and person counts its jobs; those that the operator's key pays for are counted once more, in days of UTC. */
export const createUsage = ({ storage, sharedKeyDailyLimit, ...runtime }: CountingOptions): Usage =>
  new Usage(
    {
      ...runtime,
      store: storage.open('usage', parseTally),
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
