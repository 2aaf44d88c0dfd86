import { spokenOf, type Language } from '../../messages/language.ts';
import type { Guilds } from '../../services/guilds/index.ts';
import { serverOf, type Invocation } from './invocation.ts';

/** The language for what a person alone reads: their own if Easel speaks it, else English. */
export const languageOf = ({ locale }: Invocation): Language => spokenOf(locale);

/** The language of cards: the server's, or in direct messages the person's own. */
export const languageFor = async (
  invocation: Invocation,
  { settings }: Pick<Guilds, 'settings'>,
): Promise<Language> => {
  const guildId = serverOf(invocation);
  if (guildId === undefined) return languageOf(invocation);
  return spokenOf((await settings.of(guildId)).language);
};
