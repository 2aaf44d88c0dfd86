import {
  BarredError,
  BlockedPromptError,
  FullBlocklistError,
} from '../../services/guilds/blocklist/blocklists.ts';
import { UnusableRuleError, type RuleProblem } from '../../services/guilds/blocklist/rule.ts';
import { UnusableDateError } from '../blocklist/end-date.ts';
import { UnreadableFileError } from '../blocklist/rule-file.ts';
import { clip, literal, relativeTime } from '../../messages/markup.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Refusal } from './refusal.ts';

const SHOWN_LENGTH = 100;

const typed = (text: string): string => literal(clip(text, SHOWN_LENGTH));

const ruleReason = (problem: RuleProblem, words: Words['refusals']['blocklist']['ruleProblems']): string => {
  switch (problem.kind) {
    case 'too-long':
      return words['too-long'](problem.limit);
    case 'unknown-flags':
      return words['unknown-flags'](typed(problem.flags));
    case 'unreadable-expression':
      return words['unreadable-expression'](typed(problem.reason));
    case 'empty':
    case 'expression-too-large':
    case 'matches-everything':
      return words[problem.kind];
  }
};

/** What a blocklist speaks against, or what can't be on one. */
export const blocklistRefusal: Refusal = (error, { blocklist }) => {
  if (error instanceof BlockedPromptError) return blocklist.blocked(typed(error.rule));
  if (error instanceof BarredError)
    return error.until === undefined ? blocklist.barred : blocklist.barredUntil(relativeTime(error.until));
  if (error instanceof UnusableRuleError)
    return blocklist.unusableRule(typed(error.rule), ruleReason(error.problem, blocklist.ruleProblems));
  if (error instanceof FullBlocklistError) return blocklist.isFull(error.limit, blocklist.full[error.what]);
  if (error instanceof UnusableDateError)
    return error.problem === 'past'
      ? blocklist.datePast(typed(error.typed))
      : blocklist.noDate(typed(error.typed));
  if (error instanceof UnreadableFileError)
    return `${typed(error.filename)} ${blocklist.fileProblems[error.problem]}.`;
  return undefined;
};
