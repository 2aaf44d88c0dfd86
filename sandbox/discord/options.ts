/** How often a bot may ask: so many requests in so many milliseconds of real time, in which clients wait. */
const RATE_LIMITS = {
  /** All authenticated requests together; interaction and webhook-token routes are exempt. */
  global: { requests: 50, perMs: 1000 },
  /** Writing messages, per channel and method. */
  channelMessages: { requests: 5, perMs: 5000 },
  /** Answering by interaction token, per token. */
  interactionToken: { requests: 5, perMs: 5000 },
  /** Adding and removing reactions, per channel. */
  reactions: { requests: 1, perMs: 250 },
  /** Every other route. */
  other: { requests: 50, perMs: 1000 },
};
export type RateLimitOptions = typeof RATE_LIMITS;

/** What can be said of a stand-in, with what holds when nothing is said: Discord's own numbers, where it tells them. */
export class DiscordOptions {
  /** 0: any free port. */
  port = 0;
  /** Empty: one is made, whose first part names the application, as in every bot's. */
  botToken = '';
  /** Milliseconds since 1970. Message times, tokens and links follow it; people wait in real time. */
  now: () => number = Date.now;
  /** How long the bot has for its first answer: docs.discord.com/developers/interactions/receiving-and-responding */
  answerWithinMs = 3000;
  /** Largest size of one request: docs.discord.com/developers/resources/message#create-message */
  maxRequestBytes = 25 * 1024 * 1024;
  rateLimits: RateLimitOptions | 'off' = RATE_LIMITS;
  /** Whether the application's owner lets people install it for themselves. */
  userInstall = true;
  /** Fields of the application that its owner has set otherwise: docs.discord.com/developers/resources/application */
  application: Record<string, unknown> = {};
  /** How often a day the gateway may be entered: docs.discord.com/developers/events/gateway#rate-limiting */
  sessionStarts = 1_000;
  /** What GET /gateway/bot recommends. */
  shards = 1;
  /** Servers that one shard may hold; a bot in more has to say more: docs.discord.com/developers/events/gateway#sharding */
  guildsPerShard = 2_500;
  heartbeatIntervalMs = 41_250;
  /** The parsed OpenAPI document of the REST API; when given, every request and answer is held against it. */
  openApi: Record<string, unknown> | undefined;
  /** Oldest entries of `requests` and `dispatches` beyond this many are dropped. */
  recordLimit = 50_000;
  /** False: `historyOf` knows nothing, which saves memory in long runs. */
  keepHistory = true;
}
