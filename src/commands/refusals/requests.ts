import { RuleError, type Rule } from '../../services/image-api/request-rules.ts';
import { NotAPictureError } from '../requests/options.ts';
import { clip, literal } from '../../messages/markup.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Refusal } from './refusal.ts';

const SHOWN_LENGTH = 100;

/** A short piece of what a person typed, for a sentence. */
const typed = (text: string): string => literal(clip(text, SHOWN_LENGTH));

const OPTION_NAMES = {
  mode: 'mode',
  model: 'model',
  aspectRatio: 'aspect_ratio',
  size: 'size',
  hookUrl: 'hook_url',
  references: 'reference',
  referenceUrls: 'reference_urls',
} as const;

const ruleMessage = (rule: Rule, words: Words['refusals']['requests']): string => {
  switch (rule.kind) {
    case 'prompt-empty':
      return words.promptEmpty;
    case 'prompt-too-long':
      return words.promptTooLong(rule.length, rule.limit);
    case 'timeout-out-of-range':
      return words.timeout(rule.minimum, rule.maximum, rule.timeout);
    case 'unknown-choice':
      return words.unknownChoice(OPTION_NAMES[rule.option], typed(rule.value), rule.choices.join(', '));
    case 'url-unusable':
      return words.url(OPTION_NAMES[rule.option], typed(rule.url), words.urlReasons[rule.reason]);
    case 'output-size-unreadable':
      return words.outputSize(typed(rule.outputSize));
    case 'output-size-needs-4k':
      return words.outputSizeNeeds4k;
    case 'too-many-references':
      return words.tooManyReferences(rule.count, rule.limit);
  }
};

/** What is wrong with the options of `/imagine` and `/gen`. */
export const requestRefusal: Refusal = (error, { requests }) => {
  if (error instanceof RuleError) return ruleMessage(error.rule, requests);
  if (error instanceof NotAPictureError) return requests.notAPicture(typed(error.filename));
  return undefined;
};
