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

/** Where texts name what people press or choose, it is called as it is there, by its kind and key: `button_tryAgain`. */
const MENTIONED = {
  button: ['card.buttons', 'pictures'],
  choice: ['commands.choices.start_from'],
  menu: ['menus'],
  right: ['permissions.names'],
};

const textsAt = (texts: Texts, path: string): Texts =>
  path.split('.').reduce((part, key) => partOf(part, key), texts);

const plainIn = (texts: Texts, prefix: string): Facts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' && !text.includes('{') ? [[`${prefix}${key.replaceAll(' ', '')}`, text]] : [],
    ),
  );

const mentionedIn = (texts: Texts, kinds = Object.entries(MENTIONED)): Facts =>
  Object.fromEntries(
    kinds.flatMap(([kind, paths]) =>
      paths.flatMap((path) => Object.entries(plainIn(textsAt(texts, path), `${kind}_`))),
    ),
  );

const buttonsIn = (texts: Texts): Facts => mentionedIn(texts, [['button', MENTIONED.button]]);

const wordsOf = ({ locales: [locale], texts }: Locale, onCards: Locale): Words => {
  const { errors: _errors, language: _language, ...english } = ENGLISH_LOCALE.texts;
  const spoken: Spoken = {
    english,
    translated: texts,
    englishLocale: ENGLISH_LOCALE.locales[0],
    locale,
    named: {
      ...mentionedIn(english),
      ...mentionedIn(texts),
      ...buttonsIn(english),
      ...buttonsIn(onCards.texts),
    },
  };
  const numbers = new Intl.NumberFormat(locale);
  const words = {
    ...catalogueOf(spoken),
    errors: errorTextsOf({ ...spoken, english: ENGLISH_LOCALE.texts }),
    grouped: (value: number) => numbers.format(value),
    locale,
  };
  // The type follows from the same file.
  return words as unknown as Words;
};

const catalogues = new Map<string, Words>();

const spokenLocale = (language: Language | undefined): Locale =>
  LOCALES.find(({ code }) => code === language) ?? ENGLISH_LOCALE;

/**
 * The words of a language; English ones for a language that Easel does not speak.
 *
 * @param onCards the language of the cards whose buttons these words name.
 */
export const wordsIn = (language: Language | undefined, onCards = language): Words => {
  const [spoken, beside] = [spokenLocale(language), spokenLocale(onCards)];
  const key = `${spoken.code} ${beside.code}`;
  const known = catalogues.get(key) ?? wordsOf(spoken, beside);
  catalogues.set(key, known);
  return known;
};

/** The default language. */
export const ENGLISH: Words = wordsIn(ENGLISH_LOCALE.code);

/** A text in each language but English, by Discord's names of the languages. */
export const translationsOf = (say: (words: Words) => string): Record<string, string> =>
  Object.fromEntries(
    OTHER_LOCALES.flatMap(({ code, locales }) => locales.map((tag) => [tag, say(wordsIn(code))])),
  );
