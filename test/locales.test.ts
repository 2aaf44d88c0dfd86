import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../src/messages/words/locales.ts';
import type { Texts } from '../src/messages/words/catalogue.ts';

const [english, ...others] = LOCALES;

/** Every message of a language, by the path of its key. */
const messagesIn = (texts: Texts, path = ''): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[path + key, text]] : messagesIn(text, `${path}${key} › `),
  );

/** What stands in braces, in all of the message's variants, but for the buttons that it names. */
const placesIn = (text: string): string[] => {
  const places = new Set<string>();
  const collect = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(collect);
    else if (part instanceof Object) {
      if ('type' in part && part.type !== 0 && 'value' in part && typeof part.value === 'string')
        places.add(part.value);
      Object.values(part).forEach(collect);
    }
  };
  collect(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  return [...places].filter((name) => !/^(button|choice|menu|right)_/.test(name)).sort();
};

/** What must not be translated: code, commands, mentions, addresses. */
const marksIn = (text: string): string[] =>
  [...new Set(text.match(/<[^>{}]+>|https?:\/\/\S+|`\/[a-z]+/g) ?? [])].sort();

const sources = new Map(messagesIn(english.texts));

describe.each(others)('$name', ({ code, texts }) => {
  const messages = messagesIn(texts).filter(([path]) => !path.startsWith('language'));

  test('has no text that English has not', () => {
    expect(messages.map(([path]) => path).filter((path) => !sources.has(path))).toEqual([]);
  });

  test('names in each message what the English one names, and leaves commands and mentions as they are', () => {
    expect(messages.length, code).toBeGreaterThan(300);
    for (const [path, text] of messages) {
      const source = sources.get(path) ?? '';
      expect([path, placesIn(text)]).toEqual([path, placesIn(source)]);
      expect([path, marksIn(text)]).toEqual([path, marksIn(source)]);
    }
  });
});
