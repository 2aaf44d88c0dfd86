import type { Guilds } from '../../services/guilds/index.ts';
import type { Language } from '../../services/guilds/settings.ts';
import { serverOf, type Invocation } from './invocation.ts';
import * as answers from '../../messages/words/german/answers.ts';
import { card } from '../../messages/words/german/card.ts';
import { errors } from '../../messages/words/german/errors.ts';
import { grouped } from '../../messages/words/german/numbers.ts';
import * as panels from '../../messages/words/german/panels.ts';
import * as server from '../../messages/words/german/server.ts';
import { ENGLISH, type Words } from '../../messages/words/words.ts';

export type { Words } from '../../messages/words/words.ts';

const GERMAN: Words = { card, errors, grouped, ...answers, ...panels, ...server };

const CATALOGUE: Readonly<Record<Language, Words>> = { en: ENGLISH, de: GERMAN };

const isLanguage = (text: string): text is Language => Object.hasOwn(CATALOGUE, text);

/** The words of a language; English ones for a language that Easel does not speak. */
export const wordsIn = (language: string | undefined): Words =>
  language !== undefined && isLanguage(language) ? CATALOGUE[language] : ENGLISH;

/** The language for what a person alone reads: their own if Easel speaks it, else English. */
export const languageOf = ({ locale }: Invocation): Language =>
  [locale, ...locale.split('-')].find(isLanguage) ?? 'en';

/** The language of cards: the server's, or in direct messages the person's own. */
export const languageFor = async (
  invocation: Invocation,
  { settings }: Pick<Guilds, 'settings'>,
): Promise<Language> => {
  const guildId = serverOf(invocation);
  if (guildId === undefined) return languageOf(invocation);
  return (await settings.of(guildId)).language;
};
