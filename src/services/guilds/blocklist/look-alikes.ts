import { normalized } from '../../../lib/text.ts';

/**
 * Letters that look like a Latin one, by the Latin letter: those of https://www.unicode.org/Public/security/latest/confusables.txt
 * that people use to get a word past a list, in lower case.
 */
const BY_LETTER = {
  a: 'аαɑᴀꭺ',
  b: 'вьβʙꮟᏼ',
  c: 'сϲᴄꮯ',
  d: 'ԁđᴅꭰꮷ',
  e: 'еєεᴇꭼ',
  f: 'ƒꜰ',
  g: 'ɡցɢꮐᏻ',
  h: 'нһհħʜꮋꮒ',
  i: 'іιıɩɪꭵ',
  j: 'јᴊꭻ',
  k: 'кκᴋꮶ',
  l: 'ӏłʟꮮ',
  m: 'мᴍꮇ',
  n: 'ηոпɴ',
  o: 'оοօøσᴏ',
  p: 'рρᴘꮲ',
  q: 'ԛ',
  r: 'гʀꭱꮢ',
  s: 'ѕꜱꮥꮪ',
  t: 'тτŧᴛꭲ',
  u: 'υսᴜ',
  v: 'νѵᴠꮩ',
  w: 'ԝωѡᴡꮃꮤ',
  x: 'хχ',
  y: 'уүγʏꭹꮍ',
  z: 'ᴢꮓ',
} as const;

const LATIN = new Map(
  Object.entries(BY_LETTER).flatMap(([letter, others]) =>
    Array.from(others).map((other) => [other, letter] as const),
  ),
);

/** Digits and signs that replace letters; some have two readings. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'il'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['8', 'b'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
  ['|', 'il'],
]);

/** The letters that a digit or sign can stand for; none for any other character. */
export const lettersFor = (character: string): string => SIGNS.get(character) ?? '';

/** Characters of one shape: the same for all that can stand for each other. */
export const shapeOf = (character: string): string => {
  const letter = SIGNS.get(character)?.[0] ?? character;
  return letter === 'i' ? 'l' : letter;
};

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
// Marks that are put on letters of other scripts than their own. Those of Indic, Thai or Japanese belong to the letter.
const ACCENTS = /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
// Two in a row are a flag; a longer run is a word.
const LETTER_EMOJI = /[\u{1f1e6}-\u{1f1ff}]{3,}|[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
// NFKC would write three characters for each: a letter between brackets.
const BRACKETED = /[\u249c-\u24b5\u{1f110}-\u{1f129}]/gu;
/** Where each alphabet of emoji, and of letters between brackets, begins. */
const EMOJI_ALPHABETS = [0x1f1e6, 0x1f170, 0x1f150, 0x1f110, 0x249c];
const LATIN_A = 0x61;

const letterOfEmoji = (emoji: string): string => {
  const point = emoji.codePointAt(0) ?? 0;
  const start = EMOJI_ALPHABETS.find((candidate) => candidate <= point) ?? point;
  return String.fromCodePoint(LATIN_A + point - start);
};

const ASCII = /^[\p{ASCII}]*$/u;

const normalizedSigns = (text: string): string =>
  normalized(text.replace(BRACKETED, letterOfEmoji), 'NFKC')
    .replace(INVISIBLE, '')
    .replace(LETTER_EMOJI, (emojis) => Array.from(emojis, letterOfEmoji).join(''));

/** A text in one of the many ways in which Unicode can write it: no invisible characters, no fancy letters. */
export const normalize = (text: string): string => (ASCII.test(text) ? text : normalizedSigns(text));

// Upper case first: that is where ß becomes ss, and the two Greek sigmas become one; lower case makes two of them again.
const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
const LOOK_ALIKES = new RegExp(`[${Object.values(BY_LETTER).join('')}]`, 'gu');

/** A normalised text without case, accents and look-alike letters of other scripts. */
export const skeleton = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : foldCase(normalized(text, 'NFKD').replace(ACCENTS, '')).replace(
        LOOK_ALIKES,
        (character) => LATIN.get(character) ?? character,
      );
