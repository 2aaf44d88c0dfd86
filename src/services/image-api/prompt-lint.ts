import { takesAll } from './prompt-flags.ts';
import {
  hasOnlyFlags,
  hasPermutations,
  isMissingValue,
  isZeroRatio,
  parse,
  type Parsed,
  type Part,
} from './prompt-parts.ts';
import { MAX_TYPED_LENGTH } from './request-rules.ts';

/** The kinds of faults that a prompt's flags can have. */
export const PROMPT_FAULTS = [
  'wrong-dash',
  'smart-quotes',
  'glued-value',
  'ratio-form',
  'ratio-zero',
  'flag-twice',
  'value-missing',
  'text-after-flags',
  // Only in requests of earlier versions: such a prompt is declined.
  'only-flags',
] as const;

/** A part of a prompt that the generator would misunderstand. */
export interface PromptFault {
  kind: (typeof PROMPT_FAULTS)[number];
  /** The flag as it should be written, where the fault is one of a flag. */
  flag?: string;
}

/** The findings in a prompt. */
export interface PromptFinding {
  faults: PromptFault[];
  /** The corrected prompt; absent where only the person can fix it. */
  corrected?: string;
}

/** A correction may uncover one more fault; more rounds than this are not worth the while. */
const MAX_ROUNDS = 5;
const SMART_QUOTES = /[“”„‟]/gu;

/** The parts of each known flag. */
const byFlag = (parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> => {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const id = part.flag.known?.id;
    if (id === undefined) continue;
    const group = groups.get(id);
    if (group) group.push(part);
    else groups.set(id, [part]);
  }
  return groups;
};

/** Of repeated flags the last one counts, but lists are merged. */
const withoutDoubles = (parts: readonly Part[]): Part[] => {
  const groups = byFlag(parts);
  return parts.flatMap((part) => {
    const { known } = part.flag;
    const same = groups.get(known?.id ?? '') ?? [part];
    if (same.at(-1) !== part) return [];
    if (!known || !takesAll(known)) return [part];
    const lists = same.map(({ values }) => values.join(' '));
    return [{ ...part, values: [lists.join(known.id === 'no' ? ', ' : ' ')] }];
  });
};

/** Whether it does nothing, so that a correction leaves it out. */
const isVoid = (part: Part): boolean => isMissingValue(part) || isZeroRatio(part);

const faultsOf = ({ parts }: Parsed): PromptFault[] => {
  const whole = byFlag(parts.filter((part) => !isVoid(part)));
  const isRepeated = ({ flag: { known } }: Part) => (whole.get(known?.id ?? '')?.length ?? 0) > 1;
  const ofFlag = (kind: PromptFault['kind'], holds: (part: Part) => boolean): PromptFault[] =>
    parts.filter(holds).map(({ flag }) => ({ kind, flag: flag.written }));
  const strays = parts.flatMap((part) => part.strays);
  return [
    ...ofFlag('wrong-dash', ({ flag }) => flag.wrongDash),
    ...ofFlag('glued-value', ({ flag }) => flag.glued !== undefined),
    ...ofFlag('ratio-form', ({ respelled }) => respelled === true),
    ...ofFlag('ratio-zero', isZeroRatio),
    ...ofFlag('value-missing', isMissingValue),
    ...ofFlag('flag-twice', (part) => !isVoid(part) && isRepeated(part)),
    ...(strays.length > 0 ? [{ kind: 'text-after-flags' as const }] : []),
  ];
};

const written = ({ text, parts }: Parsed): string => {
  const whole = parts.filter((part) => !isVoid(part));
  return [
    text,
    ...parts.flatMap(({ strays }) => strays),
    ...withoutDoubles(whole).flatMap(({ flag, values }) => [flag.written, ...values]),
  ]
    .filter((piece) => piece !== '')
    .join(' ');
};

/** One pass: the findings, and the corrected prompt. */
const look = (prompt: string): { faults: PromptFault[]; corrected: string } => {
  const straight = prompt.replace(SMART_QUOTES, '"');
  const parsed = parse(straight);
  const quotes: PromptFault[] = straight === prompt ? [] : [{ kind: 'smart-quotes' }];
  const faults = faultsOf(parsed);
  return { faults: [...quotes, ...faults], corrected: faults.length === 0 ? straight : written(parsed) };
};

const unique = (faults: readonly PromptFault[]): PromptFault[] => {
  const seen = new Map<string, PromptFault>();
  for (const fault of faults) {
    const key = `${fault.kind} ${fault.flag ?? ''}`;
    if (!seen.has(key)) seen.set(key, fault);
  }
  return [...seen.values()];
};

/**
 * Looks for faults in the `--flags` of an artgen prompt. Undefined when there are none that are known; a flag that is not
 * known is left alone, with everything behind it up to the next one. The corrected prompt has no faults itself.
 */
export const lintPrompt = (prompt: string): PromptFinding | undefined => {
  // It is refused for its length.
  if (prompt.length > MAX_TYPED_LENGTH) return undefined;
  if (hasPermutations(prompt)) return undefined;
  const first = look(prompt);
  if (first.faults.length === 0) return undefined;
  const faults = unique(first.faults);
  let { corrected } = first;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = look(corrected);
    if (corrected === '' || hasOnlyFlags(corrected)) break;
    if (next.faults.length === 0) return { faults, corrected };
    corrected = next.corrected;
  }
  return { faults };
};

/**
 * Adds a preset to a prompt: the preset's words come before all flags. If both have a flag, the prompt's counts, but lists
 * are merged. The typed text isn't changed.
 */
export const mergePreset = (prompt: string, preset: string): string => {
  if (hasPermutations(prompt) || hasPermutations(preset)) return `${prompt.trimEnd()} ${preset}`;
  const [own, added] = [parse(prompt), parse(preset)];
  const idOf = ({ flag: { known, written: name } }: Part): string => known?.id ?? name.toLowerCase();
  const ownIds = new Set(own.parts.map(idOf));
  const listFor = (part: Part): string[] => {
    const { known } = part.flag;
    if (!known || !takesAll(known) || isMissingValue(part)) return [];
    return added.parts.filter((other) => idOf(other) === known.id).map(({ values }) => values.join(' '));
  };
  return [
    own.text,
    added.text,
    ...added.parts.filter((part) => !ownIds.has(idOf(part))).map(({ typed }) => typed),
    ...own.parts.map((part) => [part.typed, ...listFor(part)].join(idOf(part) === 'no' ? ', ' : ' ')),
  ]
    .filter((piece) => piece !== '')
    .join(' ');
};
