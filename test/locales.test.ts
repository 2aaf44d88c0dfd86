import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import type { Texts } from '../src/messages/words/catalogue.ts';
import { LOCALES } from '../src/messages/words/locales.ts';

const [english, ...others] = LOCALES;

interface Message {
  path: string;
  text: string;
}

/** Every message of a language, by the path of its key. */
const messagesIn = (texts: Texts, path = ''): Message[] =>
  Object.entries(texts)
    .filter(([key]) => path !== '' || key !== 'language')
    .flatMap(([key, text]) =>
      typeof text === 'string' ? [{ path: `${path}${key}`, text }] : messagesIn(text, `${path}${key} › `),
    );

/** Kinds of parts: https://github.com/formatjs/formatjs/blob/main/packages/icu-messageformat-parser/types.ts */
const TYPE = { literal: 0, number: 2, select: 5, plural: 6 };

const NUMBERS: (string | number)[] = [0, 1, 2, 1_234];

const format = (text: string, locale: string) =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });

/** What each name in braces can be: numbers, the words of a choice, or else a mark that shows where it stands. */
const valuesIn = (text: string): Map<string, (string | number)[]> => {
  const values = new Map<string, (string | number)[]>();
  const collect = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(collect);
    else if (part instanceof Object) {
      if ('type' in part && part.type !== TYPE.literal && 'value' in part && typeof part.value === 'string') {
        const { value: name } = part;
        const options = 'options' in part && part.options instanceof Object ? Object.keys(part.options) : [];
        const known = values.get(name) ?? [];
        if (part.type === TYPE.select)
          values.set(name, [...options.filter((one) => one !== 'other'), `⟪${name}⟫`]);
        else if (part.type === TYPE.number || part.type === TYPE.plural) values.set(name, NUMBERS);
        else if (known.length === 0) values.set(name, [`⟪${name}⟫`]);
      }
      Object.values(part).forEach(collect);
    }
  };
  collect(format(text, 'en').getAst());
  return values;
};

type Facts = Readonly<Record<string, string | number>>;

/** Every combination of what the names in braces can be; all numbers are the same. */
const combinationsOf = (values: Map<string, (string | number)[]>): Facts[] => {
  let all: Facts[] = [...values.values()].includes(NUMBERS)
    ? NUMBERS.map((number) =>
        Object.fromEntries([...values].flatMap(([name, each]) => (each === NUMBERS ? [[name, number]] : []))),
      )
    : [{}];
  for (const [name, each] of values)
    if (each !== NUMBERS) all = all.flatMap((facts) => each.map((value) => ({ ...facts, [name]: value })));
  return all;
};

/** Code that is no example of a prompt: commands, flags, names, what is filled in. */
const CODE = /`(?:[/-]|https?:|⟪)[^`]*`|`[\w.+/]+`/g;

const inOrder = (found: RegExpMatchArray | null): string[] => [...(found ?? [])].sort();

/** What a translation leaves as it is. */
const marksIn = (said: string) => ({
  bold: said.match(/\*\*/g)?.length,
  code: [said.match(/`/g)?.length, ...inOrder(said.match(CODE))],
  emoji: inOrder(said.match(/\p{Extended_Pictographic}/gu)),
  filledIn: [...new Set(said.match(/⟪\w+⟫/g))].sort(),
  lines: [said.match(/\n/g)?.length, said.match(/^-# /gm)?.length],
  links: inOrder(said.match(/<[^>]+>|https?:\/\/[\w./-]*\w/g)),
});

/** Titles of forms, and names of their fields. */
const LABELS =
  /^options › (?!inStyle|usually|withoutExample)|^forms › (?!pictures|sizeHint|asThePicture|.*example)|^(?!card).*(title|label)|› form › (name|text|words|command|both|time)$|^limits › (fields|roleField|grantField)|^settings › names › (without|time-zone)$/i;

/** What stands under the names of fields, and beside choices. */
const DESCRIPTIONS = /^commands|description$|grantNote$|emptyFor|timeZoneExamples|sizeHint/i;

/** https://docs.discord.com/developers/components/reference and /interactions/application-commands */
const mostOf = ({ path, text }: Message): number => {
  if (path.startsWith('menus')) return 32;
  if (path.includes(' buttons › ')) return 80;
  // A column of the table is six characters wide.
  if (path.startsWith('usage › periods')) return 5;
  if (DESCRIPTIONS.test(path)) return 100;
  // Titles of panels have room for more than those of forms.
  return LABELS.test(path) && text.length <= 45 ? 45 : Infinity;
};

const isSentence = (text: string): boolean => {
  const [facts = {}] = combinationsOf(valuesIn(text));
  const said = String(format(text, 'en').format(facts)).replaceAll(/⟪\w+⟫|`[^`]*`/g, ' ');
  return said.split(/[^\p{L}]+/u).filter((word) => word.length > 2).length > 2;
};

const sources = new Map(messagesIn(english.texts).map(({ path, text }) => [path, text]));

describe.each(others)('$name', ({ locales: [locale], texts }) => {
  const messages = messagesIn(texts);

  test('has no text that English has not', () => {
    expect(messages.map(({ path }) => path).filter((path) => !sources.has(path))).toEqual([]);
  });

  test('says in each message, whatever is filled in, what the English one says, with the same marks', () => {
    expect(messages.length).toBeGreaterThan(0);
    for (const { path, text } of messages) {
      const source = sources.get(path) ?? '';
      const [translation, original] = [format(text, locale), format(source, 'en')];
      const named = Object.fromEntries([...valuesIn(text).keys()].map((name) => [name, name]));
      for (const facts of combinationsOf(valuesIn(source))) {
        const said = String(translation.format({ ...named, ...facts }));
        const meant = String(original.format(facts));
        expect({ path, facts, ...marksIn(said) }).toEqual({ path, facts, ...marksIn(meant) });
      }
    }
  });

  test('fits where Discord shows it', () => {
    for (const message of messages) {
      const longest = combinationsOf(valuesIn(message.text)).map(
        (facts) => String(format(message.text, locale).format(facts)).length,
      );
      expect(Math.max(...longest), message.path).toBeLessThanOrEqual(
        mostOf({ ...message, text: sources.get(message.path) ?? '' }),
      );
    }
  });

  test('has no sentence in English', () => {
    const left = messages.filter(({ path, text }) => text === sources.get(path) && isSentence(text));
    expect(left).toEqual([]);
  });
});

test('the English texts fit where Discord shows them, too', () => {
  for (const [path, text] of sources) expect(text.length, path).toBeLessThanOrEqual(mostOf({ path, text }));
});
