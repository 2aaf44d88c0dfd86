import { expect, test } from 'vitest';
import { wordsIn } from '../src/commands/framework/language.ts';
import { commands } from '../src/commands/index.ts';
import { ERROR_CODES, errorTexts } from './world/error-texts.ts';

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object */
const MAX_DESCRIPTION_LENGTH = 100;
/** In English; German runs longer. */
const MAX_CARD_TEXT_LENGTH = 200;

/** Words that docs/voice.md replaces with others. */
const FORBIDDEN = [
  /\bwish/i,
  /\banew\b/i,
  /\bcan ?not\b/i,
  /\bany more\b/i,
  /nobody knows/i,
  /turned down/i,
  /\bbar(red|s)?\b/i,
  /\bhand(ed|s)? (it |them )?(over|in)\b/i,
  /what was asked for|asked for (this|by)|ask for pictures/i,
  /still at work|at work now/i,
  /when you choose nothing/i,
  /width to height/i,
  /\bsealed\b/i,
  /\bnot to be had\b/i,
];

interface Text {
  where: string;
  text: string;
}

const takesFacts = (part: unknown): part is (...facts: string[]) => unknown => typeof part === 'function';

/** Every text in a catalogue; functions are called with one word for each of their parameters. */
const textsIn = (catalogue: unknown, where: string): Text[] => {
  if (typeof catalogue === 'string') return [{ where, text: catalogue }];
  if (takesFacts(catalogue)) {
    const text = catalogue(...Array.from({ length: catalogue.length }, () => 'word'));
    return textsIn(text, where);
  }
  if (typeof catalogue !== 'object' || catalogue === null) return [];
  return Object.entries(catalogue).flatMap(([name, part]) => textsIn(part, `${where}.${name}`));
};

interface Described {
  name: string;
  description: string;
  options?: readonly Described[];
}

const describedIn = ({ name, description, options = [] }: Described, path = ''): Text[] => [
  { where: `${path}/${name}`, text: description },
  ...options.flatMap((option) => describedIn(option, `${path}/${name}`)),
];

const DESCRIPTIONS = commands.flatMap(({ name, description, members }) => [
  { where: `/${name}`, text: description },
  ...members.flatMap(({ data }) => describedIn(data, `/${name}`)),
]);

const LANGUAGES = ['en', 'de'] as const;

const errorsIn = (language: string): Text[] =>
  ERROR_CODES.flatMap((code) => errorTexts(code, language).map((text) => ({ where: code, text })));

const ENGLISH_CARD = textsIn(wordsIn('en').card, 'card');

test('descriptions of commands and options are short, in sentence case, and end without a full stop', () => {
  expect(DESCRIPTIONS.length).toBeGreaterThan(30);
  for (const { where, text } of DESCRIPTIONS) {
    expect(text.length, where).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
    expect(text, where).toMatch(/^[A-Z].*[^.]$/);
  }
});

test('what a card says is short', () => {
  expect(ENGLISH_CARD.length).toBeGreaterThan(30);
  for (const { where, text } of ENGLISH_CARD)
    expect(text.length, where).toBeLessThanOrEqual(MAX_CARD_TEXT_LENGTH);
});

test.each(LANGUAGES)(
  'titles and buttons of cards end without a full stop, their sentences with one (%s)',
  (language) => {
    const { buttons, failures, timedOut, unknown, unknownBecause } = wordsIn(language).card;
    const explained = [...Object.values(failures), timedOut, unknown, ...Object.values(unknownBecause)];
    const labels = Object.values(buttons).map((label) => (typeof label === 'string' ? label : label(3)));
    for (const label of [...labels, ...explained.map(([title]) => title)]) expect(label).not.toMatch(/[.!]$/);
    for (const [, advice] of explained) expect(advice).toMatch(/\.$/);
  },
);

test.each(LANGUAGES)('errors are whole sentences, each said under one code alone (%s)', (language) => {
  const texts = errorsIn(language);
  for (const { where, text } of texts) expect(text, where).toMatch(/\.$/);
  const codes = new Map<string, string>();
  for (const { where, text } of texts) {
    expect(codes.get(text) ?? where, text).toBe(where);
    codes.set(text, where);
  }
});

test('words that have a better one are not used', () => {
  for (const { where, text } of [...DESCRIPTIONS, ...errorsIn('en')])
    for (const word of FORBIDDEN) expect(text, where).not.toMatch(word);
});
