import type { Message, Reaction, User, WireUser } from '../model.ts';
import defaults from '../state/defaults.json' with { type: 'json' };
import type { Core, StoredMessage, StoredReaction } from '../state/state.ts';
import { attachmentOf } from './files.ts';
import { shownAddresses, signAll } from './media.ts';

/** A person or the bot as the API describes it. */
export const wireUser = (
  user: Pick<User, 'id' | 'username' | 'bot'> & { globalName: string | null },
): WireUser => ({
  id: user.id,
  username: user.username,
  discriminator: user.bot ? '0001' : '0',
  global_name: user.bot ? null : user.globalName,
  ...defaults.user,
  ...(user.bot && { bot: true }),
});

/** A person who may be gone by now. */
export const wireUserById = (core: Core, userId: string): WireUser => {
  const user = core.state.users.get(userId);
  if (user) return wireUser(user);
  return wireUser({ id: userId, username: 'deleted_user', globalName: null, bot: false });
};

const reactionView = (core: Core, { emoji, userIds }: StoredReaction): Reaction => ({
  emoji,
  count: userIds.size,
  me: userIds.has(core.state.applicationId),
  userIds: [...userIds],
});

/** A message as tests and the page see it: a copy, links signed now. */
export const messageView = (core: Core, stored: StoredMessage): Message => {
  const { authorId, mentionIds, files, storedReactions, interactionId: _interactionId, ...rest } = stored;
  const shown = shownAddresses(rest);
  const visible = files.filter(({ base }) => !shown.has(base));
  const view: Message = structuredClone({
    ...rest,
    author: wireUserById(core, authorId),
    mentions: mentionIds.map((id) => wireUserById(core, id)),
    attachments: visible.map((file) => attachmentOf(core, file)),
    reactions: storedReactions.map((reaction) => reactionView(core, reaction)),
  });
  signAll(core, view);
  return view;
};

/** A message that is replied to is shown without the one that it replied to itself. */
const withoutReference = (stored: StoredMessage): StoredMessage => {
  const { message_reference: _reference, ...rest } = stored;
  return rest;
};

/** A message as the API answers it, everything in it visible. */
export const wireMessage = (core: Core, stored: StoredMessage): Record<string, unknown> => {
  const {
    guildId: _guildId,
    ephemeralTo: _ephemeralTo,
    pings: _pings,
    reactions,
    ...message
  } = messageView(core, stored);
  const replied = message.message_reference && core.state.messages.get(message.message_reference.message_id);
  return {
    ...message,
    ...(reactions.length > 0 && {
      reactions: reactions.map(({ emoji, count, me }) => ({
        emoji,
        count,
        me,
        count_details: { burst: 0, normal: count },
        ...defaults.reaction,
      })),
    }),
    ...(message.message_reference && {
      referenced_message: replied ? wireMessage(core, withoutReference(replied)) : null,
    }),
  };
};

/**
 * A message as the bot gets it: without the privileged intent, other people's words are blank
 * outside direct messages, unless they mention the bot.
 * docs.discord.com/developers/events/gateway#message-content-intent
 */
export const messageForBot = (core: Core, stored: StoredMessage): Record<string, unknown> => {
  const wire = wireMessage(core, stored);
  const bot = core.state.applicationId;
  const isOpen = stored.authorId === bot || stored.guildId === null || stored.mentionIds.includes(bot);
  if (isOpen) return wire;
  return { ...wire, content: '', embeds: [], attachments: [], components: [] };
};
