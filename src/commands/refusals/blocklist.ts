import { BarredError, BlockedPromptError, FullBlocklistError } from '../../services/guilds/blocklist/index.ts';
import { UnusableRuleError } from '../../services/guilds/blocklist/rule.ts';
import type { RuleProblem } from '../../services/guilds/blocklist/rule.ts';
import { UnusableDateError } from '../blocklist/end-date.ts';
import { UnreadableFileError } from '../blocklist/rule-file.ts';
import { clip, literal, relativeTime } from '../markup.ts';

const SHOWN_LENGTH = 100;

const typed = (text: string): string => literal(clip(text, SHOWN_LENGTH));

const ruleReason = (problem: RuleProblem): string => {
  switch (problem.kind) {
    case 'empty':
      return 'there is no word in it';
    case 'too-long':
      return `${problem.limit} characters are the most`;
    case 'unknown-flags':
      return `after the last slash nothing but \`i\` is known, which holds for all rules anyway; ${typed(problem.flags)} is not`;
    case 'unreadable-expression':
      return `the expression can't be read (${typed(problem.reason)}). Look-around and back references are not to be had`;
    case 'expression-too-large':
      return 'the expression is too large: repeat less in it';
    case 'matches-everything':
      return 'it would refuse every prompt';
  }
};

const FULL = {
  rules: 'rules or exceptions',
  expressions: 'expressions between slashes',
  instructions: 'instructions of all expressions together',
  bars: 'barred people',
} as const;

const FILE_PROBLEMS = {
  'too-large': 'is too large for a list of rules',
  'no-text': 'is no text in UTF-8',
  'not-there': 'could not be fetched from Discord. Please try again',
} as const;

/** What a blocklist speaks against, or what can't be on one. */
export const blocklistRefusal = (error: unknown): string | undefined => {
  if (error instanceof BlockedPromptError)
    return `This server does not want ${typed(error.rule)} in prompts, so nothing was sent. Say it in other words; if the rule is wrong here, ask a server admin.`;
  if (error instanceof BarredError)
    return error.until === undefined
      ? "You can't ask for pictures in this server. Its admins have decided that, and can change it."
      : `You can't ask for pictures in this server. That ends ${relativeTime(error.until)}.`;
  if (error instanceof UnusableRuleError)
    return `${typed(error.rule)} can't be a rule: ${ruleReason(error.problem)}. Nothing was added.`;
  if (error instanceof FullBlocklistError)
    return `The list is full: ${error.limit} ${FULL[error.what]} are the most. Nothing was added.`;
  if (error instanceof UnusableDateError)
    return error.problem === 'past'
      ? `${typed(error.typed)} is over already.`
      : `${typed(error.typed)} is no date. Dates look like \`2026-12-31\`.`;
  if (error instanceof UnreadableFileError)
    return `${typed(error.filename)} ${FILE_PROBLEMS[error.problem]}.`;
  return undefined;
};
