import { messageOf, type Fact, type Facts } from './message.ts';

/** The texts of one language, as its file in locales/ has them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** One value for each of the names in a key's parentheses. */
type FactsOf<Names extends string> = Names extends `${string}, ${infer Others}`
  ? [fact: Fact, ...others: FactsOf<Others>]
  : [fact: Fact];

type NameOf<Key> = Key extends `${infer Name}(${string})` ? Name : Key;

type Said<Key, Text> = Text extends string
  ? Key extends `${string}(${infer Names})`
    ? (...facts: FactsOf<Names>) => string
    : string
  : Catalogue<Text>;

/**
 * What a file of texts makes: a text, or for a key such as `waitingAt(place)` a function of what its message names, in that
 * order.
 */
export type Catalogue<T> = { readonly [Key in keyof T as NameOf<Key>]: Said<Key, T[Key]> };

const TEXT_KEY = /^(?<name>[^(]+)(?:\((?<names>[^)]*)\))?$/;

/** The name of a key, and those in its parentheses. */
const signatureOf = (key: string): { name: string; names: readonly string[] | undefined } => {
  const { name = key, names } = TEXT_KEY.exec(key)?.groups ?? {};
  return { name, names: names?.split(', ') };
};

/** A part of a file of texts; empty where it has none. */
export const partOf = (texts: Texts, key: string): Texts => {
  const part = texts[key];
  return typeof part === 'object' ? part : {};
};

/** A language, with English for what it lacks. */
export interface Spoken {
  english: Texts;
  translated: Texts;
  englishLocale: string;
  locale: string;
  /** The names of buttons and menus that texts mention, such as `button_tryAgain`. */
  named: Facts;
}

/** Says the message of a key, in English where the language lacks it or it can't be formatted. */
export const sayer = (
  key: string,
  english: string,
  { translated, englishLocale, locale, named }: Spoken,
): ((facts: Facts) => string) => {
  const inEnglish = { pattern: english, locale: englishLocale };
  const pattern = translated[key];
  const say = typeof pattern === 'string' ? messageOf({ pattern, locale }, inEnglish) : messageOf(inEnglish);
  return english.includes('{') ? (facts) => say({ ...named, ...facts }) : say;
};

/** All texts and functions of a language, in the form of the English file. */
export const catalogueOf = (spoken: Spoken): Record<string, unknown> => {
  const { english, translated } = spoken;
  const entries = Object.entries(english).map(([key, text]): [string, unknown] => {
    const { name, names } = signatureOf(key);
    if (typeof text === 'object')
      return [name, catalogueOf({ ...spoken, english: text, translated: partOf(translated, key) })];
    const say = sayer(key, text, spoken);
    if (!names) return [name, say({})];
    return [
      name,
      (...facts: Fact[]) => say(Object.fromEntries(names.map((one, index) => [one, facts[index]]))),
    ];
  });
  return Object.fromEntries(entries);
};
