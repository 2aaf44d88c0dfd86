import { UserError } from '../../../lib/user-error.ts';
import { parseRule, ruleKey, type Rule } from './rule.ts';

/** A list that people can still read; searching for them all takes less than a millisecond. */
const MAX_RULES = 1_000;
const MAX_EXPRESSIONS = 50;
/** Limit for the instructions of all expressions: the worst ones take 40 ms for the longest prompt. */
const MAX_INSTRUCTIONS = 2_000;

const checkSize = (rules: readonly Rule[]): void => {
  if (rules.length > MAX_RULES) throw new UserError('blocklist-full', { what: 'rules', limit: MAX_RULES });
  const expressions = rules.filter((rule) => rule.kind === 'expression');
  if (expressions.length > MAX_EXPRESSIONS)
    throw new UserError('blocklist-full', { what: 'expressions', limit: MAX_EXPRESSIONS });
  const instructions = expressions.reduce((sum, { expression }) => sum + expression.programSize(), 0);
  if (instructions > MAX_INSTRUCTIONS)
    throw new UserError('blocklist-full', { what: 'instructions', limit: MAX_INSTRUCTIONS });
};

/**
 * Adds rules; those that are there already, in any spelling, stay as they are.
 *
 * @throws UserError rule-…, blocklist-full
 */
export const withRules = (present: readonly string[], added: readonly string[]): string[] => {
  const byKey = new Map<string, Rule>();
  for (const rule of [...present, ...added].map(parseRule))
    if (!byKey.has(ruleKey(rule))) byKey.set(ruleKey(rule), rule);
  const rules = [...byKey.values()];
  checkSize(rules);
  return rules.map(({ text }) => text);
};
