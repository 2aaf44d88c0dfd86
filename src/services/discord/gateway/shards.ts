import type { GatewayOptions } from './gateway.ts';

/** What a shard is told apart by: https://docs.discord.com/developers/events/gateway#sharding */
const GUILD_ID_SHIFT = 22n;

/** Discord decides how many shards `auto` is, and all of them are this process's: to other processes they are one. */
export const slotsOf = (shards: GatewayOptions['shards']): { ids: readonly number[]; total: number } =>
  shards === 'auto' ? { ids: [0], total: 1 } : shards;

/** Which of the slots a server belongs to. What happens outside of servers reaches the first. */
export const slotOf = (shards: GatewayOptions['shards'], guildId: string | undefined): number => {
  const { total } = slotsOf(shards);
  return guildId === undefined || total === 1
    ? 0
    : Number((BigInt(guildId) >> GUILD_ID_SHIFT) % BigInt(total));
};

/**
 * Whether what happens in a server reaches this process, and so its jobs are its own.
 *
 * @param guildId undefined outside of servers.
 */
export const isOurs = (shards: GatewayOptions['shards'], guildId: string | undefined): boolean =>
  slotsOf(shards).ids.includes(slotOf(shards, guildId));
