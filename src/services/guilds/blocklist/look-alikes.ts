/**
 * Letters that look like a Latin one, by the Latin letter: those of https://www.unicode.org/Public/security/latest/confusables.txt
 * that people use to get a word past a list, in lower case.
 */
const BY_LETTER = {
  a: 'аαɑᴀ',
  b: 'вьβʙ',
  c: 'сϲᴄ',
  d: 'ԁđᴅ',
  e: 'еєεᴇ',
  f: 'ƒꜰ',
  g: 'ɡցɢ',
  h: 'нһհħʜ',
  i: 'іιıɩɪ',
  j: 'јᴊ',
  k: 'кκᴋ',
  l: 'ӏłʟ',
  m: 'мᴍ',
  n: 'ηոпɴ',
  o: 'оοօøσᴏ',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτŧᴛ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ԝωѡᴡ',
  x: 'хχ',
  y: 'уүγʏ',
  z: 'ᴢ',
} as const;

const LATIN = new Map(
  Object.entries(BY_LETTER).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** Digits and signs that stand for letters; some can be read in two ways. */
const SIGNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['0', ['o']],
  ['1', ['i', 'l']],
  ['3', ['e']],
  ['4', ['a']],
  ['5', ['s']],
  ['7', ['t']],
  ['8', ['b']],
  ['@', ['a']],
  ['$', ['s']],
  ['!', ['i']],
  ['|', ['i', 'l']],
]);

/** A word is read in this many ways at most: four signs that can be two letters each. */
const READINGS_AT_MOST = 16;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
// Marks that are put on letters of other scripts than their own. Those of Indic, Thai or Japanese belong to the letter.
const ACCENTS = /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
// Two in a row are a flag; a longer run is a word.
const LETTER_EMOJI = /[\u{1f1e6}-\u{1f1ff}]{3,}|[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
const LETTER_EMOJI_STARTS = [0x1f1e6, 0x1f170, 0x1f150];

const letterOfEmoji = (emoji: string): string => {
  const point = emoji.codePointAt(0) ?? 0;
  const start = LETTER_EMOJI_STARTS.find((candidate) => candidate <= point) ?? point;
  return String.fromCodePoint('a'.codePointAt(0)! + point - start);
};
