/** docs.discord.com/developers/reference#snowflakes: milliseconds since the first second of 2015. */
const DISCORD_EPOCH_MS = 1_420_070_400_000n;

/** Makes ids that grow, each carrying the time of its making. */
export class SnowflakeSource {
  readonly #now: () => number;
  #last = 0n;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(): string {
    const fromClock = (BigInt(Math.floor(this.#now())) - DISCORD_EPOCH_MS) << 22n;
    // A clock that stands still, or a burst within one millisecond, still gives ids in order.
    this.#last = fromClock > this.#last ? fromClock : this.#last + 1n;
    return this.#last.toString();
  }
}

export const isSnowflake = (text: string): boolean => /^\d{15,20}$/.test(text);

/** docs.discord.com/developers/events/gateway#sharding; what belongs to no guild goes to shard 0. */
export const shardOf = (guildId: string | null, shardCount: number): number =>
  guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(shardCount));
