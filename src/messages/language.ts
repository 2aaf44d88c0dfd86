import { catalogueOf, partOf, type Spoken, type Texts } from './words/catalogue.ts';
import { errorTextsOf } from './words/errors.ts';
import { LOCALES, type Locale } from './words/locales.ts';
import type { Facts } from './words/message.ts';
import type { Words } from './words/words.ts';

const [ENGLISH_LOCALE, ...OTHER_LOCALES] = LOCALES;

/** The name of a file in locales/: a language in which Easel speaks. */
export type Language = string;

/** In the order in which they are offered. */
export const LANGUAGES: readonly Language[] = LOCALES.map(({ code }) => code);

const localeFor = (tag: string): Locale | undefined =>
  LOCALES.find(({ code, locales }) => code === tag || locales.includes(tag)) ??
  LOCALES.find(({ code }) => code.split('-')[0] === tag.split('-')[0]);

/** The first of these languages, or of their parts, that Easel speaks; else English. */
export const spokenOf = (...tags: readonly string[]): Language =>
  tags.map(localeFor).find((locale) => locale !== undefined)?.code ?? ENGLISH_LOCALE.code;

/** A language's name for itself. */
export const nameOf = (language: Language): string =>
  LOCALES.find(({ code }) => code === language)?.name ?? language;

/** Where texts name what people press, it is called as it is there: `button_` and `menu_` with its key. */
const MENTIONED = { button: ['card.buttons', 'pictures'], menu: ['menus'] };

const textsAt = (texts: Texts, path: string): Texts =>
  path.split('.').reduce((part, key) => partOf(part, key), texts);

const plainIn = (texts: Texts, prefix: string): Facts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' && !text.includes('{') ? [[`${prefix}${key}`, text]] : [],
    ),
  );

const mentionedIn = (texts: Texts): Facts =>
  Object.fromEntries(
    Object.entries(MENTIONED).flatMap(([kind, paths]) =>
      paths.flatMap((path) => Object.entries(plainIn(textsAt(texts, path), `${kind}_`))),
    ),
  );

const rightsIn = (texts: Texts): Facts => plainIn(textsAt(texts, 'permissions.names'), '');

const wordsOf = ({ locales: [locale], texts }: Locale): Words => {
  const { errors: _errors, language: _language, ...english } = ENGLISH_LOCALE.texts;
  const spoken: Spoken = {
    english,
    translated: texts,
    englishLocale: ENGLISH_LOCALE.locales[0],
    locale,
    named: { ...mentionedIn(english), ...mentionedIn(texts) },
  };
  const rights = { ...rightsIn(english), ...rightsIn(texts) };
  const numbers = new Intl.NumberFormat(locale);
  const words = {
    ...catalogueOf(spoken),
    errors: errorTextsOf({ ...spoken, english: ENGLISH_LOCALE.texts }, rights),
    grouped: (value: number) => numbers.format(value),
    locale,
  };
  // The type follows from the same file.
  return words as unknown as Words;
};

const catalogues = new Map<string, Words>();

/** The words of a language; English ones for a language that Easel does not speak. */
export const wordsIn = (language: string | undefined): Words => {
  const spoken = LOCALES.find(({ code }) => code === language) ?? ENGLISH_LOCALE;
  const known = catalogues.get(spoken.code) ?? wordsOf(spoken);
  catalogues.set(spoken.code, known);
  return known;
};

/** The default language. */
export const ENGLISH: Words = wordsIn(ENGLISH_LOCALE.code);

/** A text in each language but English, by Discord's names of the languages. */
export const translationsOf = (say: (words: Words) => string): Record<string, string> =>
  Object.fromEntries(
    OTHER_LOCALES.flatMap(({ code, locales }) => locales.map((tag) => [tag, say(wordsIn(code))])),
  );
