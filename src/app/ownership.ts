import type { Config } from '../config.ts';
import type { SharedJobs } from '../services/jobs/job-stores.ts';
import type { GatewayShards } from '../services/discord/gateway/gateway.ts';
import { Ownership, type OwnershipEvent } from '../services/storage/ownership.ts';
import type { Fence, Storage } from '../services/storage/store.ts';
import type { Runtime } from './runtime.ts';

/** What a shard is told apart by: https://docs.discord.com/developers/events/gateway#sharding */
const GUILD_ID_SHIFT = 22n;

/** Which of so many shards a server belongs to. What happens outside of servers reaches the first. */
export const shardOf = (guildId: string | undefined, total: number): number =>
  guildId === undefined || total === 1 ? 0 : Number((BigInt(guildId) >> GUILD_ID_SHIFT) % BigInt(total));

/** How each event stands in the log. */
const LINES = {
  waiting: ['info', 'another process does this work: standing by'],
  taken: ['info', 'took the work over'],
  failed: ['warn', 'the lease could not be asked for, or not be renewed'],
  suspended: ['error', 'the lease is in doubt: nothing is done until it is renewed'],
  resumed: ['info', 'the lease is renewed: the work goes on'],
  lost: ['error', 'the lease is lost: another process does this work'],
  rebalance: ['info', 'the shares have changed: handing over, to take another one'],
} as const satisfies Record<OwnershipEvent['kind'], readonly ['info' | 'warn' | 'error', string]>;

/** The part of the work that is this process's, if others can be on the same store. */
export interface OwnShards {
  ownership: Ownership;
  /** Whether what happens in a server, or outside of servers, reaches this process, and so its jobs are its own. */
  isOurs: (guildId: string | undefined) => boolean;
  /** What writes about a server are compared with. */
  fenceOf: (guildId: string | undefined) => Fence | undefined;
  /** What to connect to Discord with, once the slots are this process's own. */
  gatewayShards: () => GatewayShards;
  /** What is to be known of the processes that have other jobs in the store; undefined where one has them all. */
  shared: SharedJobs | undefined;
}

/** @param self who this process is to the others, for as long as it runs, and whether it gave up its slots a moment ago. */
export const createOwnShards = (
  { shards }: Config,
  { clock, random, log }: Runtime,
  { leases, mail }: Storage,
  self: { owner: string; isBack: boolean },
  onEvent: (kind: OwnershipEvent['kind']) => void,
): OwnShards => {
  // Discord decides how many shards `auto` is, and all of them are this process's: to other processes they are one.
  const { ids: slots, total } = shards === 'auto' ? { ids: [0], total: 1 } : shards;
  const ownership = new Ownership({
    leases,
    claim: { owner: self.owner, slots, total },
    isBack: self.isBack,
    ...{ clock, random, monotonic: () => performance.now() },
    onEvent: (event) => {
      const [level, message] = LINES[event.kind];
      log[level](message, {
        ...('error' in event && { error: event.error }),
        ...('slots' in event && { slots: event.slots.join(', ') }),
      });
      onEvent(event.kind);
    },
  });
  return {
    ownership,
    isOurs: (guildId) => ownership.slots.includes(shardOf(guildId, total)),
    fenceOf: (guildId) => ownership.fence(shardOf(guildId, total)),
    shared:
      mail && total > 1
        ? {
            ...{ mail, slots: total, slotOf: ({ guildId }) => shardOf(guildId, total) },
            owns: (slot) => ownership.slots.includes(slot),
          }
        : undefined,
    gatewayShards: () => (shards === 'auto' ? shards : { ids: ownership.slots, total }),
  };
};
