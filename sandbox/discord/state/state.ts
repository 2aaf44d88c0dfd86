import { EventEmitter } from 'node:events';
import type { Channel, CommandRule, Emoji, Guild, Message, User } from '../model.ts';
import type { MessageType } from '../numbers.ts';
import type { Modal } from '../people/types.ts';
import type { ApplicationCommand } from '../rules/commands.ts';
import type { Choice } from '../rules/interactions.ts';
import type { DiscordOptions } from '../options.ts';
import type { DiscordEventMap, Failure, MessageChange } from '../records.ts';

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

/** A file that was uploaded; `base` is its address without signature. */
export interface StoredFile {
  id: string;
  filename: string;
  contentType: string;
  bytes: Uint8Array;
  base: string;
  width?: number;
  height?: number;
  ephemeral: boolean;
  description?: string;
  spoiler: boolean;
}

export interface StoredReaction {
  emoji: Emoji;
  userIds: Set<string>;
}

/** A message with its files; addresses of files in it carry no signature until it is shown. */
export interface StoredMessage extends Omit<Message, 'attachments' | 'reactions' | 'author' | 'mentions'> {
  authorId: string;
  mentionIds: string[];
  files: StoredFile[];
  storedReactions: StoredReaction[];
  /** The interaction whose token wrote it. */
  interactionId: string | null;
}

export type InteractionKind = 'command' | 'component' | 'autocomplete' | 'modal';

export interface InteractionAnswer {
  type: number;
  ephemeral: boolean;
  /** What `@original` names; null when the answer is no message. */
  messageId: string | null;
}

export interface Interaction {
  id: string;
  token: string;
  kind: InteractionKind;
  createdAt: number;
  userId: string;
  channelId: string;
  guildId: string | null;
  context: 0 | 1 | 2;
  owners: Record<string, string>;
  /** What an answer's `interaction_metadata` says. */
  metadata: Record<string, unknown>;
  /** The message type of the answer: 20 command, 23 context menu, 19 reply to a component's message. */
  answerMessageType: MessageType;
  /** The message whose component was used, also when a modal lay between. */
  sourceMessageId: string | null;
  forcedEphemeral: boolean;
  attachmentLimitBytes: number;
  tokenExpired: boolean;
  state: 'waiting' | 'answered' | 'failed';
  answer: InteractionAnswer | null;
  followUps: number;
  modal?: Modal;
  choices?: Choice[];
  /** Fulfilled once the bot has answered or its time is over. */
  settled: Promise<void>;
  settle(): void;
}

/** What happened; gateway and page each make their own events of it. */
export type Change =
  | { kind: 'message-created'; message: StoredMessage }
  | { kind: 'message-updated'; message: StoredMessage }
  | { kind: 'message-deleted'; message: StoredMessage }
  | { kind: 'reaction-added' | 'reaction-removed'; message: StoredMessage; userId: string; emoji: Emoji }
  | { kind: 'interaction-created'; interaction: Interaction; payload: Record<string, unknown> }
  | { kind: 'interaction-changed'; interaction: Interaction }
  | { kind: 'channel-created' | 'channel-updated' | 'channel-deleted'; channel: Channel }
  | { kind: 'guild-joined' | 'guild-left' | 'guild-unavailable' | 'guild-changed'; guild: Guild }
  | { kind: 'commands-changed' };

/** The changes of messages, in the words of `discord.events`; reactions change the message that they stand on. */
export const messageChangeOf = (kind: Extract<Change, { message: StoredMessage }>['kind']): MessageChange => {
  if (kind === 'message-created') return 'created';
  return kind === 'message-deleted' ? 'deleted' : 'updated';
};

const createState = (applicationId: string) => ({
  applicationId,
  /** The person who runs the bot. */
  applicationOwnerId: applicationId,
  users: new Map<string, User>(),
  guilds: new Map<string, Guild>(),
  channels: new Map<string, Channel>(),
  /** Of the bot with each person: channel ids by user id. */
  directChannels: new Map<string, string>(),
  messages: new Map<string, StoredMessage>(),
  /** Ids in order of creation, of deleted messages too. */
  messagesByChannel: new Map<string, string[]>(),
  commands: new Map<string, ApplicationCommand>(),
  /** What admins said about who may use what: by server, then by command or application. */
  commandRules: new Map<string, Map<string, readonly CommandRule[]>>(),
  interactions: new Map<string, Interaction>(),
  interactionsByToken: new Map<string, Interaction>(),
  files: new Map<string, StoredFile>(),
  history: new Map<string, Message[]>(),
});

/** Everything that Discord knows. */
export type State = ReturnType<typeof createState>;

/** What every part of the stand-in works on. */
export interface Core {
  options: DiscordOptions;
  state: State;
  ids: SnowflakeSource;
  changes: EventEmitter<{ change: [Change] }>;
  events: EventEmitter<DiscordEventMap>;
  failures: Failure[];
  /** Known once the server listens. */
  origin: string;
}

/** The shape of a real token. */
const tokenOf = (applicationId: string): string =>
  `${Buffer.from(applicationId).toString('base64url')}.sandbox.not-a-real-token-but-as-long-as-one`;

export const createCore = (options: DiscordOptions): Core => {
  const ids = new SnowflakeSource(options.now);
  const events = new EventEmitter<DiscordEventMap>().setMaxListeners(0);
  const changes = new EventEmitter<{ change: [Change] }>().setMaxListeners(0);
  const state = createState(ids.next());
  options.botToken ||= tokenOf(state.applicationId);
  return { options, state, ids, changes, events, failures: [], origin: '' };
};

export const emitChange = (core: Core, change: Change): void => {
  core.changes.emit('change', change);
};

/** Writes down something that Discord would not have let pass. */
export const recordFailure = (core: Core, what: string, request?: string): void => {
  const failure: Failure = { at: core.options.now(), what, ...(request !== undefined && { request }) };
  core.failures.push(failure);
  core.events.emit('failure', failure);
};
