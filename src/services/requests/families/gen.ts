import { z } from 'zod';
import { cut } from '../../../lib/text.ts';
import { UserError } from '../../../lib/user-error.ts';
import { addressesIn, hidesLinks } from '../addresses.ts';
import {
  correctOutputSize,
  formatOutputSize,
  nearestRatio,
  parseOutputSize,
  parseRatio,
  type PixelSize,
} from '../output-size.ts';
import { appliedStyleSchema, readGenPrompt, wordsInStyle } from '../prompt.ts';
import { ASPECT_RATIOS, MODELS, SIZES, WHEN_ABSENT } from '../values.ts';
import { checkChoice, checkHook, checkPrompt, checkUrl, MAX_TYPED_LENGTH } from './checks.ts';
import { asInstruction } from '../instruction.ts';
import { defineFamily } from './family.ts';
import { genRequestSchema, type GenRequest } from './gen-request.ts';
import type { Note } from './notes.ts';

/** The number of pictures in one Discord message; the service documents no limit. */
const MAX_REFERENCES = 10;
const MAX_OUTPUT_SIZE_LENGTH = 40;
/** A task has no timeout of its own. */
const DEADLINE_MS = 30 * 60_000;
/** The flags that do something; a card tells that the others don't. */
const FLAGS: ReadonlySet<string> = new Set(['ar', 'aspect', 'repeat', 'r', 'private']);

const options = z.object({
  prompt: z.string(),
  style: appliedStyleSchema.optional(),
  model: z.string().optional(),
  aspectRatio: z.string().optional(),
  /** By default, or by the style: counts where the prompt and the option say none. */
  usualRatio: z.string().optional(),
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
type GenOptions = z.infer<typeof options>;

const collectReferences = ({ references = [], referenceUrls = '' }: GenOptions): string[] | undefined => {
  const typed = addressesIn(cut(referenceUrls, MAX_TYPED_LENGTH));
  const count = references.length + typed.length;
  if (count > MAX_REFERENCES) throw new UserError('too-many-references', { count, limit: MAX_REFERENCES });
  const all = [
    ...references.map((url) => checkUrl('reference', url)),
    ...typed.map((url) => checkUrl('reference_urls', url)),
  ];
  return count === 0 ? undefined : all;
};

/** A ratio in the prompt counts before the option, and both before the shape of the picture; an exact size has its own. */
const settleRatio = (
  { aspectRatio: chosen, usualRatio, pictureRatio, outputSize }: GenOptions,
  inPrompt: PixelSize | undefined,
): { aspectRatio: string | undefined; notes: Note[] } => {
  if (inPrompt) {
    const typed = `${inPrompt.width}:${inPrompt.height}`;
    const ratio = nearestRatio(inPrompt);
    const notes: Note[] = ratio === typed ? [] : [{ kind: 'ratio-replaced', typed, ratio }];
    if (chosen !== undefined && chosen !== ratio)
      notes.push({ kind: 'option-overridden', flag: 'ar', value: chosen });
    return { aspectRatio: ratio, notes };
  }
  const aspectRatio = chosen ?? usualRatio;
  if (aspectRatio !== undefined || pictureRatio === undefined || outputSize !== undefined)
    return { aspectRatio, notes: [] };
  return { aspectRatio: pictureRatio, notes: [{ kind: 'ratio-of-picture', ratio: pictureRatio }] };
};

interface SettledSize {
  size: GenRequest['size'];
  outputSize?: string;
  notes: Note[];
}

/** An exact size implies 4K, since the service ignores it otherwise. */
const settleSize = (chosen: GenOptions): SettledSize => {
  const size = checkChoice('size', chosen.size, SIZES);
  const typed = chosen.outputSize;
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
  if (chosen.aspectRatio !== undefined) notes.push({ kind: 'ratio-overridden', ratio: chosen.aspectRatio });
  if (formatOutputSize(corrected) !== outputSize) {
    notes.push({ kind: 'output-size-corrected', requested: outputSize, ...corrected });
  }
  return { size: '4K', outputSize, notes };
};

const typedLinks = ({ references = [], referenceUrls = '' }: GenOptions): string[] => [
  ...references,
  ...addressesIn(referenceUrls),
];
/** One a line, as in the form. */
const linksOf = (chosen: GenOptions): string => typedLinks(chosen).join('\n');

/** The pictures of the form, where it has them. */
const editedLinks = (before: GenOptions, links: string): Partial<GenOptions> =>
  links === linksOf(before) ? {} : { references: [], referenceUrls: links, pictureRatio: undefined };

/** `/gen`: one picture from a prompt, from scratch or from reference pictures. */
export const gen = defineFamily({
  name: 'gen',
  command: 'gen',
  submitPath: '/gen/v1/generations',
  statusPath: '/gen/v1/job-status',
  options,
  body: genRequestSchema,

  build: (chosen) => {
    const { style } = chosen;
    checkPrompt(chosen.prompt);
    const { prompt: own, ratio, isPrivate, idle } = readGenPrompt(chosen.prompt);
    checkPrompt(own.whole);
    const referImages = collectReferences(chosen);
    const { aspectRatio, notes: ratioNotes } = settleRatio(chosen, ratio);
    const { size, outputSize, notes: sizeNotes } = settleSize({ ...chosen, aspectRatio });
    const idleNotes: Note[] = idle.length === 0 ? [] : [{ kind: 'idle-flags', flags: idle }];
    const isHidden = hidesLinks(chosen.referenceUrls ?? '');
    const built: GenRequest = {
      prompt: own.whole,
      model: checkChoice('model', chosen.model, MODELS),
      referImages,
      aspect_ratio: checkChoice('aspect_ratio', aspectRatio, ASPECT_RATIOS),
      size,
      output_size: outputSize,
      hookUrl: checkHook(chosen.hookUrl),
    };
    if (style) {
      built.prompt = wordsInStyle(own.whole, style.text);
      checkPrompt(built.prompt, style.name);
    }
    return { body: built, own, isPrivate, isHidden, notes: [...sizeNotes, ...ratioNotes, ...idleNotes] };
  },
  back: ({ aspect_ratio: aspectRatio, output_size: outputSize, referImages: references, ...same }, own) => ({
    ...same,
    ...own,
    aspectRatio,
    outputSize,
    references,
  }),
  usual: (typed, { aspectRatio: usualRatio, size }) => ({ ...typed, usualRatio, size }),
  hasFlag: (flag) => FLAGS.has(flag),
  optionNames: new Set([
    'aspect_ratio',
    'size',
    'model',
    'output_size',
    'reference',
    'reference_urls',
    'start_from',
    'hook_url',
    'spoiler',
  ]),

  form: (before, longest) => {
    const { prompt, model, usualRatio, aspectRatio = usualRatio, size, outputSize } = before;
    const links = linksOf(before);
    return {
      prompt,
      fields: [
        // A form has five fields: where there are pictures, their addresses stand for the model.
        links === '' || links.length > longest
          ? { name: 'model', chosen: model }
          : { name: 'references', value: links, maxLength: longest, isLong: true },
        { name: 'aspectRatio', chosen: aspectRatio },
        { name: 'size', chosen: size },
        {
          name: 'outputSize',
          value: outputSize,
          maxLength: MAX_OUTPUT_SIZE_LENGTH,
          placeholder: '2560x1440',
        },
      ],
    };
  },
  edited: (before, { references, model, ...fields }) => ({
    ...before,
    ...(references === undefined ? { model } : editedLinks(before, references)),
    prompt: fields.prompt,
    aspectRatio: fields.aspectRatio,
    usualRatio: undefined,
    size: fields.size,
    outputSize: fields.outputSize,
  }),

  mostReferences: MAX_REFERENCES,
  withReferences: (sent, addresses) => ({
    ...sent,
    referImages: addresses.length > 0 ? [...addresses] : undefined,
  }),
  withLinks: ({ referImages, ...sent }, renewed) => ({
    ...sent,
    referImages: referImages?.map((url) => renewed.get(url) ?? url),
  }),
  links: typedLinks,
  toGen: ({ hookUrl, ...sent }, prompt) => ({ ...sent, prompt }),

  sentPrompt: ({ prompt, referImages = [] }) => (referImages.length > 0 ? prompt : asInstruction(prompt)),
  withMostTime: () => undefined,
  facts: ({ referImages = [], aspect_ratio: ratio, size = WHEN_ABSENT.size, output_size: outputSize }) => ({
    references: referImages,
    links: referImages,
    deadlineMs: DEADLINE_MS,
    kind: size,
    ratio,
    bill: { size, outputSize },
    size: {
      shape: parseRatio(ratio),
      exact: size === '4K' && outputSize !== undefined ? parseOutputSize(outputSize) : undefined,
      isLargest: size === '4K' && outputSize === undefined,
    },
  }),
});
