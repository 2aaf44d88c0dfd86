import { cut } from '../../../lib/text.ts';
import { UserError } from '../../../lib/user-error.ts';
import { MAX_PROMPT_LENGTH, MAX_TYPED_LENGTH } from '../../requests/families/checks.ts';
import { Automaton, type Entry } from './automaton.ts';
import { lettersFor, normalize, shapeOf } from './look-alikes.ts';
import { COVERED, DRAWL, readingsOf, SPACE, type Reading, type Sign } from './reading.ts';
import { parseRule, type Rule, type RuleWord } from './rule.ts';

/*
 * How `K1LL Bill, a k i l l scene` is searched for the rule `kill` with the exception `kill bill`:
 *
 * - A reading is a way to read the words. As they stand apart, there are `k1ll`, `bill`, `a`, `k`, `i`, `l`, `l` and `scene`; with
 *   single letters put together, there are `kill` and `akill`, too. Each reading is searched.
 * - A shape is what all characters have in common that can stand for each other: `i`, `l` and `1` have the shape `l`. In a row, a
 *   shape counts once. So `kill` and `k1ll` are `kl`, and one pass finds all rules by such shapes. What was found is then compared
 *   letter by letter: `1` can be an `i`, but `kl` is no `kill`.
 * - A cover hides what an exception allows, here `K1LL Bill`, and the rest is searched once more. `k i l l` is still there.
 */

/*
 * How `K1LL Bill, a k i l l scene` is searched for the rule `kill` with the exception `kill bill`:
 *
 * - A reading is a way to read the words. As they stand apart, there are `k1ll`, `bill`, `a`, `k`, `i`, `l`, `l` and `scene`; with
 *   single letters put together, there are `kill` and `akill`, too. Each reading is searched.
 * - A shape is what all characters have in common that can stand for each other: `i`, `l` and `1` have the shape `l`. In a row, a
 *   shape counts once. So `kill` and `k1ll` are `kl`, and one pass finds all rules by such shapes. What was found is then compared
 *   letter by letter: `1` can be an `i`, but `kl` is no `kill`.
 * - A cover hides what an exception allows, here `K1LL Bill`, and the rest is searched once more. `k i l l` is still there.
 */

/** A part of a pattern: a letter several times, the end of a word, or any letters up to there. */
type Step = { kind: 'letter'; letter: string; count: number } | { kind: 'space' } | { kind: 'any' };

/** How a rule is looked for: by its shapes, of which each stands once, up to the first `*` inside it, and then letter by letter. */
interface Pattern {
  rule: Rule;
  steps: readonly Step[];
  isOpenBefore: boolean;
  isOpenAfter: boolean;
  /** Two letters in a row are meant: a drawl elsewhere doesn't take them away. */
  hasDoubles: boolean;
  /** A phrase whose words are one, as where it is spelled out letter by letter. */
  isSpelledOut: boolean;
}

const DIGIT = /^\d$/;

const stepsOf = (letters: readonly string[]): Step[] => {
  const steps: (Step & { kind: 'letter' })[] = [];
  for (const letter of letters) {
    const last = steps.at(-1);
    if (last?.letter !== letter) steps.push({ kind: 'letter', letter, count: 1 });
    else if (last.count < DRAWL || DIGIT.test(letter)) last.count += 1;
  }
  return steps;
};

/** Each shape once, however often it stands in a row. */
const withoutRepeats = (shapes: readonly string[]): string[] =>
  shapes.filter((shape, index) => shape !== shapes[index - 1]);

const patternOf = (rule: Rule, words: readonly RuleWord[], isSpelledOut: boolean): Entry<Pattern> => {
  const steps: Step[] = [];
  const symbols: string[] = [];
  let isInside = true;
  for (const [index, { letters, isOpenBefore, isOpenAfter }] of words.entries()) {
    const isOpenInside = isOpenBefore && index > 0;
    if (isOpenInside) {
      steps.push({ kind: 'any' });
      isInside = false;
    }
    if (index === 0 && !isOpenBefore) {
      steps.push({ kind: 'space' });
      symbols.push(SPACE);
    }
    steps.push(...stepsOf(letters));
    if (isInside) symbols.push(...withoutRepeats(letters.map(shapeOf)));
    const isLast = index === words.length - 1;
    if (isOpenAfter && !isLast) {
      steps.push({ kind: 'any' });
      isInside = false;
    }
    if (isLast && isOpenAfter) continue;
    steps.push({ kind: 'space' });
    if (isInside) symbols.push(SPACE);
  }
  return {
    symbols,
    found: {
      rule,
      steps,
      isOpenBefore: words[0]?.isOpenBefore === true,
      isOpenAfter: words.at(-1)?.isOpenAfter === true,
      hasDoubles: steps.some((step) => step.kind === 'letter' && step.count > 1),
      isSpelledOut,
    },
  };
};

/** The words of a phrase as one; undefined where that can't be told apart from its words, or has a `*` inside. */
const joined = ({ words }: Rule): RuleWord | undefined => {
  const [first, last] = [words[0], words.at(-1)];
  const inside = words.flatMap(({ isOpenBefore, isOpenAfter }, index) => [
    index > 0 && isOpenBefore,
    index < words.length - 1 && isOpenAfter,
  ]);
  if (!first || !last || words.length === 1 || inside.includes(true)) return undefined;
  const letters = words.flatMap((word) => word.letters);
  return { letters, isOpenBefore: first.isOpenBefore, isOpenAfter: last.isOpenAfter, isSpaceless: false };
};

const entriesOf = (rule: Rule): Entry<Pattern>[] => {
  const asOne = joined(rule);
  const entry = patternOf(rule, rule.words, false);
  return asOne ? [entry, patternOf(rule, [asOne], true)] : [entry];
};

/** What one search may compare, letter by letter. No list that people write comes near it. */
const MAX_STEPS = 4_000;

/** What is left to compare with; once nothing is, all that has the shapes of a rule counts as the rule. */
interface Budget {
  steps: number;
}

const canBe = ({ signs, words }: Reading, index: number, letter: string): boolean => {
  const own = signs[index]?.letter;
  return (
    own === letter ||
    (own !== undefined && words[index]?.isDisguised === true && lettersFor(own).includes(letter))
  );
};

interface Comparison {
  reading: Reading;
  /** Each letter may stand several times in a row. */
  isLoose: boolean;
  budget: Budget;
}

/** Where a step can end that begins there. A letter three times or more is a drawl, and stands for one or two. */
const endsOf = (
  step: Step,
  from: number,
  isLast: boolean,
  { reading, isLoose, budget }: Comparison,
): number[] => {
  const { signs } = reading;
  let to = from;
  const runTo = (fits: (index: number) => boolean): void => {
    while (budget.steps > 0 && to < signs.length && fits(to)) {
      to += 1;
      budget.steps -= 1;
    }
  };
  if (step.kind === 'space') return signs[from]?.letter === SPACE ? [from + 1] : [];
  if (step.kind === 'any') {
    runTo((index) => reading.words[index] !== undefined);
    return Array.from({ length: to - from + 1 }, (_, length) => from + length);
  }
  const { letter, count } = step;
  runTo((index) => canBe(reading, index, letter));
  const length = to - from;
  // Anything may follow, also more of the same letter.
  if (isLast) return length >= count ? [to] : [];
  if (DIGIT.test(letter)) return length >= count ? [from + count] : [];
  const fits = (taken: number) => isLoose || taken === count || taken >= DRAWL;
  return Array.from({ length }, (_, index) => from + index + 1).filter((end) => fits(end - from));
};

/** Where a pattern ends that begins at one of these places; undefined: it isn't there. */
const endOf = (
  { steps, isOpenAfter }: Pattern,
  starts: readonly number[],
  comparison: Comparison,
): number | undefined => {
  let reached: ReadonlySet<number> = new Set(starts);
  for (const [index, step] of steps.entries()) {
    const isLast = isOpenAfter && index === steps.length - 1;
    const next = new Set<number>();
    for (const from of reached) {
      comparison.budget.steps -= 1;
      for (const to of endsOf(step, from, isLast, comparison)) next.add(to);
    }
    reached = next;
  }
  return [...reached].at(-1);
};

/** The shapes of a reading, each once however often it stands in a row, and where each begins. */
const shapesOf = (signs: readonly Sign[]): { shapes: string[]; begins: number[] } => {
  const shapes: string[] = [];
  const begins: number[] = [];
  for (const [index, { letter }] of signs.entries()) {
    const shape = shapeOf(letter);
    if (shape === shapes.at(-1)) continue;
    shapes.push(shape);
    begins.push(index);
  }
  begins.push(signs.length);
  return { shapes, begins };
};

const hasDrawl = (signs: readonly Sign[]): boolean =>
  signs.some(
    ({ letter }, index) => letter === signs[index + 1]?.letter && letter === signs[index + 2]?.letter,
  );

/** A part of the text that a rule found. */
interface Find {
  rule: Rule;
  start: number;
  end: number;
  /** It has the shapes of the rule, but wasn't compared letter by letter any more. */
  isGuess: boolean;
}

/** Where something stands that was found: whole words, where words are set apart. */
const placeInText = (
  { rule }: Pattern,
  { signs, words }: Reading,
  from: number,
  to: number,
): { start: number; end: number } => {
  let [first, last] = [from, to - 1];
  while (first < last && !words[first]) first += 1;
  while (last > first && !words[last]) last -= 1;
  const [firstWord, lastWord] = [rule.words[0], rule.words.at(-1)];
  return {
    start: (firstWord?.isSpaceless === true ? signs : words)[first]?.start ?? 0,
    end: (lastWord?.isSpaceless === true ? signs : words)[last]?.end ?? 0,
  };
};

/** Searches each reading of a text. */
function* findIn(automaton: Automaton<Pattern>, readings: readonly Reading[]): Generator<Find, undefined> {
  const budget: Budget = { steps: MAX_STEPS };
  for (const reading of readings) {
    const { signs, isSpelledOut } = reading;
    const { shapes, begins } = shapesOf(signs);
    for (const { found: pattern, from, to } of automaton.search(shapes)) {
      budget.steps -= 1;
      if (pattern.isSpelledOut && !isSpelledOut) continue;
      const [first = 0, second = 0, last = 0] = [begins[from], begins[from + 1], begins[to]];
      budget.steps -= last - first;
      const isLoose = !pattern.hasDoubles && hasDrawl(signs.slice(first, last));
      const places = Array.from({ length: second - first }, (_, index) => first + index);
      const starts = pattern.isOpenBefore ? places : [first];
      const end = endOf(pattern, starts, { reading, isLoose, budget });
      const isGuess = budget.steps <= 0;
      if (end === undefined && !isGuess) continue;
      yield { rule: pattern.rule, ...placeInText(pattern, reading, first, end ?? last), isGuess };
    }
  }
}

/** The text with everything that an exception covers taken out of sight; every other character stays in its place. */
const cover = (plain: string, readings: readonly Reading[], exceptions: Automaton<Pattern>): string => {
  const places: { start: number; end: number }[] = [];
  for (const { start, end, isGuess } of findIn(exceptions, readings)) {
    if (isGuess) break;
    const last = places.at(-1);
    if (last && start <= last.end && start >= last.start) last.end = Math.max(last.end, end);
    else places.push({ start, end });
  }
  const pieces: string[] = [];
  let reached = 0;
  for (const { start, end } of places.sort((a, b) => a.start - b.start)) {
    pieces.push(plain.slice(reached, start), COVERED.repeat(Math.max(0, end - Math.max(start, reached))));
    reached = Math.max(reached, end);
  }
  return pieces.join('') + plain.slice(reached);
};

/** Work in several steps: others may have their turn between them. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Finds a rule that speaks against a prompt, as the server's admins typed it. @throws UserError prompt-too-long, where its signs stand for too many others. */
export type Matcher = (prompt: string) => Steps<string | undefined>;

/** The maximum length of a prompt; longer ones are declined anyway. */
const beginningOf = (prompt: string): string =>
  prompt.length <= MAX_PROMPT_LENGTH
    ? prompt
    : Array.from(cut(prompt, MAX_TYPED_LENGTH)).slice(0, MAX_PROMPT_LENGTH).join('');

/** A list of rules, ready to be looked for. */
type Compiled = Automaton<Pattern>;

/** How many rules are read before others have their turn. */
const PARSED_AT_ONCE = 100;

/** Compiles a list of rules or exceptions. @throws UserError not-a-rule */
export function* compile(rules: readonly string[]): Steps<Compiled> {
  const entries: Entry<Pattern>[] = [];
  for (const [index, rule] of rules.entries()) {
    if (index % PARSED_AT_ONCE === PARSED_AT_ONCE - 1) yield;
    entries.push(...entriesOf(parseRule(rule)));
  }
  yield;
  return new Automaton(entries);
}

/**
 * Searches prompts for rules.
 *
 * @param exceptions rules whose matches are removed before the search.
 */
export const matcherOf = (rules: Compiled, exceptions: Compiled): Matcher =>
  function* (prompt) {
    const plain = normalize(beginningOf(prompt));
    // One sign can become eighteen.
    const { length } = plain;
    if (length > MAX_TYPED_LENGTH)
      throw new UserError('prompt-too-long', { length, limit: MAX_TYPED_LENGTH });
    const firstIn = (readings: readonly Reading[]): Find | undefined => findIn(rules, readings).next().value;
    const readings = readingsOf(plain);
    yield;
    if (!firstIn(readings)) return undefined;
    yield;
    const covered = cover(plain, readings, exceptions);
    yield;
    return firstIn(readingsOf(covered))?.rule.text;
  };

/** Does all steps at once. */
export const finish = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/** Compiles a blocklist. */
export const createMatcher = (
  rules: readonly string[],
  exceptions: readonly string[],
): ((prompt: string) => string | undefined) => {
  const matcher = matcherOf(finish(compile(rules)), finish(compile(exceptions)));
  return (prompt) => finish(matcher(prompt));
};
