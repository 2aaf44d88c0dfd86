/** What a shard is told apart by: https://docs.discord.com/developers/events/gateway#sharding */
const GUILD_ID_SHIFT = 22n;

/** Which of so many shards a server belongs to. What happens outside of servers reaches the first. */
export const shardOf = (guildId: string | undefined, total: number): number =>
  guildId === undefined || total === 1 ? 0 : Number((BigInt(guildId) >> GUILD_ID_SHIFT) % BigInt(total));
