import { ClientRefusal, DiscordFault } from '../errors.ts';
import { storeFile } from '../messages/files.ts';
import {
  addReaction,
  findReaction,
  insertMessage,
  parseEmoji,
  removeMessage,
  removeReaction,
} from '../messages/store.ts';
import { messageView } from '../messages/view.ts';
import type { Channel } from '../model.ts';
import { MessageType, Permission } from '../numbers.ts';
import { has, permissionsIn } from '../state/permissions.ts';
import type { Core } from '../state/state.ts';
import { visibleChannel, visibleMessage } from './find.ts';
import type { PickedFile } from './types.ts';

/** A client shows a fault of Discord's as a refusal. */
const asRefusal = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (error instanceof DiscordFault) throw new ClientRefusal(error.message, { cause: error });
    throw error;
  }
};

const requirePermission = (
  core: Core,
  channel: Channel,
  userId: string,
  wanted: bigint,
  what: string,
): void => {
  if (!has(permissionsIn(core.state, channel, userId), wanted))
    throw new ClientRefusal(`no permission to ${what}`);
};

const send = (core: Core, userId: string, channelId: string, content: string, files: PickedFile[]) => {
  const channel = visibleChannel(core, userId, channelId);
  const wanted = channel.kind === 'thread' ? Permission.SendMessagesInThreads : Permission.SendMessages;
  requirePermission(core, channel, userId, wanted, 'send messages');
  if (files.length > 0) requirePermission(core, channel, userId, Permission.AttachFiles, 'attach files');
  const limit = core.state.users.get(userId)?.uploadLimitBytes ?? 0;
  if (files.some(({ bytes }) => bytes.byteLength > limit))
    throw new ClientRefusal(`a file is larger than ${limit} bytes`);
  if (content.trim() === '' && files.length === 0) throw new ClientRefusal('an empty message');
  const stored = files.map((file) => storeFile(core, { contentType: undefined, ...file }, channelId));
  const message = insertMessage(
    core,
    { content: content.trim(), embeds: [], components: [], files: stored, flags: 0 },
    {
      channel,
      authorId: userId,
      type: MessageType.Default,
      mentions: {
        allowed: undefined,
        defaults: 'all',
        mayMentionEveryone: has(permissionsIn(core.state, channel, userId), Permission.MentionEveryone),
        repliedUserId: undefined,
      },
    },
  );
  return messageView(core, message);
};

const react = (core: Core, userId: string, messageId: string, text: string): void => {
  const { message, channel } = visibleMessage(core, userId, messageId);
  if (message.ephemeralTo !== null) throw new ClientRefusal('nobody can react to an ephemeral message');
  if (channel.archived) throw new ClientRefusal('the thread is archived');
  asRefusal(() => {
    const emoji = parseEmoji(text);
    if (!findReaction(message, emoji))
      requirePermission(core, channel, userId, Permission.AddReactions, 'add reactions');
    addReaction(core, message, emoji, userId);
  });
};

/** What one person says, takes back, and reacts to. */
export const talking = (core: Core, userId: string) => ({
  send: (channelId: string, content: string, files: PickedFile[] = []) =>
    send(core, userId, channelId, content, files),
  react: (messageId: string, emoji: string): void => react(core, userId, messageId, emoji),
  unreact: (messageId: string, emoji: string): void => {
    const { message } = visibleMessage(core, userId, messageId);
    const parsed = asRefusal(() => parseEmoji(emoji));
    removeReaction(core, message, parsed, userId);
  },
  deleteMessage: (messageId: string): void => {
    const { message, channel } = visibleMessage(core, userId, messageId);
    if (message.authorId !== userId)
      requirePermission(core, channel, userId, Permission.ManageMessages, 'delete messages');
    removeMessage(core, message);
  },
  /** Takes an ephemeral message away. */
  dismiss: (messageId: string): void => {
    const { message } = visibleMessage(core, userId, messageId);
    if (message.ephemeralTo !== userId) throw new ClientRefusal('only ephemeral messages are dismissed');
    removeMessage(core, message);
  },
});
