import type { Config } from '../config.ts';
import type { SharedJobs } from '../services/jobs/job-stores.ts';
import type { GatewayShards } from '../services/discord/gateway/client.ts';
import { Ownership, type OwnershipEvent } from '../services/storage/ownership.ts';
import type { Fence, Storage } from '../services/storage/store.ts';
import type { Runtime } from './runtime.ts';

/** What a shard is told apart by: https://docs.discord.com/developers/events/gateway#sharding */
const GUILD_ID_SHIFT = 22n;

/** Which of so many shards a server belongs to. What happens outside of servers reaches the first. */
export const shardOf = (guildId: string | undefined, total: number): number =>
  guildId === undefined || total === 1 ? 0 : Number((BigInt(guildId) >> GUILD_ID_SHIFT) % BigInt(total));

/** The log line of each event. */
const LINES = {
  waiting: ['info', 'standing by: another process has these shards'],
  taken: ['info', 'took over these slots'],
  failed: ['warn', "couldn't take or renew the lease"],
  suspended: ['error', 'the lease is in doubt: pausing until it is renewed'],
  resumed: ['info', 'the lease is renewed: continuing'],
  lost: ['error', 'the lease is lost: another process has taken over'],
  rebalance: ['info', 'the fair share has changed: releasing all slots to take the new share'],
} as const satisfies Record<OwnershipEvent['kind'], readonly ['info' | 'warn' | 'error', string]>;

/** The shards of this process, where several processes can use the same store. */
export interface OwnShards {
  ownership: Ownership;
  /** Whether this process gets the events of a server, or of direct messages (undefined), and so owns their jobs. */
  isOurs: (guildId: string | undefined) => boolean;
  /** The fence for writes about a server. */
  fenceOf: (guildId: string | undefined) => Fence | undefined;
  /** The shards to connect to Discord with, once this process holds its slots. */
  gatewayShards: () => GatewayShards;
  /** How the jobs are shared; undefined where one process owns all of them. */
  shared: SharedJobs | undefined;
}

/** @param self identifies this process while it runs; `isBack`: it released its slots a moment ago to take its new share. */
export const createOwnShards = (
  { shards }: Config,
  { clock, random, log }: Runtime,
  { leases }: Storage,
  self: { owner: string; isBack: boolean },
  onEvent: (kind: OwnershipEvent['kind']) => void,
): OwnShards => {
  // With `auto`, Discord decides the number of shards. This process has all of them, so other processes see one slot.
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
      leases && total > 1
        ? {
            ...{ slots: total, slotOf: ({ guildId }) => shardOf(guildId, total) },
            owns: (slot) => ownership.slots.includes(slot),
          }
        : undefined,
    gatewayShards: () => (shards === 'auto' ? shards : { ids: ownership.slots, total }),
  };
};
