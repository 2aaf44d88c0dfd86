import { LOCALES, type Locale } from '../../discord/locales.ts';
import de from './de.json' with { type: 'json' };
import es from './es-ES.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import pt from './pt-BR.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

/** What the page itself says; in other languages it is English. */
const TEXTS: Readonly<Partial<Record<Locale, Texts>>> = {
  de,
  'es-ES': es,
  fr,
  'pt-BR': pt,
  ja,
};

let present: Locale = 'en-US';

/** The language of whom one is. */
export const presentLocale = (): Locale => present;

/** From now on the client speaks this language; one that it doesn't know is English. */
export const speak = (locale: string): void => {
  present = LOCALES.find((one) => one === locale) ?? 'en-US';
  document.documentElement.lang = present;
};

/** A language's name for itself. */
export const languageName = (locale: Locale): string => {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
};

/** Discord's own words in the language of whom one is. `{}` stands for a name. */
export const say = (english: string, name = ''): string =>
  (TEXTS[present]?.[english] ?? english).replace('{}', name);
