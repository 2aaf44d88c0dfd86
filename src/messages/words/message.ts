import { IntlMessageFormat } from 'intl-messageformat';

/** What fills a place in braces; an absent one is selected as `none`. */
export type Fact = string | number | boolean | undefined;

/** By their names in the message. */
export type Facts = Readonly<Record<string, Fact>>;

/** A text with places in braces, as a file in locales/ has it. */
interface Pattern {
  pattern: string;
  /** By which it writes numbers and picks plurals. */
  locale: string;
}

const NONE = 'none';

const spoken = (fact: Fact): string | number => {
  if (fact === undefined) return NONE;
  return typeof fact === 'boolean' ? String(fact) : fact;
};

/** The names of the places in braces, and some words besides. */
const placesIn = (pattern: string): string[] =>
  [...pattern.matchAll(/\{(?<name>\w+)/g)].flatMap(({ groups }) => groups?.['name'] ?? []);

const formatterOf = ({ pattern, locale }: Pattern) => {
  // Parsing costs more than formatting, and most messages of a language are never said in a process.
  let format: IntlMessageFormat | undefined;
  return (facts: Readonly<Record<string, string | number>>): string => {
    // Discord's mentions and times look like tags.
    format ??= new IntlMessageFormat(pattern, locale, undefined, { ignoreTag: true });
    return String(format.format(facts));
  };
};

/**
 * Says a message in the first of the languages in which it can be said.
 *
 * @param patterns the reader's language, then English.
 */
export const messageOf = (...patterns: readonly Pattern[]): ((facts: Facts) => string) => {
  const formatters = patterns.map(formatterOf);
  const places = [...new Set(patterns.flatMap(({ pattern }) => placesIn(pattern)))];
  return (facts) => {
    const said = Object.fromEntries(places.map((name) => [name, spoken(facts[name])]));
    for (const format of formatters) {
      try {
        return format(said);
      } catch {
        // The next language.
      }
    }
    return patterns.at(-1)?.pattern ?? '';
  };
};
