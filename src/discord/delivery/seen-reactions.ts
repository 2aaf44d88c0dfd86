import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** A megabyte or two. Older reactions may be acted on once more, should Discord ever repeat events that old. */
const MAX_REMEMBERED = 10_000;
/** The marks that choose an emoji's coloured or plain look, which not every client sends. */
const LOOK_MARKS = /[\uFE0E\uFE0F]/g;

/** Fields of all reaction events; the rarer ones are about all people or all emoji. */
const reactionSchema = z.object({
  message_id: z.string(),
  emoji: z.object({ id: z.string().nullish(), name: z.string().nullish() }).optional(),
  burst: z.boolean().optional(),
  user_id: z.string().optional(),
});

/** An emoji's name without the marks that choose its look. */
export const plainEmoji = (name: string): string => name.replaceAll(LOOK_MARKS, '');

/**
 * Tells a new reaction from one that Discord tells of once more, as it may with every event: who has reacted can't react
 * with the same emoji again before that reaction is gone. Kept in memory only, since no event of a session comes again in
 * another, and a new process begins new sessions.
 * https://docs.discord.com/developers/reference#consistency
 */
export class SeenReactions {
  readonly #seen = new LRUCache<string, 'there' | 'gone'>({ max: MAX_REMEMBERED });

  /**
   * Handles a MESSAGE_REACTION_ADD event. False when the reaction is already known.
   *
   * @param isReplayed one that is gone meanwhile is known, too.
   */
  add(event: unknown, isReplayed: boolean): boolean {
    const key = keyOf(event);
    if (key === undefined) return false;
    const known = this.#seen.get(key);
    if (known === 'there' || (known === 'gone' && isReplayed)) return false;
    this.#seen.set(key, 'there');
    return true;
  }

  /** Takes an event that says that reactions are gone: one, all with an emoji, or all of a message. */
  remove(event: unknown): void {
    const gone = keyOf(event);
    if (gone === undefined) return;
    const keys = [...this.#seen.keys()].filter((key) => key.startsWith(gone));
    for (const key of keys) this.#seen.set(key, 'gone');
  }

  /** A new session begins: what was taken back before it isn't known. */
  forget(): void {
    this.#seen.clear();
  }
}

/** A less specific key is a prefix of a more specific one. */
const keyOf = (event: unknown): string | undefined => {
  const { data } = reactionSchema.safeParse(event);
  if (!data) return undefined;
  const { message_id: messageId, emoji, burst, user_id: personId } = data;
  const parts = [messageId];
  if (emoji) parts.push(emoji.id ?? plainEmoji(emoji.name ?? ''));
  if (personId !== undefined) parts.push(String(burst === true), personId);
  return `${parts.join(' ')} `;
};
