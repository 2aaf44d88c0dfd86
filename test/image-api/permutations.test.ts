import { expect, test } from 'vitest';
import { MAX_PERMUTATIONS, permute } from '../../src/services/image-api/permutations.ts';

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

/** Numbers below a bound, the same in each run. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (bound: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
};

test('a prompt stands for each combination of its choices once, in all that are drawn', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const draw = numbersFrom(seed);
    const groups = Array.from({ length: draw(4) }, (_none, group) =>
      Array.from({ length: 2 + draw(3) }, (_nothing, choice) => `g${group}c${choice}`),
    );
    const times = 1 + draw(3);
    const typed = groups.map((choices) => `with {${choices.join(',')}} `).join('');
    const count = groups.reduce((product, choices) => product * choices.length, times);
    const prompts = permute(`a fox ${typed}--repeat ${times}`);
    if (count > MAX_PERMUTATIONS) {
      expect(prompts).toBeUndefined();
      continue;
    }
    expect(prompts).toHaveLength(count);
    expect(new Set(prompts).size).toBe(count / times);
    for (const prompt of prompts ?? [])
      for (const choices of groups)
        expect(choices.filter((choice) => prompt.includes(choice))).toHaveLength(1);
  }
});

test.each([
  '{',
  '{a,',
  '{a,b}',
  '\\{',
  '"',
  '“',
  '--repeat ',
  '--repeat 9 ',
  ' ',
  'https://',
  '{"',
  '\\',
  '—r',
])('no prompt of the longest kind takes long: %j again and again', (part) => {
  const before = performance.now();
  permute(part.repeat(6_000 / part.length));
  expect(performance.now() - before).toBeLessThan(200);
});
