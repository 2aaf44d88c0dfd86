import { spokenOf, type Language } from '../../messages/language.ts';
import { languageIn, type Settings } from '../../services/guilds/settings.ts';
import { serverOf, type Invocation } from './invocation.ts';

/** The language for what a person alone reads: their own if Easel speaks it, else English. */
export const languageOf = ({ locale }: Invocation): Language => spokenOf(locale);

/** The language of cards: the server's, or in direct messages the person's own. */
export const languageFor = (invocation: Invocation, settings: Settings): Language =>
  serverOf(invocation) === undefined ? languageOf(invocation) : spokenOf(languageIn(settings));
