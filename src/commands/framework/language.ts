import { within, type Clock } from '../../lib/clock.ts';
import type { Guilds } from '../../services/guilds/index.ts';
import type { Log } from '../../services/operations/log.ts';
import type { Language } from '../../services/guilds/settings.ts';
import { serverOf, type Invocation } from './invocation.ts';
import * as answers from '../../messages/words/german/answers.ts';
import { card } from '../../messages/words/german/card.ts';
import { commands } from '../../messages/words/german/commands.ts';
import { errors } from '../../messages/words/german/errors.ts';
import { grouped } from '../../messages/words/german/numbers.ts';
import * as panels from '../../messages/words/german/panels.ts';
import { privacy } from '../../messages/words/german/privacy.ts';
import * as server from '../../messages/words/german/server.ts';
import { ENGLISH, type Words } from '../../messages/words/words.ts';

export type { Words } from '../../messages/words/words.ts';

const GERMAN: Words = { card, commands, errors, grouped, privacy, ...answers, ...panels, ...server };

const CATALOGUE: Readonly<Record<Language, Words>> = { en: ENGLISH, de: GERMAN };

/** A form can't be announced, so that this and what else it takes must be over within Discord's three seconds. */
const TIMEOUT_MS = 500;

const isLanguage = (text: string): text is Language => Object.hasOwn(CATALOGUE, text);

/** The words of a language; English ones for a language that Easel does not speak. */
export const wordsIn = (language: string | undefined): Words =>
  language !== undefined && isLanguage(language) ? CATALOGUE[language] : ENGLISH;

/** The language for answers: the server's, or in direct messages the person's own if Easel supports it. */
export const languageFor = async (
  invocation: Invocation,
  { settings }: Pick<Guilds, 'settings'>,
): Promise<Language> => {
  const guildId = serverOf(invocation);
  if (guildId === undefined) return ownLanguage(invocation);
  return (await settings.of(guildId)).language;
};

const ownLanguage = ({ locale }: Invocation): Language => {
  const [language = ''] = locale.split('-');
  return isLanguage(language) ? language : 'en';
};

/**
 * The words for an answer that must be given in time, whatever else fails. Where the language of the server can't be read
 * soon, they are in the person's own.
 */
export const wordsFor = async (
  invocation: Invocation,
  { guilds, clock, log }: { guilds: Pick<Guilds, 'settings'>; clock: Clock; log: Pick<Log, 'repeated'> },
): Promise<Words> => {
  try {
    const language = await within(TIMEOUT_MS, languageFor(invocation, guilds), clock);
    if (language !== undefined) return wordsIn(language);
    log.repeated('warn', "couldn't read the language of a server in time");
  } catch (error) {
    log.repeated('warn', "couldn't read the language of a server", { error });
  }
  return wordsIn(ownLanguage(invocation));
};
