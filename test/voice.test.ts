import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordsIn } from '../src/messages/language.ts';
import { ERROR_CODES, errorTexts } from './world/error-texts.ts';

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object */
const MAX_DESCRIPTION_LENGTH = 100;
/** https://docs.discord.com/developers/components/reference#label-label-structure, and titles of forms. */
const MAX_LABEL_LENGTH = 45;
const MAX_BUTTON_LENGTH = 80;
/** In English; German runs longer. */
const MAX_CARD_TEXT_LENGTH = 200;

/** Words that docs/voice.md replaces with others. */
const FORBIDDEN_ENGLISH = [
  /\bwish/i,
  /\banew\b/i,
  /\bcan ?not\b/i,
  /\bany more\b/i,
  /nobody knows/i,
  /turned down/i,
  /\brejected\b/i,
  /\bbar(red|s)?\b/i,
  /\bhand(ed|s)? (it |them )?(over|in)\b/i,
  /what was asked for|asked for (this|by)|ask for pictures/i,
  /still at work|at work now/i,
  /when you choose nothing/i,
  /width to height/i,
  /\bsealed\b/i,
  /\bnot to be had\b/i,
  /as (the )?(bot|server|service) (is|says|likes)/i,
  /\bat once\b.*\bpictures\b/i,
  /\bany longer\b/i,
  /\bcards?\b/i,
  /\bpays for it\b/i,
  /\bfor good\b/i,
  /\bwhoever\b/i,
];

/** Private English that has crept into docs and log messages before. */
const FORBIDDEN_TECHNICAL = [
  /\banew\b/i,
  /\bcan not\b/i,
  /\bany (more|longer)\b/i,
  /\bwish(es)?\b/i,
  /\b(is|are|was|were) told( of)?\b/i,
  /\blook(s|ed)? on\b/i,
  /\bwho(m)?ever (holds|has|asks|wants|waits|comes)\b/i,
  /\bnot to be had\b/i,
  /\b(takes|took|taken) up\b/i,
  /\bhand(s|ed)? (over|on|in)\b/i,
  /\b(upkeep|thereof)\b/i,
  /\bmend(s|ed)?\b/i,
  /\bsealed?\b/i,
  /\bnobody knows\b/i,
  /\bsees to it\b/i,
  /\bas a rule\b/i,
  /\bof so many\b/i,
];

/** A subject that is a noun says who or what it is. */
const VAGUE_SUBJECTS = /\b(whoever|whatever|nobody|somebody)\b/i;

/** The same for German: docs/voice.md. */
const FORBIDDEN_GERMAN = [
  /\bAuftr[aä]g/i,
  /\bJobs?\b/,
  /\bSie (haben|können|müssen|sind)\b/,
  /\bUser\b/,
  /\bServerinhaber/,
  /niemand weiß/i,
  /gesperrt/i,
  /\bGrenzen?\b/,
  /gescheitert/,
  /Kn[oö]pf/,
  /\bKarten?\b/,
];

const FORBIDDEN = { en: FORBIDDEN_ENGLISH, de: FORBIDDEN_GERMAN };

interface Text {
  where: string;
  text: string;
}

const takesFacts = (part: unknown): part is (...facts: string[]) => unknown => typeof part === 'function';

/** More than any text has. */
const WORDS = Array.from({ length: 12 }, () => 'word');

/** Every text in a catalogue; functions are called with one word for each of their places. */
const textsIn = (catalogue: unknown, where: string): Text[] => {
  if (typeof catalogue === 'string') return [{ where, text: catalogue }];
  if (takesFacts(catalogue)) {
    const text = catalogue(...WORDS);
    return textsIn(text, where);
  }
  if (typeof catalogue !== 'object' || catalogue === null) return [];
  return Object.entries(catalogue).flatMap(([name, part]) => textsIn(part, `${where}.${name}`));
};

const LANGUAGES = ['en', 'de'] as const;

type Language = (typeof LANGUAGES)[number];

/** All texts but the errors, which need their facts. */
const wordsOf = (language: Language) => {
  const { errors, ...others } = wordsIn(language);
  return others;
};

const errorsIn = (language: string): Text[] =>
  ERROR_CODES.flatMap((code) => errorTexts(code, language).map((text) => ({ where: code, text })));

/** All texts of a language, with the errors in all their variants. */
const textsOf = (language: Language): Text[] => [
  ...textsIn(wordsOf(language), language),
  ...errorsIn(language),
];

test.each(LANGUAGES)(
  'descriptions of commands and options are short, in sentence case, and end without a full stop (%s)',
  (language) => {
    const texts = textsIn(wordsIn(language).commands, 'commands');
    expect(texts.length).toBeGreaterThan(30);
    for (const { where, text } of texts) {
      expect(text.length, where).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
      expect(text, where).toMatch(/^[A-ZÄÖÜ\d].*[^.]$/);
    }
  },
);

test('what a card says is short', () => {
  const texts = textsIn(wordsIn('en').card, 'card');
  expect(texts.length).toBeGreaterThan(30);
  for (const { where, text } of texts) expect(text.length, where).toBeLessThanOrEqual(MAX_CARD_TEXT_LENGTH);
});

test.each(LANGUAGES)('what Discord limits fits (%s)', (language) => {
  const { options, forms, key, settings, limits, styles, history, card, blocklist } = wordsIn(language);
  const { usually, ...optionNames } = options;
  const labels = [
    ...textsIn({ optionNames, limits: limits.fields, role: [limits.roleTitle, limits.roleField] }, 'labels'),
    ...textsIn(
      { key: [key.form.title, key.form.label], settings: settings.names, form: history.form },
      'labels',
    ),
    ...textsIn(
      [
        forms.edit.title,
        forms.edit.prompt,
        forms.combine.title,
        forms.combine.prompt,
        forms.pictures,
        forms.addPictures,
      ],
      'forms',
    ),
    ...textsIn([forms.references(4), limits.title, styles.editTitle], 'forms'),
    ...textsIn([blocklist.add, blocklist.block, blocklist.form.time], 'blocklist'),
    ...textsIn([blocklist.form.rules.label, blocklist.form.prompt.label], 'blocklist'),
  ];
  for (const { where, text } of labels)
    expect(text.length, `${where} ${text}`).toBeLessThanOrEqual(MAX_LABEL_LENGTH);
  const buttons = textsIn(card.buttons, 'card');
  for (const { where, text } of buttons) expect(text.length, where).toBeLessThanOrEqual(MAX_BUTTON_LENGTH);
});

test.each(LANGUAGES)(
  'titles and buttons of cards end without a full stop, their sentences with one (%s)',
  (language) => {
    const { buttons, failures, timedOut, unknown } = wordsIn(language).card;
    const explained = [...Object.values(failures), timedOut, unknown];
    const labels = Object.values(buttons).map((label) => (typeof label === 'string' ? label : label(3)));
    for (const label of [...labels, ...explained.map(({ title }) => title)])
      expect(label).not.toMatch(/[.!]$/);
    for (const { advice } of explained) expect(advice).toMatch(/\.$/);
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

test.each(LANGUAGES)('words that have a better one are not used (%s)', (language) => {
  for (const { where, text } of textsOf(language))
    for (const word of FORBIDDEN[language]) expect(text, where).not.toMatch(word);
});

/** The prose of a page, without code and links. */
const proseOf = (page: string): string =>
  readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```|`[^`]*`|\]\([^)]*\)/gm, '');

/** All but docs/voice.md, which names these words. */
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', '.env.example'],
  'deploy/kubernetes/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('voice'))
    .map((path) => `docs/${path}`),
];

test.each(PAGES)('words that have a better one are not used in %s', (page) => {
  for (const line of proseOf(page).split('\n'))
    for (const word of FORBIDDEN_TECHNICAL) expect(line).not.toMatch(word);
});

test('nor are they in log messages', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const messages = sources.flatMap((path) =>
    [
      ...readFileSync(`src/${path}`, 'utf8').matchAll(/\blog\.(?:debug|info|warn|error)\(\s*(['"])(.*?)\1/g),
    ].map(([, , message = '']) => message),
  );
  expect(messages.length).toBeGreaterThan(50);
  for (const message of messages)
    for (const word of [...FORBIDDEN_TECHNICAL, /\bcould not\b/]) expect(message).not.toMatch(word);
});

test.each([
  ['src', [VAGUE_SUBJECTS]],
  ['sandbox', [...FORBIDDEN_TECHNICAL, VAGUE_SUBJECTS]],
  ['test', [...FORBIDDEN_TECHNICAL, VAGUE_SUBJECTS]],
  ['bench', [...FORBIDDEN_TECHNICAL, VAGUE_SUBJECTS]],
])('nor are they in comments in %s', (folder, forbidden) => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(tsx?|css)$/.test(path),
  );
  const comments = sources.flatMap((path) =>
    [...readFileSync(`${folder}/${path}`, 'utf8').matchAll(/^\s*\/\*\*? [^]*?\*\/|\/\/ .*$/gm)].map(
      ([comment]) => ({ path, comment: comment.replaceAll(/\s+(\* )?/g, ' ') }),
    ),
  );
  expect(comments.length).toBeGreaterThan(30);
  for (const { path, comment } of comments)
    for (const word of forbidden) expect(comment, path).not.toMatch(word);
});

test.each(LANGUAGES)('nobody is begged or shouted at, and spaces and stops stand once (%s)', (language) => {
  for (const { where, text } of textsOf(language)) {
    expect(text, where).not.toMatch(/\bplease\b|\bbitte (frage|versuche|gib)\b|\w!(\s|$)| {2}|\.\.(?!\.)/i);
    expect(text, where).not.toMatch(/undefined|\[object/);
  }
});
