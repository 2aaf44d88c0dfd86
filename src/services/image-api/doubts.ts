import { editsBetween } from '../../lib/nearest.ts';
import { FLAG_NAMES, KEPT, namedFlag, parse, ratioIn, type Flag } from './prompt.ts';
import { FAMILIES, type Family } from './families/index.ts';

/** A flag that does something else than its person meant, most likely. */
export interface Doubt {
  /** As it stands in the prompt. */
  typed: string;
  /** What it lacks: it resembles the flag `meant`, takes a value of that kind, or is the command's option `meant`. */
  lacks: 'name' | 'ratio' | 'number' | 'words' | 'option';
  /** The known flag, without its hyphens, by the name that was typed where that is right; or the option. */
  meant: string;
}

/** More of them are one question, too. */
const MAX_DOUBTS = 3;
// A sign at its end belongs to the text around the flag, and the service may not read past it.
const NUMBER = /^[-+]?[\d.]*\d(?=\s|$)/;
const RATIO = /^[\d.]+:[\d.]+(?=\s|$)/;
/** A value that only the aspect ratio has, or a size. */
const SHAPE = /^\d{1,5}\s?[:x]\s?\d/iu;
const TYPED_NAME = /\p{L}+/u;
/** A name after two hyphens, or what phones make of them, and the word after it. */
const NAMED = new RegExp(
  String.raw`${KEPT}|(?<=^|\s)(?:--|[—–―−])(?<name>\p{L}{1,12}(?:[_-]\p{L}{1,12})?)(?![\p{L}\p{N}])(?:[\s=:]{1,3}(?![—–―−-])\S+)?`,
  'gu',
);
/** A single hyphen before a flag that takes a number, and its value. */
const SINGLE_HYPHEN = /(?<=^|\s)-(?<name>\p{L}{1,8})\s{0,3}(?=[\d.])/giu;
/** What a phone or a slip makes of the flag that keeps pictures from others, wherever it stands: in prose, it is rare. */
const PRIVATE = /(?:(?<=^|\s)-|[—–―−])private(?![\p{L}\p{N}])/iu;

const sorted = (name: string): string => Array.from(name).sort().join('');

/** Whether one letter is added, left out or changed, or the letters are in another order. */
const isSlip = (name: string, known: string): boolean =>
  Math.abs(name.length - known.length) <= 1 &&
  (editsBetween(name, known) === 1 || sorted(name) === sorted(known));

/** The known flag that an unknown one resembles; names of one letter resemble too much. */
const resembled = (name: string): string | undefined =>
  name.length < 2 ? undefined : [...FLAG_NAMES.all].find((known) => known.length > 1 && isSlip(name, known));

const doubtIn = (flag: Flag): Doubt[] => {
  const { name, value } = flag;
  const typedName = TYPED_NAME.exec(flag.typed)?.[0].toLowerCase() ?? name;
  const lacking = (lacks: Doubt['lacks'], meant = typedName): Doubt[] => [
    { typed: namedFlag(flag), lacks, meant },
  ];
  if (name === 'ar') return RATIO.test(value) && ratioIn(`--ar ${value}`) ? [] : lacking('ratio');
  // With a number that can be read it became requests, and isn't in the prompt of any.
  if (name === 'r') return lacking('number');
  if (value === '' && FLAG_NAMES.alone.has(name)) return [];
  if (FLAG_NAMES.number.has(name) && !FLAG_NAMES.alone.has(name))
    return NUMBER.test(value) ? [] : lacking('number');
  if (FLAG_NAMES.words.has(name)) return value === '' ? lacking('words') : [];
  const meant = FLAG_NAMES.all.has(name)
    ? undefined
    : (resembled(name) ?? (SHAPE.test(value) ? 'ar' : undefined));
  return meant === undefined ? [] : lacking('name', meant);
};

/** The command's options that were typed as flags. */
const optionsIn = (prompt: string, optionNames: ReadonlySet<string>): Doubt[] =>
  [...prompt.matchAll(NAMED)].flatMap(({ 0: typed, groups }): Doubt[] => {
    const meant = groups?.['name']?.toLowerCase().replaceAll('-', '_') ?? '';
    return optionNames.has(meant) ? [{ typed: namedFlag({ typed }), lacks: 'option', meant }] : [];
  });

const doubtsOf = (family: Family, prompt: string): Doubt[] => {
  const { text, flags } = parse(prompt);
  const single = [...text.matchAll(SINGLE_HYPHEN)].flatMap(({ 0: typed, groups }): Doubt[] => {
    const name = groups?.['name']?.toLowerCase() ?? '';
    return FLAG_NAMES.all.has(name) ? [{ typed: typed.trim(), lacks: 'name', meant: name }] : [];
  });
  const [secret] = PRIVATE.exec(prompt) ?? [];
  const hidden: Doubt[] = secret === undefined ? [] : [{ typed: secret, lacks: 'name', meant: 'private' }];
  const { hasFlag, optionNames } = FAMILIES[family];
  const ofFlags = [...hidden, ...single, ...flags.flatMap(doubtIn)].filter(({ meant }) => hasFlag(meant));
  // The last of two about one flag counts.
  return [...ofFlags, ...optionsIn(prompt, optionNames)];
};

/**
 * The flags of corrected prompts that are worth a question before they are paid for, each once; an unknown one that resembles
 * none is not.
 */
export const doubtsIn = (family: Family, prompts: readonly string[]): Doubt[] => {
  const doubts = prompts.flatMap((prompt) => doubtsOf(family, prompt));
  return [...new Map(doubts.map((doubt) => [doubt.typed, doubt])).values()].slice(0, MAX_DOUBTS);
};
