import { RE2JS } from 're2js';
import { cut } from '../../../lib/text.ts';
import { MAX_PROMPT_LENGTH, MAX_TYPED_LENGTH } from '../../image-api/request-rules.ts';
import { normalize, skeleton } from './look-alikes.ts';
import { parseRule, wordsOf, type PromptWord, type Rule } from './rule.ts';

/** Stands where an exception was: it is part of no word, and no phrase reaches over it. */
const COVERED = '\0';

type Phrase = Extract<Rule, { kind: 'words' }>;
type Part = Extract<Rule, { kind: 'part' }>;
type Expression = Extract<Rule, { kind: 'expression' }>;

/** A part of a text, from `start` up to and without `end`, and the rule that found it. */
interface Find {
  rule: Rule;
  start: number;
  end: number;
}

interface Rules {
  /** Phrases by their first word. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
  parts: readonly Part[];
  expressions: readonly Expression[];
  /** All expressions combined into one, which is as fast as a single one; undefined when there is none. */
  anyExpression: RE2JS | undefined;
}

const inOne = (expressions: readonly Expression[]): RE2JS | undefined =>
  expressions.length === 0
    ? undefined
    : RE2JS.compile(
        expressions.map(({ expression }) => `(?:${expression.pattern()})`).join('|'),
        RE2JS.CASE_INSENSITIVE,
      );

const sort = (texts: readonly string[]): Rules => {
  const rules = texts.map(parseRule);
  const phrases = new Map<string, Phrase[]>();
  for (const rule of rules) {
    if (rule.kind !== 'words') continue;
    const [first = ''] = rule.words;
    phrases.set(first, [...(phrases.get(first) ?? []), rule]);
  }
  const expressions = rules.filter((rule) => rule.kind === 'expression');
  const parts = rules.filter((rule) => rule.kind === 'part');
  return { phrases, parts, expressions, anyExpression: inOne(expressions) };
};

const isAt = ({ words }: Phrase, prompt: readonly PromptWord[], index: number, plain: string): boolean => {
  const found = prompt.slice(index, index + words.length);
  const [first, last] = [found[0], found.at(-1)];
  return (
    found.length === words.length &&
    words.every((word, offset) => found[offset]?.readings.has(word) === true) &&
    !plain.slice(first?.start, last?.end).includes(COVERED)
  );
};

function* findPhrases({ phrases }: Rules, plain: string): Generator<Find> {
  if (phrases.size === 0) return;
  const known = new Map<PromptWord['readings'], readonly Phrase[]>();
  for (const words of wordsOf(plain)) {
    for (const [index, { readings, start }] of words.entries()) {
      const rules = known.get(readings) ?? [...readings].flatMap((reading) => phrases.get(reading) ?? []);
      known.set(readings, rules);
      for (const rule of rules) {
        if (!isAt(rule, words, index, plain)) continue;
        yield { rule, start, end: words[index + rule.words.length - 1]?.end ?? start };
      }
    }
  }
}

function* findParts({ parts }: Rules, plain: string): Generator<Find> {
  const text = plain.toLowerCase();
  for (const rule of parts) {
    const { part } = rule;
    for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + part.length))
      yield { rule, start, end: start + part.length };
  }
}

function* findExpressions({ expressions, anyExpression }: Rules, plain: string): Generator<Find> {
  if (anyExpression?.test(plain) !== true) return;
  for (const rule of expressions) {
    const matcher = rule.expression.matcher(plain);
    while (matcher.find()) yield { rule, start: matcher.start(), end: matcher.end() };
  }
}

const isIn = (expression: RE2JS, texts: readonly string[]): boolean =>
  texts.some((text) => expression.test(text));

/** The text with everything that an exception covers taken out of sight; every other character stays in its place. */
const cover = (plain: string, exceptions: Rules): string => {
  const finds = [findExpressions, findPhrases, findParts].flatMap((find) => [...find(exceptions, plain)]);
  const pieces: string[] = [];
  let reached = 0;
  for (const { start, end } of finds.sort((a, b) => a.start - b.start)) {
    pieces.push(plain.slice(reached, start), COVERED.repeat(Math.max(0, end - Math.max(start, reached))));
    reached = Math.max(reached, end);
  }
  return pieces.join('') + plain.slice(reached);
};

/** The maximum length of a prompt; longer ones are declined anyway. */
const beginningOf = (prompt: string): string =>
  prompt.length <= MAX_PROMPT_LENGTH
    ? prompt
    : Array.from(cut(prompt, MAX_TYPED_LENGTH)).slice(0, MAX_PROMPT_LENGTH).join('');

/** What speaks against a prompt. */
export interface Finding {
  /** The rule, as the server's admins typed it. */
  rule: string;
  /** What to rephrase: the rule's words, or the part that an expression found; undefined where that takes too long to tell. */
  part: string | undefined;
}

/** Instructions times characters. To find where a match begins and ends takes some 15 ms for as many; `test` alone is faster. */
const MAX_STEPS = 1_000_000;

const partOf = ({ expression }: Expression, looks: readonly string[]): string | undefined => {
  const text = looks.find((look) => expression.test(look)) ?? '';
  if (expression.programSize() * text.length > MAX_STEPS) return undefined;
  const matcher = expression.matcher(text);
  const part = matcher.find() ? text.slice(matcher.start(), matcher.end()) : '';
  // Without what exceptions covered. An expression such as /\b/ matches between characters.
  const shown = part
    .split(COVERED)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  return shown.length === 0 ? undefined : shown.join(' … ');
};

/** Finds the first rule that speaks against a prompt. */
export type Matcher = (prompt: string) => Finding | undefined;

/**
 * Compiles a list of rules.
 *
 * @param exceptions rules whose matches are removed before the search.
 * @throws UserError rule-…, when a rule can't be one
 */
export const createMatcher = (rules: readonly string[], exceptions: readonly string[]): Matcher => {
  const forbidden = sort(rules);
  const allowed = sort(exceptions);
  return (prompt) => {
    const plain = cover(normalize(beginningOf(prompt)), allowed);
    for (const find of [findPhrases, findParts]) {
      const [first] = find(forbidden, plain);
      if (first) return { rule: first.rule.text, part: first.rule.text };
    }
    const { anyExpression } = forbidden;
    if (!anyExpression) return undefined;
    const disguised = skeleton(plain);
    const looks = disguised === plain ? [plain] : [plain, disguised];
    if (!isIn(anyExpression, looks)) return undefined;
    const found = forbidden.expressions.find(({ expression }) => isIn(expression, looks));
    return found && { rule: found.text, part: partOf(found, looks) };
  };
};
