import { z } from 'zod';
import { cut, isBlank } from '../../lib/text.ts';
import { UserError, type FactsOf } from '../../lib/user-error.ts';
import { addressesIn, pageAt } from './addresses.ts';
import { correctOutputSize, formatOutputSize, nearestRatio, parseOutputSize } from './output-size.ts';
import {
  appliedStyleSchema,
  hasOnlyFlags,
  ratioIn,
  typedPromptSchema,
  withoutOptions,
  readGenPrompt,
  writePrompt,
} from './prompt.ts';
import { ownPromptOf, withPrompt, type Styled } from './styles.ts';
import {
  type ArtgenRequest,
  type GenRequest,
  ASPECT_RATIOS,
  MODELS,
  MODES,
  SIZES,
  TIMEOUT_S,
} from './wire.ts';

/** In characters. Discord accepts no more: https://docs.discord.com/developers/interactions/application-commands */
export const MAX_PROMPT_LENGTH = 6_000;
/** In UTF-16 units, of which a character takes two at most: nothing that is longer is looked at. */
export const MAX_TYPED_LENGTH = 2 * MAX_PROMPT_LENGTH;
/** A card names no more flags that were put right. */
const MAX_FIXES = 3;
/** The number of pictures in one Discord message; the service documents no limit. */
export const MAX_REFERENCES = 10;

/** The options of which the person picks one out of a list, as they are typed. */
type ChoiceOption = 'mode' | 'model' | 'aspect_ratio' | 'size';
/** The options that hold addresses, as they are typed. */
type UrlOption = 'hook_url' | 'reference' | 'reference_urls';

/** A fact about a request that is sent anyway; its card tells it. */
export const noteSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('output-size-corrected'),
    requested: z.string(),
    width: z.number(),
    height: z.number(),
  }),
  z.object({ kind: z.literal('size-set-to-4k') }),
  z.object({ kind: z.literal('ratio-overridden'), ratio: z.string() }),
  z.object({ kind: z.literal('option-overridden'), flag: z.string(), value: z.string() }),
  /** Flags were put right. */
  z.object({
    kind: z.literal('prompt-corrected'),
    fixes: z.array(z.object({ typed: z.string(), read: z.string() })),
  }),
  /** A `/gen` keeps the shape of the picture that it starts from. */
  z.object({ kind: z.literal('ratio-of-picture'), ratio: z.string() }),
  /** `--ar` in `/gen` names a ratio that the service doesn't have. */
  z.object({ kind: z.literal('ratio-replaced'), typed: z.string(), ratio: z.string() }),
  /** Flags that do nothing in `/gen`. */
  z.object({ kind: z.literal('idle-flags'), flags: z.array(z.string()) }),
]);
export type Note = z.infer<typeof noteSchema>;

const artgenOptionsSchema = z.object({
  ...typedPromptSchema.shape,
  mode: z.string().optional(),
  /** In seconds. */
  timeout: z.number().optional(),
  hookUrl: z.string().optional(),
});
export type ArtgenOptions = z.infer<typeof artgenOptionsSchema>;

const genOptionsSchema = z.object({
  prompt: z.string(),
  style: appliedStyleSchema.optional(),
  model: z.string().optional(),
  aspectRatio: z.string().optional(),
  /** That of the only picture from which it starts: counts where nothing else says one. */
  pictureRatio: z.string().optional(),
  size: z.string().optional(),
  /** As typed; `WIDTHxHEIGHT` in pixels. */
  outputSize: z.string().optional(),
  /** One address each. */
  references: z.array(z.string()).readonly().optional(),
  /** As typed: several addresses with spaces or commas between them. */
  referenceUrls: z.string().optional(),
  hookUrl: z.string().optional(),
});
export type GenOptions = z.infer<typeof genOptionsSchema>;

/** Reads options back from the store. */
export const requestOptionsSchema = z.discriminatedUnion('family', [
  z.object({ family: z.literal('artgen'), options: artgenOptionsSchema }),
  z.object({ family: z.literal('gen'), options: genOptionsSchema }),
]);
/** The options of a request together with the family that it goes to. No rule has been applied to them yet. */
export type RequestOptions = z.infer<typeof requestOptionsSchema>;

/** The options that lead to a request. */
export const optionsOf = (request: Styled): RequestOptions => {
  const { family, body } = request.submission;
  const own = { prompt: ownPromptOf(request), style: request.style };
  if (family === 'artgen') return { family, options: { ...body, ...own } };
  const { aspect_ratio: aspectRatio, output_size: outputSize, referImages: references, ...same } = body;
  return { family, options: { ...same, ...own, aspectRatio, outputSize, references } };
};

/**
 * Builds a request from its options, in its style, with notes on what will differ from them.
 * @throws {UserError} when an option breaks a rule
 */
export const buildSubmission = ({ family, options }: RequestOptions): Styled & { notes: Note[] } => {
  const { style } = options;
  const { notes, ...built } =
    family === 'artgen'
      ? { family, ...buildArtgenRequest(options) }
      : { family, ...buildGenRequest(options) };
  if (!style) return { submission: built, notes };
  const styled = withPrompt({ submission: built, style }, built.body.prompt);
  checkPrompt(styled.submission.body.prompt, style.name);
  if (family === 'artgen' && hasOnlyFlags(styled.submission.body.prompt))
    throw new UserError('prompt-only-flags');
  return { ...styled, notes };
};

/**
 * Builds the request body of an artgen submission, with notes on what differs from what was typed. Options without a value
 * are left out; a flag in the prompt counts before the option for it.
 * @throws {UserError} when an option breaks a rule
 */
export const buildArtgenRequest = (options: ArtgenOptions): { body: ArtgenRequest; notes: Note[] } => {
  const { prompt: typed, timeout, hookUrl } = options;
  checkPrompt(typed);
  const { prompt: written, fixes, overridden } = writePrompt(options);
  const { prompt, mode = options.mode } = withoutOptions(written);
  checkPrompt(prompt);
  // A `/gen` prompt has no flags: there they are words like any others. A style may have the words.
  if (!options.style && hasOnlyFlags(prompt)) throw new UserError('prompt-only-flags');
  const body = {
    prompt,
    ...(mode !== undefined && { mode: checkChoice('mode', mode, MODES) }),
    ...(hookUrl !== undefined && { hookUrl: checkUrl('hook_url', hookUrl) }),
    ...(timeout !== undefined && { timeout: checkTimeout(timeout) }),
  };
  const notes: Note[] = overridden.map((option) => ({ kind: 'option-overridden', ...option }));
  if (fixes.length > 0) notes.unshift({ kind: 'prompt-corrected', fixes: fixes.slice(0, MAX_FIXES) });
  return { body, notes };
};

/**
 * Builds the request body of a gen submission, with notes on what will differ from the options. Options without a
 * value are left out, but an output size implies `size` 4K, since the service ignores it otherwise.
 * @throws {UserError} when an option breaks a rule
 */
export const buildGenRequest = (options: GenOptions): { body: GenRequest; notes: Note[] } => {
  const { model, hookUrl } = options;
  checkPrompt(options.prompt);
  const { prompt, idle } = readGenPrompt(options.prompt);
  checkPrompt(prompt);
  const referImages = collectReferences(options);
  const { aspectRatio, notes: ratioNotes } = settleRatio(options);
  const { size, outputSize, notes: sizeNotes } = settleSize({ ...options, aspectRatio });
  const idleNotes: Note[] = idle.length === 0 ? [] : [{ kind: 'idle-flags', flags: idle }];
  const body: GenRequest = {
    prompt,
    ...(model !== undefined && { model: checkChoice('model', model, MODELS) }),
    ...(referImages.length > 0 && { referImages }),
    ...(aspectRatio !== undefined && {
      aspect_ratio: checkChoice('aspect_ratio', aspectRatio, ASPECT_RATIOS),
    }),
    ...(size !== undefined && { size }),
    ...(outputSize !== undefined && { output_size: outputSize }),
    ...(hookUrl !== undefined && { hookUrl: checkUrl('hook_url', hookUrl) }),
  };
  return { body, notes: [...sizeNotes, ...ratioNotes, ...idleNotes] };
};

const checkPrompt = (prompt: string, style?: string): void => {
  if (isBlank(prompt)) throw new UserError('prompt-empty');
  // Counted as people and Discord count: an emoji outside the basic plane is one character, not two.
  const { length } = Array.from(prompt);
  if (length > MAX_PROMPT_LENGTH)
    throw new UserError('prompt-too-long', { length, limit: MAX_PROMPT_LENGTH, style });
};

const checkChoice = <Choice extends string>(
  option: ChoiceOption,
  value: string,
  choices: readonly Choice[],
): Choice => {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new UserError('unknown-choice', { option, value, choices });
  return choice;
};

const checkTimeout = (timeout: number): number => {
  const { minimum, maximum } = TIMEOUT_S;
  if (!Number.isInteger(timeout) || timeout < minimum || timeout > maximum) {
    throw new UserError('timeout-out-of-range', { timeout, minimum, maximum });
  }
  return timeout;
};

const checkUrl = (option: UrlOption, typed: string): string => {
  const url = typed.trim();
  const refuse = (reason: FactsOf<'unusable-url'>['reason'], shown = url) =>
    new UserError('unusable-url', { option, reason, url: shown });
  // The URL parser accepts spaces, which here mean two joined addresses, or no address.
  if (url.length > MAX_TYPED_LENGTH || /\s/.test(url) || !URL.canParse(url)) throw refuse('unreadable');
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') throw refuse('not-http');
  if (parsed.username !== '' || parsed.password !== '') {
    parsed.username = '';
    parsed.password = '';
    throw refuse('credentials', parsed.href);
  }
  const page = option === 'hook_url' ? undefined : pageAt(url);
  if (page !== undefined) throw refuse(page);
  // Byte for byte, since a parser's result may be a different address for some servers.
  return url;
};

const collectReferences = ({ references = [], referenceUrls = '' }: GenOptions): string[] => {
  const typed = addressesIn(cut(referenceUrls, MAX_TYPED_LENGTH));
  const count = references.length + typed.length;
  if (count > MAX_REFERENCES) throw new UserError('too-many-references', { count, limit: MAX_REFERENCES });
  return [
    ...references.map((url) => checkUrl('reference', url)),
    ...typed.map((url) => checkUrl('reference_urls', url)),
  ];
};

/** A ratio in the prompt counts before the option, and both before the shape of the picture; an exact size has its own. */
const settleRatio = (options: GenOptions): { aspectRatio: string | undefined; notes: Note[] } => {
  const { prompt, aspectRatio, pictureRatio, outputSize } = options;
  const inPrompt = ratioIn(prompt);
  if (inPrompt) {
    const typed = `${inPrompt.width}:${inPrompt.height}`;
    const ratio = nearestRatio(inPrompt);
    return { aspectRatio: ratio, notes: ratio === typed ? [] : [{ kind: 'ratio-replaced', typed, ratio }] };
  }
  if (aspectRatio !== undefined || pictureRatio === undefined || outputSize !== undefined)
    return { aspectRatio, notes: [] };
  return { aspectRatio: pictureRatio, notes: [{ kind: 'ratio-of-picture', ratio: pictureRatio }] };
};

interface SettledSize {
  size: GenRequest['size'];
  outputSize?: string;
  notes: Note[];
}

const settleSize = (options: GenOptions): SettledSize => {
  const size = options.size === undefined ? undefined : checkChoice('size', options.size, SIZES);
  const typed = options.outputSize;
  if (typed === undefined) return { size, notes: [] };
  const requested = parseOutputSize(typed);
  const corrected = correctOutputSize(typed);
  if (requested === undefined || corrected === undefined) {
    throw new UserError('unreadable-output-size', { outputSize: typed });
  }
  if (size === '1K') throw new UserError('output-size-needs-4k');
  const outputSize = formatOutputSize(requested);
  const notes: Note[] = [];
  if (size === undefined) notes.push({ kind: 'size-set-to-4k' });
  if (options.aspectRatio !== undefined) notes.push({ kind: 'ratio-overridden', ratio: options.aspectRatio });
  if (formatOutputSize(corrected) !== outputSize) {
    notes.push({ kind: 'output-size-corrected', requested: outputSize, ...corrected });
  }
  return { size: '4K', outputSize, notes };
};
