import { Client, type ClientOptions, GatewayIntentBits, Options } from 'discord.js';
import { restOptions, type RequestMetrics } from './rest.ts';

/** Without the Guilds intent there are no servers to wait for, and every event would wait with them. */
const GUILD_WAIT_MS = 1_000;

export interface GatewayClientOptions {
  discordApiUrl: string;
  metrics: RequestMetrics;
  /** Where several processes connect: waits until none of them has that turn, and takes it for that long. */
  takeTurn?: ((turn: number, forMs: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** The shards of this process out of a total; `auto`: all, and as many as Discord recommends. */
export type GatewayShards = 'auto' | { ids: readonly number[]; total: number };

/** https://docs.discord.com/developers/events/gateway#rate-limiting-and-sharding */
const IDENTIFY_MS = 5_000;

/** Shards of all processes identify in turn; without it, the library looks after those of this one. */
const turns = (takeTurn: NonNullable<GatewayClientOptions['takeTurn']>): Pick<ClientOptions, 'ws'> => ({
  ws: {
    buildIdentifyThrottler: async (manager) => {
      const { session_start_limit: limit } = await manager.fetchGatewayInformation();
      return {
        waitForIdentify: (shardId, signal) => takeTurn(shardId % limit.max_concurrency, IDENTIFY_MS, signal),
      };
    },
  },
});

/** A client of the library's that keeps neither messages nor people. */
export const createClient = (options: GatewayClientOptions, shards: GatewayShards): Client =>
  new Client({
    // Interactions need no intent. https://docs.discord.com/developers/events/gateway#list-of-intents
    intents: [GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
    ...(shards === 'auto' ? { shards } : { shards: shards.ids, shardCount: shards.total }),
    ...(options.takeTurn && turns(options.takeTurn)),
    waitGuildTimeout: GUILD_WAIT_MS,
    allowedMentions: { parse: [] },
    rest: restOptions(options.discordApiUrl, options.metrics),
    makeCache: Options.cacheWithLimits({
      MessageManager: 0,
      DMMessageManager: 0,
      GuildMessageManager: 0,
      ReactionManager: 0,
      ReactionUserManager: 0,
      ThreadMemberManager: 0,
      UserManager: { maxSize: 0, keepOverLimit: (user) => user.id === user.client.user.id },
      GuildMemberManager: { maxSize: 0, keepOverLimit: (member) => member.id === member.client.user.id },
    }),
  });
