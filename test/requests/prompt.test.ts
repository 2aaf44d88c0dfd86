import fc from 'fast-check';
import { expect, test } from 'vitest';
import { artgen } from '../../src/services/requests/families/artgen.ts';
import {
  applyStyle,
  hasOnlyFlags,
  parse,
  readPrompt,
  splitPrompt,
} from '../../src/services/requests/prompt.ts';

/** A prompt as it was meant. */
const corrected = (typed: string): string => readPrompt(typed).prompt.whole;

const inStyle = (prompt: string, style: string): string =>
  applyStyle(parse(prompt), readPrompt(style).prompt).whole;

test.each([
  ['an em dash', 'a fox —ar 16:9', 'a fox --ar 16:9'],
  ['an en dash', 'a fox –chaos 20', 'a fox --chaos 20'],
  ['two em dashes', 'a fox ——tile', 'a fox --tile'],
  ['three hyphens', 'a fox ---ar 16:9', 'a fox --ar 16:9'],
  ['an em dash before what is not wanted', 'a fox —no snow —tile', 'a fox --no snow --tile'],
  ['an em dash without a space before it', 'a fox—ar 16:9', 'a fox --ar 16:9'],
  ['curly quotes', 'a sign “Open” --ar 16:9', 'a sign "Open" --ar 16:9'],
  ['German quotes', 'ein Schild „Auf“', 'ein Schild "Auf"'],
  ['a capital letter', 'a fox —Ar 16:9', 'a fox --ar 16:9'],
  ['a ratio without a space', 'a fox --ar16:9', 'a fox --ar 16:9'],
  ['a ratio without any spaces', 'a fox—ar16:9--v5', 'a fox --ar 16:9 --v 5'],
  ['a version without a space', 'a fox --v5', 'a fox --v 5'],
  ['an equals sign', 'a fox --ar=16:9 --no=snow', 'a fox --ar 16:9 --no snow'],
  ['a ratio with spaces in it', 'a fox --ar 16 : 9', 'a fox --ar 16:9'],
  ['a ratio with an x', 'a fox --ar 16x9', 'a fox --ar 16:9'],
  ['a ratio with an x and spaces', 'a fox --ar 16 x 9 --tile', 'a fox --ar 16:9 --tile'],
  ['a ratio with a wide colon', 'a fox --ar 16：9', 'a fox --ar 16:9'],
  ['a ratio of two numbers', 'a fox --ar 16 9', 'a fox --ar 16:9'],
  ['commas after values', 'a fox --ar 16:9, --v 6.1, --tile,', 'a fox --ar 16:9 --v 6.1 --tile'],
  ['a comma instead of a space', 'a fox --ar 16:9,--v 6', 'a fox --ar 16:9 --v 6'],
  ['no space before it', 'a fox--ar 16:9', 'a fox --ar 16:9'],
  ['no space before any', 'a fox--v 6--ar 16:9--tile', 'a fox --v 6 --ar 16:9 --tile'],
  ['no space before what is not wanted', 'a fox--no snow', 'a fox --no snow'],
  ['no space before a ratio that is none', 'a fox--ar wide', 'a fox --ar wide'],
  ['a full stop before it', 'a fox.--v 6', 'a fox. --v 6'],
  ['a comma before it', 'a fox,--ar 16:9', 'a fox, --ar 16:9'],
  ['a space behind the hyphens', 'a fox -- ar 16:9 -- v 6', 'a fox --ar 16:9 --v 6'],
  ['a space behind the dash', 'a fox — ar 16:9', 'a fox --ar 16:9'],
  ['signs of full width', '狐　－－ar　１６：９', '狐　--ar 16:9'],
  ['letters of full width', '狐－－ＡＲ　１６：９　－－ｖ　６。', '狐 --ar 16:9　--v 6'],
  ['a Japanese keyboard', '狐 ーーar 16:9', '狐 --ar 16:9'],
  ['hyphens', 'a fox \u2010\u2010ar 16:9 \u2011\u2011v 6', 'a fox --ar 16:9 --v 6'],
  ['dashes as wide as a digit', 'a fox \u2012\u2012ar 16:9', 'a fox --ar 16:9'],
  ['small hyphens', 'a fox \ufe63\ufe63ar 16:9', 'a fox --ar 16:9'],
  ['minus signs', 'a fox \u2212\u2212ar 16:9', 'a fox --ar 16:9'],
  ['a ratio sign', 'a fox --ar 16∶9', 'a fox --ar 16:9'],
  ['a ratio with a hyphen', 'a fox --ar 16-9 --v 6', 'a fox --ar 16:9 --v 6'],
  ['a ratio with an asterisk', 'a fox --ar 16*9', 'a fox --ar 16:9'],
  ['a sign at the end', 'a fox --ar 16:9!', 'a fox --ar 16:9'],
  ['a prompt in quotes', '“a fox —ar 16:9”', 'a fox --ar 16:9'],
  ['a prompt in single quotes', "'a fox --ar 16:9'", 'a fox --ar 16:9'],
  ['a prompt in brackets', '(a fox --tile)', 'a fox --tile'],
  ['a prompt in Japanese quotes', '「狐 --ar 16:9」', '狐 --ar 16:9'],
  ['a prompt as code', '```a fox --ar 16:9```', 'a fox --ar 16:9'],
  ['a prompt in bold', '**a fox --v 6**', 'a fox --v 6'],
  ['what shows nowhere', 'a fox -\u200b-ar 16:9 --\ufeffv 6', 'a fox --ar 16:9 --v 6'],
  ['an em dash before a style', 'a fox —style raw', 'a fox --style raw'],
  ['an em dash before a profile', 'a fox —p abc —profile def', 'a fox --p abc --profile def'],
])('%s is put right', (_what, typed, meant) => {
  expect(corrected(typed)).toBe(meant);
});

test.each([
  ['a cat {red, with a hat', 'a cat {red, with a hat'],
  ['a cat {red --ar 3:2, with a hat', 'a cat {red --ar 3:2 with a hat'],
  ['a cat {red --ar 3:2, {blue, green}', 'a cat {red --ar 3:2 {blue, green}'],
  ['a cat {red --ar 3:2, blue}', 'a cat {red --ar 3:2, blue}'],
])('a comma is kept for choices alone, and a brace that nothing closes begins none: %j', (typed, meant) => {
  expect(corrected(typed)).toBe(meant);
});

test.each([
  'a lighthouse at dusk',
  'a lighthouse at dusk --ar 16:9 --v 6.1 --style raw --no people, boats --tile',
  'a fox --sref 1234 https://example.com/a.png --sw 200',
  'a fox --niji --weird --q .5 --p',
  'a fox — the red one — in the snow',
  'a well—known fox',
  'a fox—ar from here',
  'a fox —no',
  'a fox —fast and red',
  'a house —style of the sea',
  'don’t look ‘back’',
  'a sign that says "—ar 16:9" and "--v5"',
  '"a fox" and "a hen --ar 16:9"',
  '"a fox in the snow"',
  '"a fox — the red one"',
  '(a fox) in (the snow)',
  'a fox --glimmer7 of gold  --glimmer',
  'a fox --ar 16:9 4 cubs',
  'a fox --ar  16:9\n--v 6',
  'a {red, blue} fox --ar {1:1, 16:9}',
  'https://example.com/a--ar16:9.png a fox',
  'a bottle of Chanel —No 5 on a table',
  'a room —no 5',
  'a car--fast and red',
  'cars -- stop 5',
  'a pencil — v 2 of it',
  'a state-of-the-art blu-ray—hd, 16-9 won, 1990–2000',
  'スーーパー',
])('nothing is changed in: %s', (prompt) => {
  expect(corrected(prompt)).toBe(prompt);
});

test.each(['--ar 16:9 --v 5', '--no people', '\u2060 --tile'])('%s is nothing but flags', (prompt) => {
  expect(hasOnlyFlags(parse(prompt))).toBe(true);
});

test.each(['a fox --ar 16:9', '--ar 16:9 a fox', '--glimmer of gold --ar 16:9', '—no'])(
  '%s is more than flags',
  (prompt) => {
    expect(hasOnlyFlags(parse(prompt))).toBe(false);
  },
);

test.each([
  ['words before the flags that were typed', 'a fox --ar 1:1', 'in oil', 'a fox, in oil --ar 1:1'],
  ['flags that were not typed', 'a fox', 'in oil —v6', 'a fox, in oil --v 6'],
  [
    'no flag that was typed otherwise',
    'a fox --ar 1:1',
    'in oil --ar 16:9 --v 6',
    'a fox, in oil --v 6 --ar 1:1',
  ],
  [
    'no flag that was typed in another form',
    'a fox --stylize 9',
    '--s 50 --tile',
    'a fox --tile --stylize 9',
  ],
  ['what is not wanted beside what was typed', 'a fox --no snow', '--no people', 'a fox --no snow, people'],
  [
    'its words before text behind a flag',
    'a fox --ar 1:1 in snow',
    'at dawn',
    'a fox, at dawn --ar 1:1 in snow',
  ],
  [
    'its words around what was typed',
    'a fox --ar 1:1',
    'a poster of {prompt}, grainy --v 6',
    'a poster of a fox, grainy --v 6 --ar 1:1',
  ],
  ['no place that was typed', 'a {prompt} $& fox', 'a {Prompt} in oil', 'a a {prompt} $& fox in oil'],
  ['its flags, though the place stands behind them', 'a fox', '--ar 16:9 {prompt}', 'a fox --ar 16:9'],
  ['no second comma', 'a fox, ', 'in oil', 'a fox, in oil'],
  ['each of its places', 'a fox', '{prompt} beside {prompt}', 'a fox beside a fox'],
  [
    'ten of its places at most',
    'fox',
    Array(12).fill('{prompt}').join(' '),
    `${Array(10).fill('fox').join(' ')} {prompt} {prompt}`,
  ],
  ['no repetitions', 'a fox', 'in oil --repeat 9 --v 6', 'a fox, in oil --v 6'],
])('a style adds %s', (_what, prompt, style, merged) => {
  expect(inStyle(prompt, style)).toBe(merged);
});

test.each([
  ['wherever they stand', 'a fox --no snow --ar 3:2 --v 6', 'a fox --v 6', '3:2', 'snow'],
  ['not when they appear twice', 'a fox --ar 1:1 --ar 2:1', 'a fox --ar 1:1 --ar 2:1', undefined, undefined],
  ['not with text behind them', 'a fox --ar 1:1 in snow', 'a fox --ar 1:1 in snow', undefined, undefined],
  ['not in quotes', 'a sign "--ar 1:1"', 'a sign "--ar 1:1"', undefined, undefined],
])(
  'a form takes ratio and unwanted things out of the prompt, %s',
  (_what, whole, prompt, aspectRatio, without) => {
    expect(splitPrompt(whole)).toEqual({ prompt, aspectRatio, without });
  },
);

const word = fc.oneof(
  fc.constantFrom(
    'a',
    'fox',
    '16:9',
    '16',
    'x',
    '5',
    '.5',
    ',',
    '“',
    '”',
    '"',
    '—',
    '–',
    '-',
    '=',
    ':',
    '{',
    '\n',
  ),
  fc.constantFrom(
    'https://example.com/a.png',
    'ar',
    'aspect',
    'v',
    'stylize',
    'no',
    'sref',
    'tile',
    'niji',
    'raw',
  ),
  fc.constantFrom('--', '—', '–', '——', '---', ' '),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const prompts = fc.array(word, { maxLength: 16 }).map((words) => words.join(''));
const spaced = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

test('a corrected prompt has nothing left to correct, and keeps every letter and digit', () => {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]|x/gu, '');
  fc.assert(
    fc.property(fc.oneof(prompts, spaced), (prompt) => {
      const once = corrected(prompt);
      expect(corrected(once)).toBe(once);
      expect(letters(once)).toBe(letters(prompt));
    }),
    { numRuns: 5_000 },
  );
});

test('however an aspect ratio is typed, there is one in what is submitted', () => {
  const pick = (...signs: string[]) => fc.constantFrom(...signs);
  const typed = fc.tuple(
    pick('a fox', 'a fox ', 'a fox.', 'a fox,', '狐', '狐\u3000'),
    pick('--', '—', '–', '——', '‑‑', '‐‐', '‒‒', '−−', '﹣﹣', '－－', 'ーー', '---', '-- ', '— '),
    pick('ar', 'AR', 'aspect', 'ａｒ'),
    pick('', ' ', '=', ': ', '\u3000'),
    pick('16', '１６'),
    pick(':', '：', '∶', 'x', '×', '-', '–', '*', '/', ' : '),
    pick('9', '９'),
    pick('', ' --v 6', '--v 6', '.', ', --tile', '、'),
  );
  fc.assert(
    fc.property(typed, (parts) => {
      const options = { prompt: parts.join(''), aspectRatio: '1:1' };
      const { prompt } = artgen.build({
        ...options,
        style: { name: 's', text: 'in oil --ar 2:1' },
      }).body;
      expect(prompt.match(/--(?:ar|aspect) 16:9(?=\s|$)/g)).toHaveLength(1);
      expect(prompt).not.toMatch(/[12]:1/);
      expect(inStyle(prompt, 'in oil --ar 2:1').match(/--(?:ar|aspect)/g)).toHaveLength(1);
    }),
  );
});
