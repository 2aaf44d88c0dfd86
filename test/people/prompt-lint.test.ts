import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lintPrompt, mergePreset } from '../../src/services/image-api/prompt-lint.ts';
import { hasOnlyFlags } from '../../src/services/image-api/prompt-parts.ts';

const kindsOf = (prompt: string) => lintPrompt(prompt)?.faults.map(({ kind }) => kind) ?? [];
const correctedOf = (prompt: string) => lintPrompt(prompt)?.corrected;

test.each([
  ['an em dash', 'a fox —ar 16:9', 'wrong-dash', 'a fox --ar 16:9'],
  ['an en dash', 'a fox –chaos 20', 'wrong-dash', 'a fox --chaos 20'],
  ['two em dashes', 'a fox ——tile', 'wrong-dash', 'a fox --tile'],
  ['smart quotes', 'a sign “Open” --ar 16:9', 'smart-quotes', 'a sign "Open" --ar 16:9'],
  ['German quotes', 'ein Schild „Auf“', 'smart-quotes', 'ein Schild "Auf"'],
  ['a ratio without a space', 'a fox --ar16:9', 'glued-value', 'a fox --ar 16:9'],
  ['a version without a space', 'a fox --v5', 'glued-value', 'a fox --v 5'],
  ['an equals sign', 'a fox --ar=16:9', 'glued-value', 'a fox --ar 16:9'],
  ['a ratio with spaces in it', 'a fox --ar 16 : 9', 'ratio-form', 'a fox --ar 16:9'],
  ['a ratio with an x', 'a fox --ar 16x9', 'ratio-form', 'a fox --ar 16:9'],
  ['a ratio with an x and spaces', 'a fox --ar 16 x 9 --tile', 'ratio-form', 'a fox --ar 16:9 --tile'],
  ['a ratio of two numbers', 'a fox --ar 16 9', 'ratio-form', 'a fox --ar 16:9'],
  ['a glued ratio with an x', 'a fox --ar=16x9', 'ratio-form', 'a fox --ar 16:9'],
  ['a ratio of zeros', 'a fox --ar 0:0', 'ratio-zero', 'a fox'],
  ['a ratio with a zero in another form', 'a fox --ar 16x0.0 --tile', 'ratio-zero', 'a fox --tile'],
  ['a ratio of zeros before another', 'a fox --ar 0:9 --ar 16:9', 'ratio-zero', 'a fox --ar 16:9'],
  ['a flag twice', 'a fox --ar 1:1 --ar 16:9', 'flag-twice', 'a fox --ar 16:9'],
  ['a flag in both its forms', 'a fox --s 50 --stylize 200', 'flag-twice', 'a fox --stylize 200'],
  ['a list twice', 'a fox --no snow --no people', 'flag-twice', 'a fox --no snow, people'],
  ['a flag without its value at the end', 'a fox --tile --ar', 'value-missing', 'a fox --tile'],
  ['a flag without its value before another', 'a fox --v --ar 16:9', 'value-missing', 'a fox --ar 16:9'],
  ['a list without anything', 'a fox --no --ar 16:9', 'value-missing', 'a fox --ar 16:9'],
  ['text after the flags', 'a fox --ar 16:9 in the snow', 'text-after-flags', 'a fox in the snow --ar 16:9'],
  ['flags before the text', '--ar 16:9 a fox', 'text-after-flags', 'a fox --ar 16:9'],
  ['text after a flag without a value', 'a fox --tile in snow', 'text-after-flags', 'a fox in snow --tile'],
])('%s is noticed and corrected', (_what, prompt, kind, corrected) => {
  expect(kindsOf(prompt)).toContain(kind);
  expect(correctedOf(prompt)).toBe(corrected);
});

test('several faults are noticed at once', () => {
  const finding = lintPrompt('a fox —ar16:9 --v in “snow” --tile --tile');
  expect(finding?.faults).toEqual([
    { kind: 'smart-quotes' },
    { kind: 'wrong-dash', flag: '--ar' },
    { kind: 'glued-value', flag: '--ar' },
    { kind: 'value-missing', flag: '--v' },
    { kind: 'flag-twice', flag: '--tile' },
    { kind: 'text-after-flags' },
  ]);
  expect(finding?.corrected).toBe('a fox in "snow" --ar 16:9 --tile');
});

test.each(['--ar 16:9 --v 5', '—ar16:9', '--ar', '--no people', '--ar 16:9 --glimmer', '\u2060 --tile'])(
  '%s is nothing but flags, and no correction makes it a prompt',
  (prompt) => {
    expect(hasOnlyFlags(prompt)).toBe(true);
    expect(correctedOf(prompt)).toBeUndefined();
  },
);

test.each([
  'a lighthouse at dusk',
  'a lighthouse at dusk --ar 16:9 --v 6.1 --style raw --no people, boats --tile',
  'a fox --sref 1234 https://example.com/a.png --sw 200',
  'a fox --niji --weird',
  'a fox --q .5',
  'a fox --p',
  'a fox — the red one — in the snow',
  'a fox—ar from here',
  'a fox —no',
  'a fox —fast and red',
  'don’t look ‘back’',
  'a fox --glimmer',
  'a fox --glimmer 3',
  'a fox --ar 10:100',
  'a fox --ar 99:1',
  'a fox --ar 0.5:1',
  'a fox --glimmer7 --glimmer9 and some words',
  'a fox --AR 16:9',
  'a {red, blue} fox --ar {1:1, 16:9} --v5',
  'https://example.com/a--ar16:9.png a fox',
  '--unknown',
])('nothing is said about: %s', (prompt) => {
  expect(lintPrompt(prompt)).toBeUndefined();
});

test.each([
  'a fox --ar 16:9',
  '--ar 16:9 a fox',
  '--glimmer',
  '--glimmer of gold --ar 16:9',
  '--ar {1:1, 16:9}',
  '—no',
])('%s may be more than flags', (prompt) => {
  expect(hasOnlyFlags(prompt)).toBe(false);
});

test('unknown flags stay as they are beside those that are corrected', () => {
  expect(correctedOf('a fox --glimmer 7 of  gold --ar16:9')).toBe('a fox --glimmer 7 of gold --ar 16:9');
});

const names = [
  'ar',
  'aspect',
  'v',
  's',
  'stylize',
  'no',
  'sref',
  'tile',
  'niji',
  'style',
  'end',
  'raw',
  'p',
  'glimmer',
];
const piece = fc.oneof(
  fc.constantFrom(
    'a',
    'fox',
    'in',
    'snow',
    '16:9',
    '5',
    '.5',
    '“',
    '”',
    '—',
    '–',
    '-',
    '=',
    'https://example.com/a.png',
    '{',
    '\n',
  ),
  fc
    .tuple(fc.constantFrom('--', '—', '–', '——', '---'), fc.constantFrom(...names))
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('--', '—'),
      fc.constantFrom(...names),
      fc.constantFrom('', '='),
      fc.constantFrom('5', '16:9', 'x'),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const prompts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));

test('a corrected prompt has nothing left to correct', () => {
  fc.assert(
    fc.property(prompts, (prompt) => {
      const corrected = correctedOf(prompt);
      if (corrected === undefined) return;
      expect(corrected).not.toBe(prompt);
      expect(lintPrompt(corrected)).toBeUndefined();
    }),
    { numRuns: 3_000 },
  );
});

test('a prompt without known faults is never changed', () => {
  const words = fc.array(
    fc.stringMatching(/^[a-z0-9,.:'!?-]{1,8}$/).filter((word) => !word.startsWith('--')),
  );
  fc.assert(
    fc.property(
      words,
      fc.constantFrom('', '--ar 16:9', '--glimmer 3 --v 7', '--no red --tile'),
      (text, flags) => {
        const prompt = ['fox', ...text, flags].join(' ').trim();
        expect(lintPrompt(prompt)).toBeUndefined();
      },
    ),
    { numRuns: 1_000 },
  );
});

test('no word of a prompt is lost but by a flag that stands there twice', () => {
  const text = fc.array(fc.constantFrom('fox', 'snow', 'red', 'dusk'), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const corrected = correctedOf(`${before.join(' ')} --ar16:9 ${after.join(' ')}`);
      expect(corrected).toBe(`${[...before, ...after].join(' ')} --ar 16:9`);
    }),
  );
});

test.each([
  ['words before the flags that were typed', 'a fox --ar 1:1', 'in oil', 'a fox in oil --ar 1:1'],
  ['flags that were not typed', 'a fox', 'in oil --v 6', 'a fox in oil --v 6'],
  [
    'no flag that was typed otherwise',
    'a fox --ar 1:1',
    'in oil --ar 16:9 --v 6',
    'a fox in oil --v 6 --ar 1:1',
  ],
  [
    'no flag that was typed in another form',
    'a fox --stylize 9',
    '--s 50 --tile',
    'a fox --tile --stylize 9',
  ],
  ['what is not wanted beside what was typed', 'a fox --no snow', '--no people', 'a fox --no snow, people'],
  ['nothing new to what was typed', 'a fox --ar16:9 in snow', 'at dawn', 'a fox at dawn --ar16:9 in snow'],
  ['its text behind permutations', 'a {red, blue} fox --tile', 'in oil', 'a {red, blue} fox --tile in oil'],
])('a preset adds %s', (_what, prompt, preset, merged) => {
  expect(mergePreset(prompt, preset)).toBe(merged);
});
