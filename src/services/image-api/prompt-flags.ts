/** The value of a flag: a number, `16:9`, one word, an address, or everything up to the next flag. */
type Value = 'nothing' | 'number' | 'maybe-number' | 'ratio' | 'word' | 'address' | 'list' | 'maybe-list';

/** A flag that the generator is known to understand. */
interface KnownFlag {
  /** The name under which its short and long forms are the same flag. */
  id: string;
  value: Value;
}

/** A token of a prompt that is a flag, or might be one that is unknown here. */
export interface FlagToken {
  /** As it is to be written. */
  written: string;
  /** Undefined for a flag that is not known. */
  known?: KnownFlag;
  /** The value that was written without a space before it. */
  glued?: string;
  /** Whether other dashes were written than the two hyphens. */
  wrongDash: boolean;
}

/** The flags by the values they take: https://docs.midjourney.com/hc/en-us/articles/32859204029709-Parameter-List */
const NAMES: Readonly<Record<Value, readonly (readonly string[])[]>> = {
  ratio: [['ar', 'aspect']],
  number: [
    ['v', 'version'],
    ['s', 'stylize'],
    ['c', 'chaos'],
    ['q', 'quality'],
    ['r', 'repeat'],
    ...['seed', 'stop', 'iw', 'sw', 'sv', 'cw', 'ow', 'exp', 'bs'].map((name) => [name]),
  ],
  'maybe-number': [['w', 'weird'], ['niji']],
  word: [['style'], ['motion']],
  address: [['end']],
  list: [['no'], ['sref'], ['cref'], ['oref']],
  'maybe-list': [['p', 'profile']],
  nothing: ['tile', 'fast', 'relax', 'turbo', 'draft', 'raw', 'hd', 'stealth', 'public', 'video', 'loop'].map(
    (name) => [name],
  ),
};

const valueOf = (text: string): Value => {
  const values: readonly Value[] = [
    'number',
    'maybe-number',
    'ratio',
    'word',
    'address',
    'list',
    'maybe-list',
  ];
  return values.find((value) => value === text) ?? 'nothing';
};

const KNOWN: ReadonlyMap<string, KnownFlag> = new Map(
  Object.entries(NAMES).flatMap(([value, flags]) =>
    flags.flatMap((names) =>
      names.map((name): [string, KnownFlag] => [name, { id: names[0] ?? name, value: valueOf(value) }]),
    ),
  ),
);

const FLAG = /^--(?<name>\p{L}+)(?<rest>.*)$/u;
/** Keyboards replace two hyphens by an em dash, an en dash, a horizontal bar or a minus sign, alone or with more. */
const DASHED = /^(?<dashes>[-—–―−]+)(?<body>\p{L}.*)$/u;
const NUMBER_START = /^[-+]?[.\d]/;

/** Whether a token can be the beginning of the flag's value. */
export const isValue = ({ value }: KnownFlag, token: string | undefined): token is string => {
  if (token === undefined || value === 'nothing') return false;
  if (value === 'number' || value === 'maybe-number' || value === 'ratio') return NUMBER_START.test(token);
  return value !== 'address' || /^https?:\/\//i.test(token);
};

const RATIO = /^(?<width>\d+(?:\.\d+)?)[:x×/](?<height>\d+(?:\.\d+)?)$/i;
const PLAIN_NUMBER = /^\d+(?:\.\d+)?$/;

/** A ratio at the beginning of some tokens, as `16:9`, and how many of them it takes: people write `16 : 9`, `16x9`, `16 9`. */
export const readRatio = (tokens: readonly string[]): { value: string; length: number } | undefined => {
  for (const length of [1, 2, 3]) {
    const { width, height } = RATIO.exec(tokens.slice(0, length).join(''))?.groups ?? {};
    if (width !== undefined && height !== undefined && tokens.length >= length)
      return { value: `${width}:${height}`, length };
  }
  const [width = '', height = ''] = tokens;
  const isPair = PLAIN_NUMBER.test(width) && PLAIN_NUMBER.test(height);
  return isPair ? { value: `${width}:${height}`, length: 2 } : undefined;
};

/** Whether the flag is one by itself, without a value. */
export const standsAlone = ({ value }: KnownFlag): boolean =>
  value === 'nothing' || value === 'maybe-number' || value === 'maybe-list';

/** Whether everything up to the next flag is the flag's value. */
export const takesAll = ({ value }: KnownFlag): boolean => value === 'list' || value === 'maybe-list';

const readHyphens = (token: string): Omit<FlagToken, 'wrongDash'> | undefined => {
  const { name, rest = '' } = FLAG.exec(token)?.groups ?? {};
  if (name === undefined) return undefined;
  const known = KNOWN.get(name.toLowerCase());
  if (!known || rest === '') return { written: token, ...(known && { known }) };
  const glued = /^[=:]?(?<value>.+)$/s.exec(rest)?.groups?.['value'];
  const isGlued = /^(?:[=:]|\.?\d)/.test(rest) && glued !== undefined && isValue(known, glued);
  return isGlued ? { written: `--${name}`, known, glued } : { written: token };
};

/**
 * Reads one token of a prompt; undefined when it is no flag. A dash that is not two hyphens makes a flag only where a
 * known one was clearly meant: dashes are punctuation, too.
 */
export const readFlag = (token: string, next: string | undefined): FlagToken | undefined => {
  const flag = readHyphens(token);
  if (flag) return { ...flag, wrongDash: false };
  const { dashes = '', body } = DASHED.exec(token)?.groups ?? {};
  const meant = body === undefined || /^-*$/.test(dashes) ? undefined : readHyphens(`--${body}`);
  if (!meant?.known) return undefined;
  const isEnd = next === undefined || /^[-—–―−]/u.test(next);
  const isClear =
    meant.glued !== undefined || isValue(meant.known, next) || (isEnd && standsAlone(meant.known));
  return isClear ? { ...meant, wrongDash: true } : undefined;
};
