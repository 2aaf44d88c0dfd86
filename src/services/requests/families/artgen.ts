import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { UserError } from '../../../lib/user-error.ts';
import { hidesLinks, linksIn, withLinks, withoutBars } from '../addresses.ts';
import { parseRatio } from '../output-size.ts';
import {
  applyStyle,
  hasOnlyFlags,
  MAX_WITHOUT_LENGTH,
  splitPrompt,
  typedPromptSchema,
  readPrompt,
  withoutFlags,
  withoutOptions,
  writePrompt,
  type Prompt,
  type SplitPrompt,
} from '../prompt.ts';
import { ASPECT_RATIOS, MODES, TIMEOUT_S, WHEN_ABSENT } from '../values.ts';
import { checkChoice, checkHook, checkPrompt, checkUrl } from './checks.ts';
import { defineFamily } from './family.ts';
import type { Note } from './notes.ts';

/** A card names no more flags that were put right. */
const MAX_FIXES = 3;
/** A task is followed a little longer than the service gives it. */
const DEADLINE_MARGIN_MS = 60_000;

const body = z.object({
  prompt: z.string(),
  mode: z.enum(MODES).optional(),
  hookUrl: z.string().optional(),
  /** In seconds. */
  timeout: z.int().optional(),
});
type ArtgenRequest = z.infer<typeof body>;

const options = z.object({
  ...typedPromptSchema.shape,
  mode: z.string().optional(),
  /** In seconds. */
  timeout: z.number().optional(),
  hookUrl: z.string().optional(),
});
type ArtgenOptions = z.infer<typeof options>;

const checkTimeout = (timeout: number | undefined): number | undefined => {
  const { minimum, maximum } = TIMEOUT_S;
  if (timeout === undefined) return undefined;
  if (!Number.isInteger(timeout) || timeout < minimum || timeout > maximum) {
    throw new UserError('timeout-out-of-range', { timeout, minimum, maximum });
  }
  return timeout;
};

const checkWords = (prompt: Prompt): void => {
  if (hasOnlyFlags(prompt)) throw new UserError('prompt-empty');
};

/** The prompt in the form. Its flags for the shape, and for what is not wanted, have fields of their own. */
const shownOf = ({ prompt, defaults = {}, ...written }: ArtgenOptions): SplitPrompt => {
  const split = splitPrompt(prompt);
  return {
    prompt: split.prompt,
    aspectRatio: split.aspectRatio ?? written.aspectRatio ?? defaults.aspectRatio,
    without: split.without ?? written.without ?? defaults.without,
  };
};

/** The last one counts. */
const RATIO_FLAG = /^.*--(?:ar|aspect)\s+(?<ratio>\d+:\d+)/s;

/** `/imagine`: four pictures from a prompt, whose flags are the generator's. */
export const artgen = defineFamily({
  name: 'artgen',
  command: 'imagine',
  submitPath: '/artgen/v1/submit-jobs',
  statusPath: '/artgen/v1/job-status',
  options,
  body,

  build: (chosen) => {
    const { style, hookUrl } = chosen;
    const typed = withoutBars(chosen.prompt);
    checkPrompt(typed);
    const inStyle = style && readPrompt(withoutBars(style.text)).prompt;
    const { prompt: written, fixes, overridden } = writePrompt({ ...chosen, prompt: typed }, inStyle);
    const { prompt: own, mode = chosen.mode, isPrivate } = withoutOptions(written);
    checkPrompt(own.whole);
    const whole = inStyle ? applyStyle(own, inStyle) : own;
    if (style) checkPrompt(whole.whole, style.name);
    // A style may have the words.
    checkWords(whole);
    for (const link of linksIn(whole.whole)) checkUrl('prompt', link);
    const built: ArtgenRequest = {
      prompt: whole.whole,
      mode: checkChoice('mode', mode, MODES),
      hookUrl: checkHook(hookUrl),
      timeout: checkTimeout(chosen.timeout),
    };
    const notes: Note[] = overridden.map((option) => ({ kind: 'option-overridden', ...option }));
    if (fixes.length > 0) notes.unshift({ kind: 'prompt-corrected', fixes: fixes.slice(0, MAX_FIXES) });
    const isHidden = [chosen.prompt, style?.text ?? ''].some(hidesLinks);
    return { body: built, own, isPrivate, isHidden, notes };
  },
  back: (sent, own) => ({ ...sent, ...own }),
  usual: (typed, defaults) => ({ ...typed, mode: defaults.mode, defaults }),
  hasFlag: () => true,
  optionNames: new Set(['aspect_ratio', 'mode', 'without', 'timeout', 'hook_url', 'spoiler']),

  form: (before) => {
    const { prompt, aspectRatio, without } = shownOf(before);
    const choices = [...new Set([...ASPECT_RATIOS, ...(aspectRatio === undefined ? [] : [aspectRatio])])];
    return {
      prompt,
      fields: [
        { name: 'aspectRatio', chosen: aspectRatio, choices },
        { name: 'without', value: without, maxLength: MAX_WITHOUT_LENGTH },
        { name: 'mode', chosen: before.mode },
      ],
    };
  },
  edited: (before, { prompt, aspectRatio, without, mode }) => {
    const typed = { prompt, aspectRatio, without };
    // The order of the flags stays where nothing was changed.
    const isSame = isDeepStrictEqual(typed, shownOf(before));
    return { ...before, ...(!isSame && { ...typed, defaults: undefined }), mode };
  },

  mostReferences: 0,
  withReferences: (sent) => sent,
  withLinks: (sent, renewed) => ({ ...sent, prompt: withLinks(sent.prompt, renewed) }),
  links: ({ prompt }) => linksIn(prompt),
  toGen: (_sent, prompt) => ({ prompt: withoutFlags(prompt) }),

  sentPrompt: ({ prompt }) => prompt,
  withMostTime: (sent) =>
    (sent.timeout ?? 0) >= TIMEOUT_S.maximum ? undefined : { ...sent, timeout: TIMEOUT_S.maximum },
  facts: ({ prompt, mode = WHEN_ABSENT.mode, timeout = TIMEOUT_S.whenAbsent }) => ({
    references: [],
    links: linksIn(prompt),
    deadlineMs: timeout * 1000 + DEADLINE_MARGIN_MS,
    kind: mode,
    bill: { mode },
    size: { shape: parseRatio(RATIO_FLAG.exec(prompt)?.groups?.['ratio']), isLargest: false },
  }),
});
