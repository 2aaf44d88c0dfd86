import { z } from 'zod';
import { cut, isBlank } from '../../lib/text.ts';

// The flags by the values they take: https://docs.midjourney.com/hc/en-us/articles/32859204029709-Parameter-List
const RATIO = 'ar|aspect';
const RATIO_NAMES = new Set(RATIO.split('|'));
const NUMBER = 'version|v|stylize|s|chaos|c|quality|q|repeat|r|weird|w|niji|seed|stop|iw|sw|sv|cw|ow|exp|bs';
const LIST = 'no|sref|cref|oref';
const LISTS = new Set(LIST.split('|'));
const WORD = 'style|profile|p';
const ALONE = 'tile|fast|relax|turbo|draft|raw|hd|private|stealth|public|video|loop|niji|weird';
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['aspect', 'ar'],
  ['version', 'v'],
  ['stylize', 's'],
  ['chaos', 'c'],
  ['quality', 'q'],
  ['repeat', 'r'],
  ['weird', 'w'],
  ['profile', 'p'],
]);

// Lengths are bounded, so that no text takes longer than its length says.
const DIGITS = String.raw`(?:\d{1,10}(?:\.\d{1,10})?|\.\d{1,10})`;
/** What phones make of two hyphens. */
export const LONG_DASHES = '—–―−';
/** A sign that may begin a flag. */
export const DASH = `[-${LONG_DASHES}]`;
const HAS_DASH = new RegExp(DASH);
/** Two hyphens, or what phones make of them. */
export const DASHES = `[-${LONG_DASHES}]{2,4}|[${LONG_DASHES}]`;
export const GAP = String.raw`\s{0,3}[=:]?\s{0,3}`;
export const END = String.raw`[,;.!?…、。]*(?=\s|$|--|[${LONG_DASHES}])`;
/** What isn't read: an address, and words in quotes. */
export const KEPT = String.raw`https?://\S+|(?<![\p{L}\p{N}])"[^"]*"(?![\p{L}\p{N}])`;
/** What stands between the sides of a ratio. */
const BETWEEN = String.raw`(?:\s{0,3}(?:[:x×✕*/]|[-${LONG_DASHES}](?![-${LONG_DASHES}]))\s{0,3}|\s{1,3})`;

const KNOWN_FLAG = new RegExp(
  [
    `(?<kept>${KEPT})`,
    `(?<dashes>${DASHES})(?:${[
      String.raw`\s{0,2}(?<ratio>${RATIO})${GAP}(?<width>${DIGITS})${BETWEEN}(?<height>${DIGITS})${END}`,
      String.raw`(?<blank>\s{0,2})(?<number>${NUMBER})${GAP}(?<amount>[-+]?${DIGITS})${END}`,
      String.raw`(?<list>${LIST}|${RATIO}|${WORD})(?:[=:]\s{0,3}|\s{1,3})(?=(?<value>[^\s${LONG_DASHES}-]\S{0,20}))`,
      String.raw`(?<alone>${ALONE})${END}(?=\s*(?<next>\S?))`,
    ].join('|')})`,
  ].join('|'),
  'giu',
);

/** In characters. */
export const MAX_WITHOUT_LENGTH = 500;
const WITHOUT = new RegExp(`^.{1,${MAX_WITHOUT_LENGTH}}$`);

const CURLY_QUOTES = /[“”„‟]/gu;

/** The text with straight quotes for curly ones. */
export const withStraightQuotes = (text: string): string => text.replace(CURLY_QUOTES, '"');

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Characters that show nowhere. */
const INVISIBLE = `[\\u00ad\\u200b\\u2060\\ufeff]+`;
const INVISIBLE_AT_DASH = new RegExp(`(?<=${DASH})${INVISIBLE}|${INVISIBLE}(?=${DASH})`, 'g');

/** A whole prompt in quotes, brackets, or the marks of bold, italic or code. */
const WRAPPED =
  /^\s*(?:["“„”]([^"“„”]+)["“”]|'([^']+)'|`{1,3}([^`]+)`{1,3}|\*{1,3}([^*]+)\*{1,3}|\(([^()]+)\)|「([^「」]+)」|«([^«»]+)»)\s*$/;
const ANY_FLAG = new RegExp(`(?:^|\\s)(?:${DASHES})\\p{L}`, 'u');

/** A prompt without what came along when it was copied: it would hide flags. */
export const asIfTyped = (copied: string): string => {
  const visible = copied.replace(INVISIBLE_AT_DASH, '');
  const inner = WRAPPED.exec(visible)?.slice(1).find(Boolean);
  return inner !== undefined && ANY_FLAG.test(withCommonSigns(inner)) ? inner.trim() : visible;
};

/** The text with common signs for those that other keyboards have for them, each in its place. */
export const withCommonSigns = (text: string): string =>
  text
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/[\u2010\u2011\ufe63]/g, '-')
    .replace(/\u2012/g, '–')
    .replace(/[∶ː꞉]/g, ':')
    // The sign for a long vowel, where a Japanese keyboard has the hyphen.
    .replace(/ー{2,4}/g, (signs) => '-'.repeat(signs.length));

/** Words that also follow a long dash in prose are flags only with such a value. */
const meantAfterDash: Readonly<Record<string, RegExp>> = {
  style: /^(?:raw|cute|scenic|expressive|original|4[abc])(?![\p{L}\p{N}])/iu,
  // As in "Chanel —No 5".
  no: /^\D/,
};

const meantByWord = (name: string, value: string, isTyped: boolean, isApart: boolean): string | undefined => {
  if (!isTyped && (!isApart || RATIO_NAMES.has(name) || meantAfterDash[name]?.test(value) === false))
    return undefined;
  return `--${name} `;
};

/** The meaning of a match; undefined where it may be ordinary text. */
const meantBy = (groups: RegExpExecArray['groups'] = {}, isApart: boolean): string | undefined => {
  const { dashes, ratio, width, height, blank, number, amount, list, value = '', alone, next = '' } = groups;
  const isTyped = dashes === '--';
  if (ratio !== undefined) return `--${ratio.toLowerCase()} ${width}:${height}`;
  if (list !== undefined) return meantByWord(list.toLowerCase(), value, isTyped, isApart);
  if (!isTyped && !isApart) return undefined;
  if (number !== undefined) {
    // "Cars -- stop 5" is no flag.
    const isProse = blank !== '' && (!isTyped || /^(?:r|repeat|stop|exp|bs)$/i.test(number));
    return isProse ? undefined : `--${number.toLowerCase()} ${amount}`;
  }
  const isLast = next === '' || dashes === undefined || HAS_DASH.test(next);
  return alone === undefined || (!isLast && !(isTyped && isApart)) ? undefined : `--${alone.toLowerCase()}`;
};

/** Whether a text that follows stands behind an open brace: between braces, a comma parts a choice from the next. */
const isInBraces = (text: string, before: boolean): boolean => {
  const [opened, closed] = [text.lastIndexOf('{'), text.lastIndexOf('}')];
  return opened === closed ? before : opened > closed;
};

/** Whether the next brace from there on closes; an open brace that nothing closes is text. */
const isClosed = (text: string, from: number): boolean => /[{}]/.exec(text.slice(from))?.[0] === '}';

/** A flag that was put right. */
export interface Fix {
  typed: string;
  read: string;
}

/**
 * The prompt as it was meant, and the flags in which that shows: what keyboards make of hyphens, digits and quotes, a missing
 * space, and slips in the value of a known flag are put right. Long dashes are punctuation, too: one is a flag's where a known flag
 * and its value follow. Words in quotes stay.
 */
const corrections = (prompt: string): { right: string; fixes: Fix[] } => {
  const straight = withStraightQuotes(asIfTyped(prompt));
  const common = withCommonSigns(straight);
  const fixes: Fix[] = [];
  let right = '';
  let end = 0;
  let isOpen = false;
  for (const { 0: match, index, groups } of common.matchAll(KNOWN_FLAG)) {
    const between = straight.slice(end, index);
    right += between;
    isOpen = isInBraces(between, isOpen);
    const isChoice = isOpen && isClosed(straight, index + match.length);
    end = index + (isChoice ? match.replace(/,+$/, '') : match).length;
    const typed = straight.slice(index, end);
    const isApart = right === '' || /\s/.test(right.slice(-1));
    const meant = meantBy(groups, isApart);
    if (meant === undefined || (isApart && meant === typed.replace(/\s+/g, ' '))) {
      right += typed;
      continue;
    }
    right += `${isApart ? '' : ' '}${meant}${HAS_DASH.test(common.charAt(end)) ? ' ' : ''}`;
    // What takes words of its own is named with the first of them.
    const value = groups?.['list'] === undefined ? '' : (groups['value'] ?? '');
    const fix = { typed: `${typed}${value}`.trim(), read: `${meant}${value}`.trim() };
    if (fix.typed !== fix.read) fixes.push(fix);
  }
  return { right: right + straight.slice(end), fixes };
};

/** A flag with everything up to the next one. */
export interface Flag {
  /** One of its names, the same for all of them. */
  name: string;
  value: string;
  typed: string;
}

// The option's name begins like the flag, and is none.
const FLAG = new RegExp(String.raw`${KEPT}|(?<=^|\s)--(?<name>aspect[_-]ratio(?!\p{L})|\p{L}+)`, 'giu');

/** A corrected prompt that was read. */
export interface Prompt {
  whole: string;
  /** The words in front of its flags. */
  text: string;
  flags: readonly Flag[];
}

/** Reads a corrected prompt. */
export const parse = (whole: string): Prompt => {
  const starts = [...whole.matchAll(FLAG)].flatMap(({ 0: start, index, groups }) => {
    const name = groups?.['name']?.toLowerCase();
    return name === undefined ? [] : [{ name: ALIASES.get(name) ?? name, index, length: start.length }];
  });
  const flags = starts.map(({ name, index, length }, position) => {
    const typed = whole.slice(index, starts[position + 1]?.index).trim();
    return { name, typed, value: typed.slice(length).trim() };
  });
  return { whole, text: whole.slice(0, starts[0]?.index).trimEnd(), flags };
};

/** Reads a prompt as it was typed: its flags are put right once, and then everything looks at what was read. */
export const readPrompt = (typed: string): { prompt: Prompt; fixes: Fix[] } => {
  const { right, fixes } = corrections(typed);
  return { prompt: parse(right), fixes };
};

/** The words of a prompt. */
export const withoutFlags = (prompt: string): string => parse(prompt).text.trim() || prompt;

const joined = (pieces: readonly string[]): string => pieces.filter((piece) => piece !== '').join(' ');

const hasFlag = ({ flags }: Prompt, name: string): boolean => flags.some((flag) => flag.name === name);

const nameSet = (...lists: string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((names) => names.split('|')).map((name) => ALIASES.get(name) ?? name));

/** The names of the known flags, by the values that they take. */
export const FLAG_NAMES = {
  number: nameSet(NUMBER),
  words: nameSet(LIST, WORD),
  alone: nameSet(ALONE, 'profile'),
  all: new Set([...nameSet(RATIO, NUMBER, LIST, WORD, ALONE), ...ALIASES.keys()]),
};
const OWN_RATIO = new RegExp(`^(?<width>${DIGITS}):(?<height>${DIGITS})\\s*(?<rest>.*)$`, 's');
/** Of a flag that is named on a card, in characters. */
const NAMED_LENGTH = 30;

interface Ratio {
  width: number;
  height: number;
}

/** The aspect ratio that a flag names. */
export const ratioOf = ({ name, value }: Pick<Flag, 'name' | 'value'>): Ratio | undefined => {
  const { width, height } = (name === 'ar' ? OWN_RATIO.exec(value)?.groups : undefined) ?? {};
  const ratio = { width: Number(width), height: Number(height) };
  return ratio.width > 0 && ratio.height > 0 ? ratio : undefined;
};

/** The last aspect ratio that flags name. */
export const ratioIn = ({ flags }: Prompt): Ratio | undefined =>
  flags.flatMap((flag) => ratioOf(flag) ?? []).at(-1);

/** As much of a flag and its value as is named to its person. */
export const namedFlag = ({ typed }: Pick<Flag, 'typed'>): string => {
  const named = typed.split(/\s+/).slice(0, 2).join(' ');
  return named.length > NAMED_LENGTH ? `${cut(named, NAMED_LENGTH)}…` : named;
};

/** What may be said of `--private`, as of an option. */
const SAID = /^[=:]?\s*(?<said>true|false)(?![\p{L}\p{N}])\s*/iu;

const isSecret = ({ name, value }: Flag): boolean =>
  name === 'private' && SAID.exec(value)?.groups?.['said']?.toLowerCase() !== 'false';

/** The words of a prompt that follow a flag and its value. */
const wordsAfter = ({ name, value }: Flag): string => {
  if (name === 'private') return value.replace(SAID, '');
  if (name === 'ar') return OWN_RATIO.exec(value)?.groups?.['rest'] ?? value.replace(/^\S+\s*/, '');
  if (name === 'no') return '';
  if (FLAG_NAMES.words.has(name)) return value.replace(/^\S+\s*/, '');
  return FLAG_NAMES.number.has(name) ? value.replace(/^[-+.\d]+\s*/, '') : value;
};

/** A `/gen` prompt as it was typed, without what is an option there, its ratio and whether it is private. */
interface GenPrompt {
  prompt: Prompt;
  ratio: Ratio | undefined;
  isPrivate: boolean;
  /** The flags that do nothing there, and so aren't in it. */
  idle: string[];
}

export const readGenPrompt = (typed: string): GenPrompt => {
  const { prompt: read } = readPrompt(typed);
  const { text, flags } = read;
  const isOption = (flag: Flag) => ratioOf(flag) !== undefined || flag.name === 'private';
  const isKnown = ({ name }: Flag) => FLAG_NAMES.all.has(name);
  const idle = flags.filter((flag) => !isOption(flag) && isKnown(flag)).map(namedFlag);
  const rest = flags.map((flag) => (isKnown(flag) ? wordsAfter(flag) : flag.typed));
  const whole = flags.some(isKnown) ? joined([text, ...rest]) : typed;
  const prompt = whole === read.whole ? read : parse(whole);
  return { prompt, ratio: ratioIn(read), isPrivate: flags.some(isSecret), idle };
};

/** Flags that are options of Easel's. */
const OPTION_FLAGS: ReadonlyMap<string, 'fast' | 'relaxed' | 'private'> = new Map([
  ['fast', 'fast'],
  ['relax', 'relaxed'],
  ['relaxed', 'relaxed'],
  ['private', 'private'],
]);

/** A prompt without the flags that are options: the mode, of which the last counts, and whether it is private. */
export const withoutOptions = (
  prompt: Prompt,
): { prompt: Prompt; mode?: 'fast' | 'relaxed' | undefined; isPrivate: boolean } => {
  const { text, flags } = prompt;
  const options = flags.map(({ name }) => OPTION_FLAGS.get(name));
  if (options.every((option) => option === undefined)) return { prompt, isPrivate: false };
  const mode = options.findLast((option) => option === 'fast' || option === 'relaxed');
  // What follows them are words of the prompt.
  const rest = flags.map((flag) => (OPTION_FLAGS.has(flag.name) ? wordsAfter(flag) : flag.typed));
  return { prompt: parse(joined([text, ...rest])), isPrivate: flags.some(isSecret), mode };
};

/** Whether a typed prompt asks for an answer that its person alone sees. Where it lacks the word, nothing else has to be read. */
export const asksPrivately = (typed: string): boolean =>
  /private/i.test(withCommonSigns(typed)) && readPrompt(typed).prompt.flags.some(isSecret);

/** Whether a prompt has flags and nothing to make. */
export const hasOnlyFlags = ({ text, flags }: Prompt): boolean => {
  const isOnlyFlag = ({ name, value }: Flag) =>
    /^[\d.:\s\p{Default_Ignorable_Code_Point}]*$/u.test(value) || LISTS.has(name);
  return isBlank(text) && flags.length > 0 && flags.every(isOnlyFlag);
};

/** Where a style takes the prompt. */
const PLACEHOLDER = /\{prompt\}/giu;
/** A style asks for the prompt once or twice. */
const MAX_PLACES = 10;

/** The words of a prompt in those of a style, after a comma where the style has no place for them. */
const placed = (own: string, style: string): string => {
  // A text that is inserted is not searched for places again. Only so many are filled: a hundred long prompts are too long anyway.
  let places = 0;
  const filled = style.replace(PLACEHOLDER, (place) => ((places += 1) <= MAX_PLACES ? own : place));
  if (filled !== style || own === '' || style === '') return filled === '' ? own : filled;
  return `${own}${/[,.;:!?]$/u.test(own) ? '' : ','} ${style}`;
};

/** A prompt in the words of a style, of which it takes no flags. */
export const wordsInStyle = (prompt: string, style: string): string =>
  placed(prompt, readPrompt(style).prompt.text);

/**
 * A prompt in a style: the style's words come before all flags. If both have a flag, the prompt's counts, but what both don't want
 * is put together.
 */
export const applyStyle = (own: Prompt, added: Prompt): Prompt => {
  const ownNames = new Set(own.flags.map(({ name }) => name));
  const flags = added.flags.map(({ name, ...flag }) => ({
    name,
    value: flag.value.replace(PLACEHOLDER, '').trim(),
    typed: flag.typed.replace(PLACEHOLDER, '').trim(),
  }));
  const unwanted = flags.find(({ name }) => name === 'no');
  const pieces = [
    placed(own.text.trim(), added.text),
    // A style never makes more requests than the person has typed.
    ...flags.filter(({ name }) => name !== 'r' && !ownNames.has(name)).map(({ typed }) => typed),
    ...own.flags.map(({ name, typed }) =>
      name === 'no' && unwanted ? `${typed}, ${unwanted.value}` : typed,
    ),
  ];
  return parse(joined(pieces));
};

/** A prompt whose aspect ratio, and what the picture is to be without, are in fields of their own. */
export interface SplitPrompt {
  prompt: string;
  aspectRatio?: string | undefined;
  without?: string | undefined;
}

/** Takes out of a corrected prompt what a form has fields for; a flag that appears twice, or with other text, stays. */
export const splitPrompt = (whole: string): SplitPrompt => {
  const { text, flags } = parse(whole);
  const only = (name: string, pattern: RegExp): Flag | undefined => {
    const [flag, second] = flags.filter((candidate) => candidate.name === name);
    return flag && second === undefined && pattern.test(flag.value) ? flag : undefined;
  };
  const ratio = only('ar', /^[\d.]+:[\d.]+$/);
  const without = only('no', WITHOUT);
  const rest = flags.filter((flag) => flag !== ratio && flag !== without).map(({ typed }) => typed);
  return { prompt: joined([text, ...rest]), aspectRatio: ratio?.value, without: without?.value };
};

const flagOptionsSchema = z.object({
  aspectRatio: z.string().optional(),
  /** What the picture must not show, separated by commas. */
  without: z.string().optional(),
});
/** The options of an artgen request that are written into its prompt. */
type FlagOptions = z.infer<typeof flagOptionsSchema>;

/** Reads a style as a request keeps it: as it was when it was chosen. */
export const appliedStyleSchema = z.object({ name: z.string(), text: z.string() });
export type AppliedStyle = z.infer<typeof appliedStyleSchema>;

/** Reads a typed prompt back from the store, with what is written into it. */
export const typedPromptSchema = z.object({
  /** As typed. */
  prompt: z.string(),
  ...flagOptionsSchema.shape,
  style: appliedStyleSchema.optional(),
  /** For what neither the prompt, nor the options, nor the style say. */
  defaults: flagOptionsSchema.optional(),
});
type TypedPrompt = z.infer<typeof typedPromptSchema>;

const flagsOf = ({ aspectRatio, without = '' }: FlagOptions): { flag: string; value: string }[] => [
  ...(aspectRatio === undefined ? [] : [{ flag: 'ar', value: aspectRatio }]),
  ...(isBlank(without) ? [] : [{ flag: 'no', value: without.trim() }]),
];

const withFlags = (prompt: Prompt, options: FlagOptions): Prompt => {
  const added = flagsOf(options).filter(({ flag }) => !hasFlag(prompt, flag));
  const whole = added.reduce((text, { flag, value }) => `${text.trimEnd()} --${flag} ${value}`, prompt.whole);
  return added.length === 0 ? prompt : parse(whole);
};

/**
 * A typed prompt and the options that are written into it, without its style: with the flags that were put right, and the
 * options that don't count, since the typed prompt has their flags.
 */
export const writePrompt = (
  { prompt: typed, defaults = {}, aspectRatio, without }: Omit<TypedPrompt, 'style'>,
  style: Prompt | undefined,
) => {
  const { prompt, fixes } = readPrompt(typed);
  const isMissing = (flag: string) => !style || !hasFlag(style, flag);
  const missing = {
    aspectRatio: isMissing('ar') ? defaults.aspectRatio : undefined,
    without: isMissing('no') ? defaults.without : undefined,
  };
  const options = { aspectRatio, without };
  return {
    prompt: withFlags(withFlags(prompt, options), missing),
    fixes,
    overridden: flagsOf(options).filter(({ flag }) => hasFlag(prompt, flag)),
  };
};
