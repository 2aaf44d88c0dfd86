import { skeleton } from './look-alikes.ts';

/** Stands where an exception was: it is part of no word, and no phrase reaches over it. */
export const COVERED = '\0';
/** Stands before and after each word. */
export const SPACE = ' ';

/** A word has a letter at most twice in a row: more are a drawl, as long as it may be. */
export const DRAWL = 3;

/** A character of a text as it can be read. */
export interface Sign {
  /** Without case, accents and look-alikes. */
  letter: string;
  /** Where it stands in the normalised text. */
  start: number;
  end: number;
}

type Word = readonly Sign[];

/** A word where it stands in the normalised text. */
export interface PlacedWord {
  start: number;
  end: number;
  /** Whether digits and signs may stand for letters in it, unlike in a number with its unit (`3d`, `4k`): there are as many digits. */
  isDisguised: boolean;
}

/** One way to read a text: words with {@link SPACE} around each, and {@link COVERED} where a phrase ends. */
export interface Reading {
  signs: readonly Sign[];
  /** The word of each, as far as it has one. */
  words: readonly (PlacedWord | undefined)[];
  /** Single letters have been put together: a phrase is one word here. */
  isSpelledOut: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A word in which signs may replace letters. */
const SIGNED_WORD = /[\p{L}\p{M}\p{N}@$!|]+/gu;
const ASCII_WORD = /^[a-z0-9@$!|]+$/i;
const DIGIT = /^\d$/;
const REPLACING = /^[@$!|]$/;

const isDigit = (sign: Sign): boolean => DIGIT.test(sign.letter);

const signAt = (letter: string, start: number, end = start): Sign => ({ letter, start, end });

const signsOf = (word: string, start: number, known: Map<string, string[]>): Sign[] => {
  const signs: Sign[] = [];
  const isPlain = ASCII_WORD.test(word);
  let at = start;
  for (const character of word) {
    const end = at + character.length;
    let letters: readonly string[] | undefined = isPlain ? [character.toLowerCase()] : known.get(character);
    if (!letters) {
      letters = Array.from(skeleton(character));
      known.set(character, [...letters]);
    }
    for (const letter of letters) signs.push(signAt(letter, at, end));
    // An accent belongs to the letter before it.
    const last = signs.at(-1);
    if (letters.length === 0 && last) last.end = end;
    at = end;
  }
  return signs;
};

const isDisguised = (word: Word): boolean => {
  const digits = word.reduce((count, sign) => count + Number(isDigit(sign)), 0);
  return digits < word.length - digits;
};

/** A letter more often than three times in a row is there three times. */
const withoutLongDrawl = (word: Word): Word =>
  word.filter((sign, index) => {
    if (isDigit(sign)) return true;
    for (let back = 1; back <= DRAWL; back += 1) if (word[index - back]?.letter !== sign.letter) return true;
    return false;
  });

const trimmed = (word: Word, signs: RegExp, sides: 'both' | 'end'): Word => {
  let [from, to] = [0, word.length];
  while (to > 0 && signs.test(word[to - 1]?.letter ?? '')) to -= 1;
  if (sides === 'both') while (from < to && signs.test(word[from]?.letter ?? '')) from += 1;
  return word.slice(from, to);
};

/** As far apart as this, single letters are still one word. In UTF-16 units. */
const MAX_GAP = 3;
const MIN_SPELLED = 3;

/** Runs of single letters, up to three characters apart: from which word, and up to and without which. */
const spelledRuns = (words: readonly Word[], plain: string): [from: number, to: number][] => {
  const runs: [number, number][] = [];
  let from = 0;
  for (let to = 1; to <= words.length; to += 1) {
    const [before, next] = [words[to - 1], words[to]];
    const isNext =
      before?.length === 1 &&
      next?.length === 1 &&
      (next[0]?.start ?? Infinity) - (before[0]?.end ?? 0) <= MAX_GAP &&
      !plain.slice(before[0]?.end, next[0]?.start).includes(COVERED);
    if (isNext) continue;
    if (to - from >= MIN_SPELLED) runs.push([from, to]);
    from = to;
  }
  return runs;
};

/** What stands between the widest gaps of a run. */
const piecesOf = (run: Word): Word[] => {
  const gapBefore = (index: number) => (run[index]?.start ?? 0) - (run[index - 1]?.end ?? 0);
  let narrow = Infinity;
  for (let index = 1; index < run.length; index += 1) narrow = Math.min(narrow, gapBefore(index));
  const pieces: Sign[][] = [];
  for (const [index, sign] of run.entries()) {
    if (index === 0 || gapBefore(index) > narrow) pieces.push([sign]);
    else pieces.at(-1)?.push(sign);
  }
  return pieces;
};

/** Without an "a" or "I" before it. */
const withoutArticle = (word: Word): Word => {
  let from = 0;
  while (from < word.length && /^[ai]$/.test(word[from]?.letter ?? '')) from += 1;
  return word.slice(from);
};

const readingOf = (texts: readonly Word[], plain: string, isSpelledOut: boolean): Reading => {
  const signs: Sign[] = [signAt(SPACE, 0)];
  const words: (PlacedWord | undefined)[] = [undefined];
  const add = (sign: Sign, word?: PlacedWord) => {
    signs.push(sign);
    words.push(word);
  };
  let reached: number | undefined;
  for (const text of texts) {
    const [first, last] = [text[0], text.at(-1)];
    if (!first || !last) continue;
    const { start } = first;
    const { end } = last;
    if (reached !== undefined && (isSpelledOut || plain.slice(reached, start).includes(COVERED))) {
      add(signAt(COVERED, start));
      add(signAt(SPACE, start));
    }
    const word = { start, end, isDisguised: isDisguised(text) };
    for (const sign of withoutLongDrawl(text)) add(sign, word);
    add(signAt(SPACE, end));
    reached = end;
  }
  return { signs, words, isSpelledOut };
};

/** The readings of words of which some are spelled out, letter by letter. */
const spelledReadings = (words: readonly Word[], plain: string): Reading[] => {
  const runs = spelledRuns(words, plain);
  if (runs.length === 0) return [];
  const joined: Word[] = [];
  const wholes: Word[] = [];
  let reached = 0;
  for (const [from, to] of runs) {
    const run = words.slice(from, to).flat();
    const pieces = piecesOf(run);
    for (const word of words.slice(reached, from)) joined.push(word);
    for (const piece of pieces) joined.push(piece);
    reached = to;
    for (const word of [run, ...pieces]) if (word.length > 1) wholes.push(word, withoutArticle(word));
  }
  for (const word of words.slice(reached)) joined.push(word);
  return [readingOf(joined, plain, false), readingOf(wholes, plain, true)];
};

/**
 * All ways to read a normalised text: with signs between words, within them and at their ends, and with single letters put
 * together. There are seven at most, each as long as the text.
 */
export const readingsOf = (plain: string): Reading[] => {
  const known = new Map<string, string[]>();
  const wordsBy = (pattern: RegExp): Word[] =>
    [...plain.matchAll(pattern)].map(({ 0: word, index }) => signsOf(word, index, known));
  const apart = wordsBy(WORD);
  const readings = [readingOf(apart, plain, false), ...spelledReadings(apart, plain)];
  if (!/[@$!|]/.test(plain)) return readings;
  const signed = wordsBy(SIGNED_WORD);
  const within = signed.map((word) => trimmed(word, REPLACING, 'both'));
  const withEnds = signed.map((word) => trimmed(word, /^[!|]$/, 'end'));
  return [
    ...readings,
    readingOf(within, plain, false),
    readingOf(withEnds, plain, false),
    ...spelledReadings(signed, plain),
  ];
};
