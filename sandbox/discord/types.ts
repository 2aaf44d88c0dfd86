import type { Guild, Message, User } from './model.ts';
import type { Failure, RecordedDispatch, RecordedRequest } from './records.ts';

export type * from './records.ts';

/** One allowance: so many requests in so many milliseconds. */
export interface Allowance {
  requests: number;
  perMs: number;
}

/** How often a bot may ask. Measured in real time, because clients wait in real time. */
export interface RateLimitOptions {
  /** All authenticated requests together; interaction and webhook-token routes are exempt. */
  global: Allowance;
  /** Writing messages, per channel and method. */
  channelMessages: Allowance;
  /** Answering by interaction token, per token. */
  interactionToken: Allowance;
  /** Adding and removing reactions, per channel. */
  reactions: Allowance;
  /** Every other route. */
  other: Allowance;
}

export interface DiscordOptions {
  /** 0: any free port. */
  port: number;
  botToken: string;
  applicationName: string;
  /** Milliseconds since 1970. Message times, tokens and links follow it; people wait in real time. */
  now: () => number;
  /** How long the bot has for its first answer. */
  answerWithinMs: number;
  /** How long an interaction token can be used. */
  tokenLifetimeMs: number;
  /** How long a link to an uploaded file works. */
  fileLinkLifetimeMs: number;
  /** Largest size of one request in bytes. */
  maxRequestBytes: number;
  rateLimits: RateLimitOptions | 'off';
  /** Whether the application's owner lets people install it for themselves. */
  userInstall: boolean;
  /** What GET /gateway/bot recommends. */
  shards: number;
  /** Servers that one shard may hold; a bot that is in more has to say more shards. */
  guildsPerShard: number;
  maxConcurrency: number;
  sessionStartLimit: number;
  heartbeatIntervalMs: number;
  /** False: other people's words reach the bot only where Discord shows them without the privileged intent. */
  messageContentIntent: boolean;
  /** The parsed OpenAPI document of the REST API; when given, every request and answer is held against it. */
  openApi: Record<string, unknown> | undefined;
  /** Oldest entries of `requests` and `dispatches` beyond this many are dropped. */
  recordLimit: number;
  /** False: `historyOf` knows nothing, which saves memory in long runs. */
  keepHistory: boolean;
}

export type MessageChange = 'created' | 'updated' | 'deleted';

/** What `discord.events` emits. */
export interface DiscordEventMap {
  request: [RecordedRequest];
  dispatch: [RecordedDispatch];
  message: [MessageChange, Message];
  failure: [Failure];
}

export interface WorldGuild {
  guild: Guild;
  /** A text channel that everybody, the bot too, may use. */
  channelId: string;
  /** A second such channel. */
  secondChannelId: string;
  everyoneRoleId: string;
}

export interface WorldPerson {
  id: string;
  user: User;
  /** The channel of direct messages between this person and the bot. */
  directChannelId: string;
}

/** Two servers and three people, enough for most tests. */
export interface World {
  atelier: WorldGuild;
  gallery: WorldGuild;
  member: WorldPerson;
  secondMember: WorldPerson;
  /** Has Manage Server in both guilds. */
  admin: WorldPerson;
}
