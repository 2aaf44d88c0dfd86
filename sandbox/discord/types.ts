import type { EventEmitter } from 'node:events';
import type { Channel, CommandRule, Guild, Message, Overwrite, Role, User } from './model.ts';
import type { Person } from './people/types.ts';
import type {
  Failure,
  FaultControls,
  GatewayControls,
  RecordedDispatch,
  RecordedRequest,
} from './records.ts';
import type { ApplicationCommand } from './rules/commands.ts';
import type { InteractionView } from './user-side/protocol.ts';

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
  /** Serves what lies outside of `/api`, `/user` and the files: the page that looks like Discord. */
  page: ((path: string) => { contentType: string; body: string | Uint8Array } | undefined) | undefined;
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
  interaction: [InteractionView];
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

/** Adding to the world while it runs; the bot is told as Discord would tell it. */
export interface WorldBuilders {
  addUser(user: Partial<Omit<User, 'id'>> & { username: string }): WorldPerson;
  /** `withBot` false: a server that the bot is not in, where people may bring it along by a user install. */
  addGuild(guild: {
    name: string;
    memberIds?: string[];
    withBot?: boolean;
    premiumTier?: 0 | 1 | 2 | 3;
    ownerId?: string;
  }): WorldGuild;
  addMember(guildId: string, userId: string, roleIds?: string[]): void;
  addRole(guildId: string, role: { name: string; permissions?: bigint }): Role;
  addChannel(guildId: string, name: string): Channel;
  addThread(channelId: string, name: string): Channel;
  /** A conversation between people, without the bot. */
  addPrivateChannel(userIds: string[]): Channel;
  /** Returns the emoji as the API names it, `name:id`. */
  addEmoji(guildId: string, name: string): string;
  setOverwrite(channelId: string, overwrite: Overwrite): void;
}

/** What happens to a bot from outside. */
export interface StateControls {
  deleteMessage(messageId: string): void;
  deleteChannel(channelId: string): void;
  hideChannelFromBot(channelId: string): void;
  showChannelToBot(channelId: string): void;
  /** From now on the channel is for adults. */
  restrictChannelByAge(channelId: string): void;
  archiveThread(channelId: string): void;
  unarchiveThread(channelId: string): void;
  lockThread(channelId: string): void;
  /** The token stops working now, as it does 15 minutes after its interaction. */
  expireToken(interactionToken: string): void;
  expireAllTokens(): void;
  /** How long interaction tokens work from now on, those that are out included. */
  setTokenLifetime(lifetimeMs: number): void;
  /** The bot is thrown out of a server. */
  removeBot(guildId: string): void;
  /** The bot comes (back) into a server. */
  addBot(guildId: string): void;
  /** An outage: the bot sees the server as unavailable until it ends. */
  setGuildUnavailable(guildId: string, unavailable: boolean): void;
  /** This person runs the bot from now on; at first it is the world's admin. */
  setApplicationOwner(userId: string): void;
  /** From now on messages to this person answer 50007. */
  closeDirectMessages(userId: string): void;
  /** What a server's admins say about who may use a command, or the whole application by its id. */
  setCommandRules(guildId: string, id: string, rules: readonly CommandRule[]): void;
  /** A file is gone for good, as what was attached to a command is after a while. */
  removeFile(url: string): void;
}

/** The same with numbers instead of enums, as it comes over the wire. */
type PlainNumbers<T> = T extends number
  ? number
  : T extends object
    ? { [Key in keyof T]: PlainNumbers<T[Key]> }
    : T;

/** A running stand-in for Discord. */
export interface Discord extends WorldBuilders, StateControls {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** What a client gets as its `api` option: `http://127.0.0.1:PORT/api`. */
  apiUrl: string;
  botToken: string;
  applicationId: string;
  world: World;
  requests: RecordedRequest[];
  dispatches: RecordedDispatch[];
  failures: Failure[];
  /** How many answers were 401, 403 or a 429 that counts towards Discord's ban of 10,000 in 10 minutes. */
  invalidRequests: number;
  events: EventEmitter<DiscordEventMap>;
  gateway: GatewayControls;
  faults: FaultControls;
  /** The person with this id, ready to act. */
  as(userId: string): Person;
  message(messageId: string): Message | undefined;
  /** Everything in a channel, oldest first, ephemeral messages included. */
  messagesIn(channelId: string): Message[];
  /** Every state a message has had, oldest first; kept after its deletion. */
  historyOf(messageId: string): Message[];
  commands(guildId?: string): PlainNumbers<ApplicationCommand>[];
  /** The bot's permissions in a channel. */
  botPermissionsIn(channelId: string): bigint;
  channel(channelId: string): Channel | undefined;
  guild(guildId: string): Guild | undefined;
  /**
   * Settles with the first value of `condition` that is neither false nor nullish, looked at after every change.
   * @throws Error with `what` and the last requests after `timeoutMs` (default 5,000), in real time.
   */
  until<T>(
    condition: () => T | false | null | undefined,
    options: { what: string; timeoutMs?: number },
  ): Promise<T>;
  /** What happened last, one line each; for the message of a failing test. */
  transcript(lines?: number): string;
  stop(): Promise<void>;
}
