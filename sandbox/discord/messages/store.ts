import type { Channel, MessageReference } from '../model.ts';
import { emitChange, type Core, type StoredMessage } from '../state/state.ts';
import type { Content } from './content.ts';
import { mentioningText, pingsOf, type MentionSetting } from './pings.ts';
import { messageView } from './view.ts';

/** What a new message has besides its content. */
export interface MessageOrigin {
  channel: Channel;
  authorId: string;
  /** docs.discord.com/developers/resources/message#message-object-message-types */
  type: number;
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
