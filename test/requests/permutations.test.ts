import { expect, test } from 'vitest';
import { permute } from '../../src/services/requests/permutations.ts';

test.each([
  ['{red, blue} fox', ['red fox', 'blue fox']],
  [
    '{red, blue} fox in {snow, sand}',
    ['red fox in snow', 'red fox in sand', 'blue fox in snow', 'blue fox in sand'],
  ],
  ['a {big, } fox', ['a big fox', 'a  fox']],
  ['a fox --ar {1:1, 16:9}', ['a fox --ar 1:1', 'a fox --ar 16:9']],
  ['a fox --repeat 3', ['a fox', 'a fox', 'a fox']],
  ['a fox —repeat 2 --ar 1:1', ['a fox --ar 1:1', 'a fox --ar 1:1']],
  ['a fox --r=2', ['a fox', 'a fox']],
  ['{red, blue} fox --repeat 2', ['red fox', 'blue fox', 'red fox', 'blue fox']],
  ['a fox --repeat 1', ['a fox']],
  ['a fox－－ｒｅｐｅａｔ ２', ['a fox', 'a fox']],
  ['“a fox —repeat 2”', ['a fox', 'a fox']],
  ['`{red, blue} fox --ar 3:2`', ['red fox --ar 3:2', 'blue fox --ar 3:2']],
  ['a fox -\u200b-repeat 2', ['a fox', 'a fox']],
  ['a fox--repeat 2', ['a fox', 'a fox']],
  ['a {red，green, blue} fox', ['a red，green fox', 'a blue fox']],
  [String.raw`{salt\, pepper, \{sugar\}} jar`, ['salt, pepper jar', '{sugar} jar']],
])('%s', (prompt, prompts) => {
  expect(permute(prompt)).toEqual(prompts);
});

test.each([
  'a fox',
  '  as it was typed\n ',
  'a {fox}',
  'a {, }',
  'a sign that says "{open, closed}"',
  'a sign that says “{open, closed}”',
  '{"subject": "a cat, sleeping", "style": "noir"}',
  'https://example.com/{a,b}.png as a cartoon',
  'an open { brace, { another } and a } closed one',
  'a fox --repeat 0',
  'a fox --repeat many',
  'repeat 3 foxes',
])('%j is text', (prompt) => {
  expect(permute(prompt)).toEqual([prompt]);
});

test('escaped braces are text without their backslash', () => {
  expect(permute(String.raw`a \{b, c\} \d`)).toEqual([String.raw`a {b, c} \d`]);
});

// What backtracks for such a text never comes to an end.
test.each(['{a,', '{a,b}', '"', '“', '--repeat 9 ', '{"'])(
  'every prompt of the longest kind is read to its end: %j again and again',
  (part) => {
    expect(permute(part.repeat(6_000 / part.length))).not.toEqual([]);
  },
);
