import type { Config } from '../config.ts';
import { Ownership, type OwnershipEvent } from '../services/storage/ownership.ts';
import type { Fence, Storage } from '../services/storage/store.ts';
import type { Runtime } from './runtime.ts';

/** What a shard is told apart by: https://docs.discord.com/developers/events/gateway#sharding */
const GUILD_ID_SHIFT = 22n;
const OWNER_BYTES = 8;

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
} as const satisfies Record<OwnershipEvent['kind'], readonly ['info' | 'warn' | 'error', string]>;

/** The shards of this process, where several processes can use the same store. */
export interface OwnShards {
  ownership: Ownership;
  /** Whether this process gets the events of a server, or of direct messages (undefined), and so owns their jobs. */
  isOurs: (guildId: string | undefined) => boolean;
  /** The fence for writes about a server. */
  fenceOf: (guildId: string | undefined) => Fence | undefined;
}

export const createOwnShards = (
  { shards }: Config,
  { clock, random, randomBytes, log }: Runtime,
  { leases }: Storage,
  onEvent: (kind: OwnershipEvent['kind']) => void,
): OwnShards => {
  // With `auto`, Discord decides the number of shards. This process has all of them, so other processes see one slot.
  const { ids: slots, total } = shards === 'auto' ? { ids: [0], total: 1 } : shards;
  const ownership = new Ownership({
    leases,
    claim: { owner: randomBytes(OWNER_BYTES).toString('hex'), slots, total },
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
    isOurs: (guildId) => slots.includes(shardOf(guildId, total)),
    fenceOf: (guildId) => ownership.fence(shardOf(guildId, total)),
  };
};
