import { fault, fieldFault } from '../errors.ts';
import type { Channel } from '../model.ts';
import { MessageType, Permission } from '../numbers.ts';
import type { CreateMessageBody } from '../rules/messages.ts';
import { grantedIn, has, permissionsIn, requireBotPermissions } from '../state/permissions.ts';
import { emitChange, type Core, type StoredMessage } from '../state/state.ts';
import { applyBody, type ContentBody, type Draft, emptyContent, type UploadRules } from './content.ts';
import { guildUploadLimit } from './files.ts';
import {
  insertMessage,
  type MentionSetting,
  referenceTo,
  removeMessage,
  replaceContent,
  storedMessagesIn,
} from './store.ts';

/** How long a nonce is remembered; Discord says "the past few minutes". */
const NONCE_MEMORY_MS = 3 * 60_000;

/** @throws DiscordFault 10003 unknown, 50001 hidden from the bot */
export const channelForBot = (core: Core, channelId: string): Channel => {
  const channel = core.state.channels.get(channelId);
  if (!channel) throw fault('unknownChannel');
  requireBotPermissions(core.state, channel);
  return channel;
};

/**
 * Opens an archived thread: docs.discord.com/developers/resources/channel#modify-channel
 *
 * @throws DiscordFault also 50013, when it is locked
 */
export const reopenThread = (core: Core, channelId: string): Channel => {
  const channel = channelForBot(core, channelId);
  const { ManageThreads, SendMessagesInThreads } = Permission;
  requireBotPermissions(core.state, channel, channel.locked ? ManageThreads : SendMessagesInThreads);
  channel.archived = false;
  emitChange(core, { kind: 'channel-updated', channel });
  return channel;
};

/** @throws DiscordFault also 10008; ephemeral messages do not exist for the bot's token */
export const messageForBotToken = (core: Core, channelId: string, messageId: string) => {
  const channel = channelForBot(core, channelId);
  const message = core.state.messages.get(messageId);
  if (message?.channel_id !== channelId || message.ephemeralTo !== null) throw fault('unknownMessage');
  return { channel, message };
};

const uploadRules = (core: Core, channel: Channel): UploadRules => ({
  channelId: channel.id,
  limitBytes: guildUploadLimit(core, channel.guildId),
});

const botPermissions = (core: Core, channel: Channel): bigint =>
  permissionsIn(core.state, channel, core.state.applicationId);

const mentionsOf = (
  core: Core,
  channel: Channel,
  body: ContentBody,
  repliedUserId?: string,
): MentionSetting => ({
  allowed: body.allowed_mentions,
  defaults: 'all',
  mayMentionEveryone: has(botPermissions(core, channel), Permission.MentionEveryone),
  repliedUserId,
});

const checkMaySend = (core: Core, channel: Channel, { body, uploads }: Draft): void => {
  const { SendMessages, SendMessagesInThreads } = Permission;
  requireBotPermissions(
    core.state,
    channel,
    channel.kind === 'thread' ? SendMessagesInThreads : SendMessages,
  );
  if (body.embeds?.length) requireBotPermissions(core.state, channel, Permission.EmbedLinks);
  if (uploads.length > 0) requireBotPermissions(core.state, channel, Permission.AttachFiles);
  const refuses = (id: string): boolean =>
    id !== core.state.applicationId && core.state.users.get(id)?.acceptsDirectMessages === false;
  if (channel.kind === 'direct' && channel.recipientIds.some(refuses)) throw fault('cannotMessageUser');
  if (!channel.locked || has(botPermissions(core, channel), Permission.ManageThreads)) return;
  throw channel.archived ? fault('threadArchived') : fault('threadLocked');
};

const referenceOf = (core: Core, channel: Channel, body: CreateMessageBody) => {
  const wanted = body.message_reference;
  if (!wanted) return {};
  if (!has(botPermissions(core, channel), Permission.ReadMessageHistory)) throw fault('replyNeedsHistory');
  const target = core.state.messages.get(wanted.message_id);
  if (target?.channel_id !== channel.id || target.ephemeralTo !== null) {
    if (wanted.fail_if_not_exists === false) return {};
    throw fieldFault(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE');
  }
  return { reference: referenceTo(channel, target.id), repliedUserId: target.authorId };
};

const findByNonce = (core: Core, channel: Channel, nonce: string | number): StoredMessage | undefined => {
  const since = core.options.now() - NONCE_MEMORY_MS;
  return storedMessagesIn(core, channel.id).findLast(
    (message) =>
      message.nonce === nonce &&
      message.authorId === core.state.applicationId &&
      Date.parse(message.timestamp) >= since,
  );
};

/** A new message by the bot's token. */
export const createBotMessage = (core: Core, channelId: string, draft: Draft<CreateMessageBody>) => {
  const { body } = draft;
  const channel = channelForBot(core, channelId);
  checkMaySend(core, channel, draft);
  if (body.enforce_nonce && body.nonce !== undefined) {
    const earlier = findByNonce(core, channel, body.nonce);
    if (earlier) return earlier;
  }
  const { reference, repliedUserId } = referenceOf(core, channel, body);
  const content = applyBody(core, emptyContent(), draft, uploadRules(core, channel));
  return insertMessage(core, content, {
    channel,
    authorId: core.state.applicationId,
    type: reference ? MessageType.Reply : MessageType.Default,
    mentions: mentionsOf(core, channel, body, repliedUserId),
    ...(reference && { reference }),
    ...(body.nonce !== undefined && { nonce: body.nonce }),
  });
};

/** Where embeds aren't allowed, an edit that holds some is taken without them: github.com/discord/discord-api-docs/issues/2601 */
const withoutEmbeds = (core: Core, channel: Channel, draft: Draft): Draft =>
  draft.body.embeds && !has(grantedIn(core.state, channel, core.state.applicationId), Permission.EmbedLinks)
    ? { ...draft, body: { ...draft.body, embeds: [] } }
    : draft;

/** Seeing the channel is enough to edit one's own message; an archived thread is closed to it. */
export const editBotMessage = (core: Core, channelId: string, messageId: string, draft: Draft) => {
  const { channel, message } = messageForBotToken(core, channelId, messageId);
  if (message.authorId !== core.state.applicationId) throw fault('authoredByAnother');
  if (channel.archived) throw fault('threadArchived');
  if (draft.uploads.length > 0) requireBotPermissions(core.state, channel, Permission.AttachFiles);
  const content = applyBody(core, message, withoutEmbeds(core, channel, draft), uploadRules(core, channel));
  return replaceContent(core, message, content, mentionsOf(core, channel, draft.body));
};

/** Its own messages always; other people's only with Manage Messages, and never in direct messages. */
export const deleteBotMessage = (core: Core, channelId: string, messageId: string): void => {
  const { channel, message } = messageForBotToken(core, channelId, messageId);
  if (message.authorId !== core.state.applicationId) {
    if (channel.guildId === null) throw fault('wrongInDirectMessages');
    if (!has(botPermissions(core, channel), Permission.ManageMessages)) throw fault('missingPermissions');
  }
  removeMessage(core, message);
};

/** @throws DiscordFault 50001 without Read Message History */
export const requireHistory = (core: Core, channel: Channel): void => {
  if (!has(botPermissions(core, channel), Permission.ReadMessageHistory)) throw fault('missingAccess');
};
