import { editsBetween } from '../../lib/nearest.ts';
import {
  DASH,
  FLAG_NAMES,
  KEPT,
  LONG_DASHES,
  namedFlag,
  ratioOf,
  withCommonSigns,
  withStraightQuotes,
  type Flag,
  type Prompt,
} from './prompt.ts';
import { FAMILIES, type Family } from './families/index.ts';

/** A flag that does something else than its person meant, most likely. */
export interface Doubt {
  /** As it stands in the prompt. */
  typed: string;
  /** What it lacks: it resembles the flag `meant`, takes a value of that kind, or is the option `meant` of this command or the other. */
  lacks: 'name' | 'ratio' | 'number' | 'words' | 'option' | 'elsewhere';
  /** The known flag, without its hyphens, by the name that was typed where that is right; or the option. */
  meant: string;
}

/** The name of a flag with its hyphens, as it was typed. */
const HEAD = /^\P{L}*\p{L}+(?:[_-]\p{L}+)*/u;

const headOf = ({ typed }: Doubt): string => HEAD.exec(typed)?.[0] ?? typed;

/** The flag that was meant, with the value that was typed; undefined where that needs more than another name. */
export const meantFlag = (doubt: Doubt): string | undefined =>
  doubt.lacks === 'name' ? `--${doubt.meant}${doubt.typed.slice(headOf(doubt).length)}` : undefined;

/** The typed prompt with the flags that were meant; undefined where there are none, or they can't be found in it. */
export const asMeant = (prompt: string, doubts: readonly Doubt[]): string | undefined => {
  const named = doubts.filter(({ lacks }) => lacks === 'name');
  const meant = named.reduce((text, doubt) => {
    const pieces = text.split(headOf(doubt));
    return pieces.reduce((done, piece) =>
      /^\p{L}/u.test(piece)
        ? `${done}${headOf(doubt)}${piece}`
        : `${done}${/\S$/u.test(done) ? ' ' : ''}--${doubt.meant}${piece}`,
    );
  }, prompt);
  return meant === prompt ? undefined : meant;
};

/** More of them are one question, too. */
const MAX_DOUBTS = 3;
// A sign at its end belongs to the text around the flag, and the service may not read past it.
const NUMBER = /^[-+]?[\d.]*\d(?=\s|$)/;
const RATIO = /^[\d.]+:[\d.]+(?=\s|$)/;
/** A value that only the aspect ratio has, or a size. */
const SHAPE = /^\d{1,5}\s?[:x]\s?\d/iu;
const TYPED_NAME = /\p{L}+/u;
/** Of an option: in Discord it has `_` between its words, and people type a hyphen or nothing there. */
const NAME = String.raw`(?<name>\p{L}{1,12}(?:[_-]?\p{L}{1,12})?)(?!\p{L})`;
const BEFORE_NUMBER = String.raw`(?=\p{L}[\p{L}_-]*[\s=:]{1,3}\d)`;
/** What makes an option's name a flag. One hyphen, or a blank, does so only before a number: others are prose. */
const BEGINS = [
  String.raw`(?<![${LONG_DASHES}\p{L}\p{N}-])${DASH}{2,4}`,
  String.raw`(?<=^|\s)(?:[${LONG_DASHES}]|-${BEFORE_NUMBER}|--\s{1,2}${BEFORE_NUMBER})`,
].join('|');
/** Such a name, and the word after it. */
const NAMED = new RegExp(
  String.raw`${KEPT}|(?:${BEGINS})${NAME}(?:[\s=:]{1,3}(?!["${LONG_DASHES}-])\S+)?`,
  'gu',
);
/** A flag whose value is a size in pixels, or a ratio. */
const WITH_PIXELS = /^\S+?[\s=:]+\d{3,5}\s?[x×]\s?\d{3}/iu;
const WITH_RATIO = /^\S+?[\s=:]+\d{1,2}\s?:\s?\d/u;
/** A single hyphen before a flag that takes a number, and its value. */
const SINGLE_HYPHEN = /(?<=^|\s)-(?<name>\p{L}{1,8})\s{0,3}(?=[\d.])/giu;
/** What a phone or a slip makes of the flag that keeps pictures from others, wherever it stands: in prose, it is rare. */
const PRIVATE = /(?:(?<=^|\s)-|[—–―−])private(?![\p{L}\p{N}])/iu;

const sorted = (name: string): string => Array.from(name).sort().join('');

/** Whether one letter is added, left out or changed, or the letters are in another order. */
const isSlip = (name: string, known: string): boolean =>
  Math.abs(name.length - known.length) <= 1 &&
  (editsBetween(name, known) === 1 || sorted(name) === sorted(known));

/** By an unknown flag, the known one that it resembles; names of one letter resemble too much. */
type Resembled = Map<string, string | undefined>;

const resembles = (name: string, found: Resembled): string | undefined => {
  // A prompt has room for a thousand flags.
  if (!found.has(name) && name.length > 1)
    found.set(
      name,
      [...FLAG_NAMES.all].find((known) => known.length > 1 && isSlip(name, known)),
    );
  return found.get(name);
};

const doubtIn = (flag: Flag, found: Resembled): Doubt[] => {
  const { name, value } = flag;
  const typedName = TYPED_NAME.exec(flag.typed)?.[0].toLowerCase() ?? name;
  const lacking = (lacks: Doubt['lacks'], meant = typedName): Doubt[] => [
    { typed: namedFlag(flag), lacks, meant },
  ];
  if (name === 'ar') return RATIO.test(value) && ratioOf(flag) ? [] : lacking('ratio');
  // `--repeat` with a readable number has become requests, and isn't in their prompts.
  if (name === 'r') return lacking('number');
  if (value === '' && FLAG_NAMES.alone.has(name)) return [];
  if (FLAG_NAMES.number.has(name) && !FLAG_NAMES.alone.has(name))
    return NUMBER.test(value) ? [] : lacking('number');
  if (FLAG_NAMES.words.has(name)) return value === '' ? lacking('words') : [];
  const meant = FLAG_NAMES.all.has(name)
    ? undefined
    : (resembles(name, found) ?? (SHAPE.test(value) ? 'ar' : undefined));
  return meant === undefined ? [] : lacking('name', meant);
};

const bare = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** The options of either command, by what is left of their names in a flag. */
const OPTIONS = new Map(
  Object.values(FAMILIES).flatMap(({ optionNames }) => [...optionNames].map((name) => [bare(name), name])),
);

/** The options that were typed as flags. */
const optionsIn = (prompt: string, optionNames: ReadonlySet<string>): Doubt[] => {
  const common = withStraightQuotes(withCommonSigns(prompt));
  return [...common.matchAll(NAMED)].flatMap(({ 0: found, index, groups }): Doubt[] => {
    const meant = OPTIONS.get(bare(groups?.['name'] ?? ''));
    const typed = namedFlag({ typed: prompt.slice(index, index + found.length) });
    return meant === undefined
      ? []
      : [{ typed, lacks: optionNames.has(meant) ? 'option' : 'elsewhere', meant }];
  });
};

/** What takes such a value: a size in pixels is an option where the command has that, and any ratio is the flag's. */
const byValue = (doubt: Doubt, optionNames: ReadonlySet<string>): Doubt => {
  const { typed, meant } = doubt;
  if (WITH_PIXELS.test(typed) && optionNames.has('output_size') && /^(?:ar|size)$/.test(meant))
    return { typed, lacks: 'option', meant: 'output_size' };
  const isRatio = meant === 'aspect_ratio' || (meant === 'size' && WITH_RATIO.test(typed));
  return isRatio ? { typed, lacks: 'name', meant: 'ar' } : doubt;
};

const doubtsOf = (family: Family, { whole, text, flags }: Prompt, found: Resembled): Doubt[] => {
  const single = [...text.matchAll(SINGLE_HYPHEN)].flatMap(({ 0: typed, groups }): Doubt[] => {
    const name = groups?.['name']?.toLowerCase() ?? '';
    return FLAG_NAMES.all.has(name) ? [{ typed: typed.trim(), lacks: 'name', meant: name }] : [];
  });
  const [secret] = PRIVATE.exec(whole) ?? [];
  const hidden: Doubt[] = secret === undefined ? [] : [{ typed: secret, lacks: 'name', meant: 'private' }];
  const { hasFlag, optionNames } = FAMILIES[family];
  const ofFlags = [...hidden, ...single, ...flags.flatMap((flag) => doubtIn(flag, found))].filter(
    ({ meant }) => hasFlag(meant),
  );
  // The last of two about one flag counts.
  const known = new Set(ofFlags.map(({ typed }) => typed));
  const options = optionsIn(whole, optionNames).filter(
    ({ lacks, typed }) => lacks === 'option' || !known.has(typed),
  );
  return [...ofFlags, ...options].map((doubt) => byValue(doubt, optionNames));
};

/**
 * The flags of prompts that are worth a question before they are paid for, each once; an unknown one that resembles
 * none is not.
 */
export const doubtsIn = (family: Family, prompts: readonly Prompt[]): Doubt[] => {
  const found: Resembled = new Map();
  const doubts = prompts.flatMap((prompt) => doubtsOf(family, prompt, found));
  return [...new Map(doubts.map((doubt) => [doubt.typed, doubt])).values()].slice(0, MAX_DOUBTS);
};
