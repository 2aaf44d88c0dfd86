import { cut, normalized } from '../../../lib/text.ts';
import { UserError } from '../../../lib/user-error.ts';
import { normalize, skeleton } from './look-alikes.ts';

/** Long enough for any phrase, short enough for one line of a list. */
export const RULE_LENGTH = 200;
/** Enough, with spaces and marks, to see that a rule is too long. */
const MAX_SCANNED_LENGTH = 10 * RULE_LENGTH;

/** A stored rule: as typed, with single spaces. */
const tidyRule = (text: string): string =>
  normalized(cut(text.trim(), MAX_SCANNED_LENGTH), 'NFC').trim().replace(/\s+/gu, ' ');

/** A word of a rule. */
export interface RuleWord {
  /** Without case, accents and look-alikes. */
  letters: readonly string[];
  /** Whether other letters may stand before it in its word, or after it. */
  isOpenBefore: boolean;
  isOpenAfter: boolean;
  /** Its script puts no space between words. */
  isSpaceless: boolean;
}

/** A word or phrase, ready to be looked for. */
export interface Rule {
  /** As it was typed. */
  text: string;
  words: readonly RuleWord[];
}

/** A word in which signs may replace letters. */
const SIGNED_WORD = /[\p{L}\p{M}\p{N}@$!|]+/gu;
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Signs around a word are rather punctuation. */
const PUNCTUATION = /^[!|]+|[!|]+$/gu;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a rule is written as a regular expression, or as a half of one. */
const isExpression = (rule: string): boolean => {
  const text = normalize(rule).trim();
  return text.startsWith('/') || text.endsWith('/') || /[\\()[\]{}^+|?][^/]*\/[dgimsuvy]{1,8}$/u.test(text);
};

/** Whether a `*` stands there, and sets the word off from what is beyond it: in `f*ck` it is a sign like any other. */
const isOpen = (plain: string, at: number, step: 1 | -1): boolean => {
  if (plain[at] !== '*') return false;
  let beyond = at;
  while (plain[beyond] === '*') beyond += step;
  return !/[\p{L}\p{M}\p{N}@$!|]/u.test(plain[beyond] ?? ' ');
};

const wordsOfRule = (plain: string): RuleWord[] =>
  [...plain.matchAll(SIGNED_WORD)]
    .filter(([word]) => HAS_LETTER_OR_DIGIT.test(word))
    .map(({ 0: word, index }) => {
      const isSpaceless = SPACELESS.test(word);
      return {
        letters: Array.from(skeleton(word.replace(PUNCTUATION, ''))),
        isOpenBefore: isSpaceless || isOpen(plain, index - 1, -1),
        isOpenAfter: isSpaceless || isOpen(plain, index + word.length, 1),
        isSpaceless,
      };
    });

/**
 * Reads a rule: a word or a phrase, whose words may begin or end with `*`.
 *
 * @throws UserError not-a-rule
 */
export const parseRule = (typed: string): Rule => {
  const text = tidyRule(typed);
  const words = text.length > RULE_LENGTH || isExpression(text) ? [] : wordsOfRule(normalize(text));
  // One sign can become eighteen.
  if (words.length === 0 || lengthOf({ words }) > RULE_LENGTH)
    throw new UserError('not-a-rule', { rule: text, limit: RULE_LENGTH });
  return { text, words };
};

/** How many letters a rule looks for. */
export const lengthOf = ({ words }: Pick<Rule, 'words'>): number =>
  words.reduce((sum, { letters }) => sum + letters.length, 0);

/** Two rules with the same key do the same. */
export const ruleKey = ({ words }: Rule): string =>
  words
    .map(
      ({ letters, isOpenBefore, isOpenAfter }) =>
        `${isOpenBefore ? '*' : ''}${letters.join('')}${isOpenAfter ? '*' : ''}`,
    )
    .join(' ');
