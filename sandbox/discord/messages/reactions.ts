import { tooManyReactions, unknownEmoji } from '../errors.ts';
import type { Emoji } from '../model.ts';
import { emitChange, type Core, type StoredMessage, type StoredReaction } from '../state/state.ts';

// docs.discord.com/developers/topics/opcodes-and-status-codes, code 30010
const EMOJIS_PER_MESSAGE = 20;
const UNICODE_EMOJI = new RegExp('^(\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\uFE0F?)$', 'v');

/**
 * Reads an emoji as the API names it: the character itself, or `name:id`.
 * @throws DiscordFault 10014
 */
export const parseEmoji = (core: Core, text: string): Emoji => {
  if (UNICODE_EMOJI.test(text)) return { id: null, name: text };
  const [name = '', id = ''] = text
    .replace(/^<?a?:/, '')
    .replace(/>$/, '')
    .split(':');
  for (const guild of core.state.guilds.values()) {
    if (guild.emojis.get(id) === name) return { id, name, animated: false };
  }
  throw unknownEmoji();
};

const isSame = (one: Emoji, other: Emoji): boolean =>
  one.id === null
    ? one.name.replaceAll('\uFE0F', '') === other.name.replaceAll('\uFE0F', '')
    : one.id === other.id;

export const findReaction = (message: StoredMessage, emoji: Emoji): StoredReaction | undefined =>
  message.storedReactions.find((reaction) => isSame(reaction.emoji, emoji));

/**
 * Adds somebody's reaction; a second one with the same emoji changes nothing.
 * @throws DiscordFault 30010
 */
export const addReaction = (core: Core, message: StoredMessage, emoji: Emoji, userId: string): void => {
  let reaction = findReaction(message, emoji);
  if (!reaction) {
    if (message.storedReactions.length >= EMOJIS_PER_MESSAGE) throw tooManyReactions();
    reaction = { emoji, userIds: new Set() };
    message.storedReactions.push(reaction);
  }
  if (reaction.userIds.has(userId)) return;
  reaction.userIds.add(userId);
  emitChange(core, { kind: 'reaction-added', message, userId, emoji: reaction.emoji });
};

/** Takes somebody's reaction away, if it is there. */
export const removeReaction = (core: Core, message: StoredMessage, emoji: Emoji, userId: string): void => {
  const reaction = findReaction(message, emoji);
  if (!reaction?.userIds.delete(userId)) return;
  if (reaction.userIds.size === 0)
    message.storedReactions.splice(message.storedReactions.indexOf(reaction), 1);
  emitChange(core, { kind: 'reaction-removed', message, userId, emoji: reaction.emoji });
};
