import { ENGLISH } from '../../messages/words/words.ts';
import type { AdminChange } from '../../services/guilds/admin-log.ts';
import type { CommandContext } from './command.ts';
import type { Words } from './language.ts';

/**
 * Tells the server's log channel, in its language, and the program's log, in English, what an admin has changed.
 *
 * @param say what happened, in Discord's markdown, without anything that a person typed.
 */
export const recordChange = (
  { guilds, invocation, words }: Pick<CommandContext, 'guilds' | 'invocation' | 'words'>,
  guildId: string,
  say: (words: Words) => string,
  { typed }: Pick<AdminChange, 'typed'> = {},
): void => {
  const { personId } = invocation;
  const texts = { what: say(ENGLISH), shown: say(words) };
  guilds.adminLog.record({ guildId, personId, ...texts, ...(typed !== undefined && { typed }) });
};
