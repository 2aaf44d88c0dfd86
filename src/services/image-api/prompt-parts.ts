import { isBlank } from '../../lib/text.ts';
import { isValue, readFlag, readRatio, standsAlone, takesAll, type FlagToken } from './prompt-flags.ts';

/** A flag with what belongs to it, and the text that was written after it. */
export interface Part {
  flag: FlagToken;
  values: string[];
  strays: string[];
  /** Whether the value is a ratio that was written otherwise than `16:9`. */
  respelled?: boolean;
  /** All of it as it was typed. */
  typed: string;
}

/** A prompt in its two halves. */
export interface Parsed {
  /** Everything before the first flag. */
  text: string;
  parts: Part[];
}

/**
 * Braces ask for one picture of each combination, and hold flags in a notation of their own.
 * https://docs.midjourney.com/hc/en-us/articles/32761322355597-Permutations
 */
export const hasPermutations = (prompt: string): boolean => prompt.includes('{') && prompt.includes('}');

const partOf = (flag: FlagToken, following: readonly string[], typed: string): Part => {
  const { known, glued } = flag;
  if (!known) return { flag, values: [...following], strays: [], typed };
  const all = glued === undefined ? [...following] : [glued, ...following];
  if (takesAll(known)) return { flag, values: all, strays: [], typed };
  const ratio = known.value === 'ratio' ? readRatio(all) : undefined;
  if (ratio) {
    const { value, length } = ratio;
    return { flag, values: [value], strays: all.slice(length), respelled: value !== all[0], typed };
  }
  const count = isValue(known, all[0]) ? 1 : 0;
  return { flag, values: all.slice(0, count), strays: all.slice(count), typed };
};

/** Reads a prompt as the generator does. */
export const parse = (prompt: string): Parsed => {
  const tokens = [...prompt.matchAll(/\S+/gu)];
  const flags = tokens.flatMap(([token], index) => {
    const flag = readFlag(token, tokens[index + 1]?.[0]);
    return flag ? [{ flag, index }] : [];
  });
  const first = flags[0] && tokens[flags[0].index];
  return {
    text: prompt.slice(0, first?.index ?? prompt.length).trimEnd(),
    parts: flags.map(({ flag, index }, position) => {
      const end = flags[position + 1]?.index ?? tokens.length;
      const following = tokens.slice(index + 1, end).map(([token]) => token);
      const typed = prompt.slice(tokens[index]?.index, tokens[end]?.index).trimEnd();
      return partOf(flag, following, typed);
    }),
  };
};

const ZERO_SIDE = /^0+(?:\.0+)?:|:0+(?:\.0+)?$/;

/** Whether it is a ratio that no picture can have: one with a side of zero. */
export const isZeroRatio = ({ flag: { known }, values: [value = ''] }: Part): boolean =>
  known?.value === 'ratio' && ZERO_SIDE.test(value);

/** Whether it lacks a value that its flag needs. */
export const isMissingValue = ({ flag: { known }, values }: Part): boolean =>
  known !== undefined && values.length === 0 && !standsAlone(known);

/**
 * Whether an artgen prompt has flags and certainly nothing to make. A flag that isn't known may be meant as text, if
 * something follows it.
 */
export const hasOnlyFlags = (prompt: string): boolean => {
  if (hasPermutations(prompt)) return false;
  const { text, parts } = parse(prompt);
  return (
    isBlank(text) &&
    parts.some(({ flag }) => flag.known) &&
    parts.every(({ flag, values, strays }) => (flag.known ? strays.every(isBlank) : values.every(isBlank)))
  );
};
