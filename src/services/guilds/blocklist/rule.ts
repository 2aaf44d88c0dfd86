import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { cut, normalized } from '../../../lib/text.ts';
import { UserError } from '../../../lib/user-error.ts';
import { normalize, readingsOf, skeleton } from './look-alikes.ts';

/** Long enough for any phrase, short enough for one line of a list. */
export const RULE_LENGTH = 200;
/** Enough, with spaces and marks, to see that a rule is too long. */
const MAX_SCANNED_LENGTH = 10 * RULE_LENGTH;

/** A stored rule: as typed, with single spaces. */
const tidyRule = (text: string): string =>
  normalized(cut(text.trim(), MAX_SCANNED_LENGTH), 'NFC').trim().replace(/\s+/gu, ' ');

/**
 * The instructions that an expression may compile to. The time a search takes grows with them and with the text's length,
 * and with nothing else: https://github.com/google/re2/wiki/WhyRE2
 */
const EXPRESSION_SIZE = 500;

/** A rule, ready to be looked for. */
export type Rule =
  | { kind: 'words'; text: string; words: readonly string[] }
  /** In scripts that put no space between words. */
  | { kind: 'part'; text: string; part: string }
  | { kind: 'expression'; text: string; expression: RE2JS };

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A word in which signs may replace letters. */
const SIGNED_WORD = /[\p{L}\p{M}\p{N}@$!|]+/gu;
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const EXPRESSION = /^\/(?<source>.*)\/(?<flags>[a-z]*)$/su;

/** What is wrong, and where; the package names the whole expression, with flags of its own, where it can't say. */
const reasonOf = (error: RE2JSException): string => {
  if (!(error instanceof RE2JSSyntaxException)) return error.message;
  const part = error.getPattern();
  const description = error.getDescription();
  return part === null || part.startsWith('(?i)') ? description : `${description}: ${part}`;
};

const expressionOf = (text: string, source: string, flags: string): Rule => {
  if (flags !== '' && flags !== 'i') throw new UserError('rule-with-unknown-flags', { rule: text, flags });
  if (source.trim() === '') throw new UserError('rule-empty', { rule: text });
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    throw new UserError('rule-unreadable', { rule: text, reason: reasonOf(cause) }, { cause });
  }
  if (expression.programSize() > EXPRESSION_SIZE) throw new UserError('rule-too-large', { rule: text });
  if (expression.test('')) throw new UserError('rule-matches-everything', { rule: text });
  return { kind: 'expression', text, expression };
};

const phraseOf = (text: string): Rule => {
  const plain = normalize(text);
  const words = plain.match(SIGNED_WORD)?.filter((word) => HAS_LETTER_OR_DIGIT.test(word)) ?? [];
  if (words.length === 0) throw new UserError('rule-empty', { rule: text });
  if (SPACELESS.test(plain)) return { kind: 'part', text, part: plain.toLowerCase() };
  return { kind: 'words', text, words: words.map(skeleton) };
};

/**
 * Reads a rule: a word, a phrase, or an expression between slashes.
 *
 * @throws UserError rule-…, when it can't be one
 */
export const parseRule = (typed: string): Rule => {
  const text = tidyRule(typed);
  if (text.length > RULE_LENGTH) throw new UserError('rule-too-long', { rule: text, limit: RULE_LENGTH });
  const { source, flags = '' } = EXPRESSION.exec(text)?.groups ?? {};
  return source === undefined ? phraseOf(text) : expressionOf(text, source, flags);
};

/** Two rules with the same key do the same. */
export const ruleKey = (rule: Rule): string => {
  if (rule.kind === 'expression') return rule.text;
  return rule.kind === 'part' ? rule.part : rule.words.join(' ');
};

/** A word of a prompt, with all that it can be read as. */
export interface PromptWord {
  readings: ReadonlySet<string>;
  start: number;
  end: number;
}

const wordsBy = (plain: string, pattern: RegExp): PromptWord[] => {
  const known = new Map<string, ReadonlySet<string>>();
  return [...plain.matchAll(pattern)].map(({ 0: word, index }) => {
    const readings = known.get(word) ?? readingsOf(word);
    known.set(word, readings);
    return { readings, start: index, end: index + word.length };
  });
};

/** Letters one by one, with up to three blanks or signs between them. */
const SPELLED_OUT =
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}](?:[\s._*·•,/~+|"'“”„‘’«»-]{1,3}[\p{L}\p{N}]){2,}(?![\p{L}\p{M}\p{N}])/gu;
const GAP = /[^\p{L}\p{N}]+/gu;
/** Of a longer run only the beginning is read. */
const MAX_SPELLED_LETTERS = 40;

/** All words that a run of single letters may spell: the run, and what stands between its widest gaps, without an "a" or "I" before it. */
const spelledWords = (run: string): ReadonlySet<string> => {
  const letters = skeleton(run);
  const narrow = Math.min(...(letters.match(GAP) ?? []).map(({ length }) => length));
  const pieces = letters.split(new RegExp(`[^\\p{L}\\p{N}]{${narrow + 1},}`, 'u'));
  const words = [letters, ...pieces]
    .map((piece) => Array.from(piece.replace(GAP, '')).slice(0, MAX_SPELLED_LETTERS).join(''))
    .filter((word) => word.length > 1);
  return new Set(words.flatMap((word) => [word, word.replace(/^[ai]+/, '')]));
};

/** Each run of single letters is a word; phrases don't continue across it. */
const spelledOut = (plain: string): PromptWord[][] =>
  [...plain.matchAll(SPELLED_OUT)].map(({ 0: run, index }) => [
    { readings: spelledWords(run), start: index, end: index + run.length },
  ]);

/** The words of a normalised prompt: once with signs as parts of words, once with signs between words, and those spelled out. */
export const wordsOf = (plain: string): PromptWord[][] => [
  wordsBy(plain, SIGNED_WORD),
  ...(/[@$!|]/.test(plain) ? [wordsBy(plain, WORD)] : []),
  ...spelledOut(plain),
];
