import { fault } from '../errors.ts';
import type { Channel, Component, Emoji, MessageReference, Pings } from '../model.ts';
import type { MessageType } from '../numbers.ts';
import { flatten } from '../rules/component-layout.ts';
import type { AllowedMentions } from '../rules/messages.ts';
import { type Core, emitChange, type StoredMessage, type StoredReaction } from '../state/state.ts';
import type { Content } from './content.ts';
import { messageView } from './view.ts';

/** Whose words are looked at, and what may be mentioned at all. */
export interface MentionSetting {
  allowed: AllowedMentions | undefined;
  /** What counts without `allowed_mentions`: interactions and webhooks mention users only. */
  defaults: 'all' | 'users';
  mayMentionEveryone: boolean;
  /** The author of the message that is replied to. */
  repliedUserId: string | undefined;
}

const idsIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap((match) => match[1] ?? [])),
];

/** The words that can mention people: content and text displays, never embeds. */
const mentioningText = (content: string, components: readonly Component[]): string =>
  [content, ...flatten(components).flatMap((part) => part.content ?? [])].join('\n');

/**
 * Whom a message notifies. Mentions inside code blocks count too: rather too many than too few.
 * Rules: docs.discord.com/developers/resources/message#allowed-mentions-object
 */
const pingsOf = (text: string, setting: MentionSetting): Pings => {
  const { allowed, defaults, mayMentionEveryone, repliedUserId } = setting;
  const parse = allowed
    ? (allowed.parse ?? [])
    : defaults === 'all'
      ? ['everyone', 'users', 'roles']
      : ['users'];
  const select = (found: string[], kind: 'users' | 'roles'): string[] =>
    parse.includes(kind) ? found : found.filter((id) => allowed?.[kind]?.includes(id));
  const users = select(idsIn(text, /<@!?(\d{15,20})>/g), 'users');
  const pingsReplied = allowed ? allowed.replied_user === true : true;
  if (pingsReplied && repliedUserId !== undefined && !users.includes(repliedUserId))
    users.push(repliedUserId);
  return {
    everyone: parse.includes('everyone') && mayMentionEveryone && /@(everyone|here)\b/.test(text),
    users,
    roles: select(idsIn(text, /<@&(\d{15,20})>/g), 'roles'),
  };
};

/** What a new message has besides its content. */
export interface MessageOrigin {
  channel: Channel;
  authorId: string;
  type: MessageType;
  mentions: MentionSetting;
  ephemeralTo?: string | null;
  interactionId?: string;
  metadata?: Record<string, unknown>;
  reference?: MessageReference;
  nonce?: string | number;
}

const keepState = (core: Core, message: StoredMessage): void => {
  if (!core.options.keepHistory) return;
  const states = core.state.history.get(message.id) ?? [];
  states.push(messageView(core, message));
  core.state.history.set(message.id, states);
};

const mentionFields = (content: Content, mentions: MentionSetting) => {
  const pings = pingsOf(mentioningText(content.content, content.components), mentions);
  return { pings, mentionIds: pings.users, mention_roles: pings.roles, mention_everyone: pings.everyone };
};

/** How a message names the one that it answers. */
export const referenceTo = (channel: Channel, messageId: string): MessageReference => ({
  type: 0,
  message_id: messageId,
  channel_id: channel.id,
  ...(channel.guildId !== null && { guild_id: channel.guildId }),
});

/** Puts a new message into its channel and tells everybody. */
export const insertMessage = (core: Core, content: Content, origin: MessageOrigin): StoredMessage => {
  const { channel } = origin;
  const message: StoredMessage = {
    id: core.ids.next(),
    channel_id: channel.id,
    guildId: channel.guildId,
    ephemeralTo: origin.ephemeralTo ?? null,
    type: origin.type,
    authorId: origin.authorId,
    timestamp: new Date(core.options.now()).toISOString(),
    edited_timestamp: null,
    tts: false,
    pinned: false,
    storedReactions: [],
    interactionId: origin.interactionId ?? null,
    ...content,
    ...mentionFields(content, origin.mentions),
    ...(origin.nonce !== undefined && { nonce: origin.nonce }),
    ...(origin.authorId === core.state.applicationId && { application_id: core.state.applicationId }),
    ...(origin.interactionId !== undefined && { webhook_id: core.state.applicationId }),
    ...(origin.metadata && { interaction_metadata: origin.metadata }),
    ...(origin.reference && { message_reference: origin.reference }),
  };
  core.state.messages.set(message.id, message);
  const inChannel = core.state.messagesByChannel.get(channel.id);
  if (inChannel) inChannel.push(message.id);
  else core.state.messagesByChannel.set(channel.id, [message.id]);
  if (message.ephemeralTo === null) channel.lastMessageId = message.id;
  // Sending wakes an archived thread: docs.discord.com/developers/topics/threads#archived-threads
  channel.archived = false;
  keepState(core, message);
  emitChange(core, { kind: 'message-created', message });
  return message;
};

/** Gives a message its new content and tells everybody. */
export const replaceContent = (
  core: Core,
  message: StoredMessage,
  content: Content,
  mentions: MentionSetting,
): StoredMessage => {
  Object.assign(message, content, mentionFields(content, mentions));
  message.edited_timestamp = new Date(core.options.now()).toISOString();
  keepState(core, message);
  emitChange(core, { kind: 'message-updated', message });
  return message;
};

/** Takes a message away; its history stays. */
export const removeMessage = (core: Core, message: StoredMessage): void => {
  core.state.messages.delete(message.id);
  emitChange(core, { kind: 'message-deleted', message });
};

/** The messages of a channel, oldest first. */
export const storedMessagesIn = (core: Core, channelId: string): StoredMessage[] =>
  (core.state.messagesByChannel.get(channelId) ?? []).flatMap((id) => core.state.messages.get(id) ?? []);

// docs.discord.com/developers/topics/opcodes-and-status-codes, code 30010
const EMOJIS_PER_MESSAGE = 20;
const UNICODE_EMOJI = new RegExp('^(\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\uFE0F?)$', 'v');

/**
 * Reads an emoji as the API names it: the character itself, since no server here has emojis of its own.
 * @throws DiscordFault 10014
 */
export const parseEmoji = (text: string): Emoji => {
  if (!UNICODE_EMOJI.test(text)) throw fault('unknownEmoji');
  return { id: null, name: text };
};

const isSame = (one: Emoji, other: Emoji): boolean =>
  one.name.replaceAll('\uFE0F', '') === other.name.replaceAll('\uFE0F', '');

export const findReaction = (message: StoredMessage, emoji: Emoji): StoredReaction | undefined =>
  message.storedReactions.find((reaction) => isSame(reaction.emoji, emoji));

/**
 * Adds a person's reaction; a second one with the same emoji changes nothing.
 * @throws DiscordFault 30010
 */
export const addReaction = (core: Core, message: StoredMessage, emoji: Emoji, userId: string): void => {
  let reaction = findReaction(message, emoji);
  if (!reaction) {
    if (message.storedReactions.length >= EMOJIS_PER_MESSAGE) throw fault('tooManyReactions');
    reaction = { emoji, userIds: new Set() };
    message.storedReactions.push(reaction);
  }
  if (reaction.userIds.has(userId)) return;
  reaction.userIds.add(userId);
  emitChange(core, { kind: 'reaction-added', message, userId, emoji: reaction.emoji });
};

/** Takes a person's reaction away, if it is there. */
export const removeReaction = (core: Core, message: StoredMessage, emoji: Emoji, userId: string): void => {
  const reaction = findReaction(message, emoji);
  if (!reaction?.userIds.delete(userId)) return;
  if (reaction.userIds.size === 0)
    message.storedReactions.splice(message.storedReactions.indexOf(reaction), 1);
  emitChange(core, { kind: 'reaction-removed', message, userId, emoji: reaction.emoji });
};
