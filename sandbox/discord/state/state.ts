import { EventEmitter } from 'node:events';
import type { Channel, CommandRule, Emoji, Guild, Message, User } from '../model.ts';
import type { Modal } from '../people/types.ts';
import type { Choice } from '../rules/choices.ts';
import type { ApplicationCommand } from '../rules/commands.ts';
import type { DiscordEventMap, DiscordOptions, Failure, MessageChange } from '../types.ts';
import { SnowflakeSource } from './snowflake.ts';

/** A file that was uploaded; `base` is its address without signature. */
export interface StoredFile {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly base: string;
  readonly width?: number;
  readonly height?: number;
  readonly ephemeral: boolean;
  description?: string;
  spoiler: boolean;
}

export interface StoredReaction {
  readonly emoji: Emoji;
  readonly userIds: Set<string>;
}

/** A message with its files; addresses of files in it carry no signature until it is shown to somebody. */
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
  readonly type: number;
  readonly ephemeral: boolean;
  /** What `@original` names; null when the answer is no message. */
  readonly messageId: string | null;
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly kind: InteractionKind;
  readonly createdAt: number;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId: string | null;
  readonly context: 0 | 1 | 2;
  readonly owners: Record<string, string>;
  /** What an answer's `interaction_metadata` says. */
  readonly metadata: Record<string, unknown>;
  /** The message type of the answer: 20 command, 23 context menu, 19 reply to a component's message. */
  readonly answerMessageType: number;
  /** The message whose component was used, also when a modal lay between. */
  readonly sourceMessageId: string | null;
  readonly openedFromModal: boolean;
  readonly forcedEphemeral: boolean;
  readonly attachmentLimitBytes: number;
  tokenExpired: boolean;
  state: 'waiting' | 'answered' | 'failed';
  answer: InteractionAnswer | null;
  followUps: number;
  modal?: Modal;
  choices?: Choice[];
  /** Fulfilled once the bot has answered or its time is over. */
  readonly settled: Promise<void>;
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
export function messageChangeOf(kind: Extract<Change, { message: StoredMessage }>['kind']): MessageChange {
  if (kind === 'message-created') return 'created';
  return kind === 'message-deleted' ? 'deleted' : 'updated';
}

/** Everything that Discord knows. */
export interface State {
  readonly applicationId: string;
  readonly users: Map<string, User>;
  readonly guilds: Map<string, Guild>;
  readonly channels: Map<string, Channel>;
  /** Of the bot with each person: channel ids by user id. */
  readonly directChannels: Map<string, string>;
  readonly messages: Map<string, StoredMessage>;
  /** Ids in order of creation, of deleted messages too. */
  readonly messagesByChannel: Map<string, string[]>;
  readonly commands: Map<string, ApplicationCommand>;
  /** What admins said about who may use what: by server, then by command or application. */
  readonly commandRules: Map<string, Map<string, readonly CommandRule[]>>;
  readonly interactions: Map<string, Interaction>;
  readonly interactionsByToken: Map<string, Interaction>;
  readonly files: Map<string, StoredFile>;
  readonly history: Map<string, Message[]>;
}

/** What every part of the stand-in works on. */
export interface Core {
  readonly options: DiscordOptions;
  readonly state: State;
  readonly ids: SnowflakeSource;
  readonly changes: EventEmitter<{ change: [Change] }>;
  readonly events: EventEmitter<DiscordEventMap>;
  readonly failures: Failure[];
  /** Known once the server listens. */
  origin: string;
}

export function createCore(options: DiscordOptions): Core {
  const ids = new SnowflakeSource(options.now);
  const events = new EventEmitter<DiscordEventMap>().setMaxListeners(0);
  const changes = new EventEmitter<{ change: [Change] }>().setMaxListeners(0);
  const state: State = {
    applicationId: ids.next(),
    users: new Map(),
    guilds: new Map(),
    channels: new Map(),
    directChannels: new Map(),
    messages: new Map(),
    messagesByChannel: new Map(),
    commands: new Map(),
    commandRules: new Map(),
    interactions: new Map(),
    interactionsByToken: new Map(),
    files: new Map(),
    history: new Map(),
  };
  return { options, state, ids, changes, events, failures: [], origin: '' };
}

export function emitChange(core: Core, change: Change): void {
  core.changes.emit('change', change);
}

/** Writes down something that Discord would not have let pass. */
export function recordFailure(core: Core, what: string, request?: string): void {
  const failure: Failure = { at: core.options.now(), what, ...(request !== undefined && { request }) };
  core.failures.push(failure);
  core.events.emit('failure', failure);
}
