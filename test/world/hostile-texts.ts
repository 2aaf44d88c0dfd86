import { z } from 'zod';

const LENGTH = 2 ** 20;

/** Texts that come over a wire are in one piece in memory; those that are put together are not until they are read. */
const flat = (text: string): string => z.string().parse(JSON.parse(JSON.stringify(text)));

const filled = (part: string): string => flat(part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH));

/** A megabyte of each kind that is nasty to read: what is quadratic takes hours for it, and hangs the test. */
export const TEXTS = {
  'one letter': filled('a'),
  'other letters': filled('ж'),
  spaces: filled(' '),
  'spaces before a letter': `${filled(' ').slice(1)}a`,
  newlines: filled('\n'),
  'lines of nothing': filled('\r\n> '),
  backticks: filled('`'),
  markup: filled('*_~|>[]('),
  mentions: filled('<@'),
  digits: filled('1'),
  'letters and dots': filled('a.a.a.'),
  'letters with marks': filled('a\u0301'),
  'marks out of order': filled('\u0301\u0323'),
  'letters that are whole sentences': filled('\ufdfa'),
  'surrogate pairs': filled('😀'),
  'lone halves': filled('\ud83d'),
  'other lone halves': filled('\ude00'),
  joiners: filled('\u200d'),
  families: filled('👨‍👩‍👧‍👦'),
  flags: filled('🇦🇧🇨'),
  brackets: filled('[('),
  braces: filled('{"a":'),
  addresses: filled('https://'),
  'more addresses': filled('https://a@b, '),
  'half a token': filled('aW50ZXJhY3Rpb24'),
  'one flag': filled('--ar '),
  'unknown flags': filled('--flag '),
  'many flags': filled('--no a --sref b --cref c --v 1 --ar 1:1 --x y '),
  dashes: filled('—'),
  hyphens: filled('-'),
  'from right to left': filled('\u202e\u200f'),
  commas: filled(', '),
  'signs for letters': filled('@1!|'),
  'words and signs': flat(Array.from({ length: 150_000 }, (_, index) => `@${index}`).join(' ')),
  routes: filled('/webhooks/1'),
  schemes: filled('a+.-'),
  backslashes: filled('\\'),
  quotes: filled('“'),
  zeros: filled('\0'),
};
