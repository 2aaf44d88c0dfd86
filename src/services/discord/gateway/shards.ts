import type { GatewayOptions } from './gateway.ts';

/** What a shard is told apart by: https://docs.discord.com/developers/events/gateway#sharding */
const GUILD_ID_SHIFT = 22n;

/**
 * Whether what happens in a server reaches this process, and so its jobs are its own. What happens outside of servers
 * reaches shard 0.
 *
 * @param guildId undefined outside of servers.
 */
export const isOurs = (shards: GatewayOptions['shards'], guildId: string | undefined): boolean => {
  if (shards === 'auto') return true;
  const shard =
    guildId === undefined ? 0 : Number((BigInt(guildId) >> GUILD_ID_SHIFT) % BigInt(shards.total));
  return shards.ids.includes(shard);
};
