import { ENGLISH, wordsIn } from '../../messages/language.ts';
import type { Words } from '../../messages/words/words.ts';
import type { AdminChange } from '../../services/guilds/admin-log.ts';
import type { CommandContext } from './context.ts';

/**
 * Tells the server's log channel, in its language, and the program's log, in English, what an admin has changed or what the
 * server's rules refused.
 *
 * @param say what happened, in Discord's markdown, without anything that a person typed.
 */
export const recordChange = (
  { adminLog, invocation }: Pick<CommandContext, 'adminLog' | 'invocation'>,
  guildId: string,
  say: (words: Words) => string,
  { typed, kind = 'change' }: Partial<Pick<AdminChange, 'typed' | 'kind'>> = {},
): void => {
  const { personId } = invocation;
  const said = (language: string) => say(wordsIn(language));
  adminLog.record({
    kind,
    guildId,
    personId,
    what: say(ENGLISH),
    say: said,
    typed,
  });
};
