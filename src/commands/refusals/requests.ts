import { RuleError } from '../../services/image-api/request-rules.ts';
import type { Rule } from '../../services/image-api/request-rules.ts';
import { NotAPictureError } from '../gen.ts';
import { clip, literal } from '../markup.ts';

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

const URL_REASONS = {
  unreadable: 'is not a web address',
  'not-http': 'does not begin with http:// or https://',
  credentials: 'holds a user name or a password, which would be handed to the service',
} as const;

const ruleMessage = (rule: Rule): string => {
  switch (rule.kind) {
    case 'prompt-empty':
      return 'The prompt is empty. Say what the picture should show, for example `a lighthouse at dusk`.';
    case 'prompt-too-long':
      return `The prompt has ${rule.length} characters, and ${rule.limit} are the most. Please shorten it.`;
    case 'timeout-out-of-range':
      return `\`timeout\` must be from ${rule.minimum} to ${rule.maximum} seconds; ${rule.timeout} is outside. Leave it out for the usual 600.`;
    case 'unknown-choice':
      return `\`${OPTION_NAMES[rule.option]}\` can't be ${typed(rule.value)}. It is one of: ${rule.choices.join(', ')}.`;
    case 'url-unusable':
      return `\`${OPTION_NAMES[rule.option]}\`: ${typed(rule.url)} ${URL_REASONS[rule.reason]}. Example: \`https://example.com/picture.png\``;
    case 'output-size-unreadable':
      return `\`output_size\` is a width and a height in pixels, for example \`1920x1080\`. ${typed(rule.outputSize)} can't be read as that.`;
    case 'output-size-needs-4k':
      return `\`output_size\` works with \`size\` 4K only; with 1K the service ignores it. Choose 4K, or leave \`size\` out.`;
    case 'too-many-references':
      return `${rule.count} reference pictures are too many: ${rule.limit} are the most.`;
  }
};

/** What is wrong with the options of `/imagine` and `/gen`. */
export const requestRefusal = (error: unknown): string | undefined => {
  if (error instanceof RuleError) return ruleMessage(error.rule);
  if (error instanceof NotAPictureError)
    return `${typed(error.filename)} is not a picture. References have to be pictures such as PNG, JPEG or WebP.`;
  return undefined;
};
