import { MAX_PROMPT_LENGTH } from '../src/services/requests/families/checks.ts';

/** The sign that stands for the most letters. */
export const LIGATURE = '\ufdfa';
/** A piece again and again, up to a length. */
export const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Prompts as long as they may be. */
export const PROMPTS: Readonly<Record<string, string>> = {
  'words that begin alike': filled('a ', MAX_PROMPT_LENGTH),
  'one long word': filled('a', MAX_PROMPT_LENGTH),
  'pairs of letters': filled('ab', MAX_PROMPT_LENGTH),
  'disguised letters': filled('a1', MAX_PROMPT_LENGTH),
  'signs between': filled('a!|$ ', MAX_PROMPT_LENGTH),
  'signs of eighteen letters': filled(LIGATURE, MAX_PROMPT_LENGTH / 9),
  'letters of other scripts': filled('а𝔟с ', MAX_PROMPT_LENGTH),
  'piled accents': filled('á̂̃', MAX_PROMPT_LENGTH),
};

const RULES = 1_000;
/** The rules of a list, by index. */
export const LISTS: Readonly<Record<string, (index: number) => string>> = {
  'phrases that begin alike': (index) =>
    `${'a '.repeat(8)}${String.fromCharCode(107 + (index % 10))} ${index}`.slice(0, 20),
  'words with stars': (index) => `*${'a'.repeat(1 + (index % 8))}${index}*`,
  'stars inside': (index) => `a* *a* ${index} *b`,
  'short words': (index) => index.toString(36),
  'runs of a': (index) => 'a'.repeat(1 + (index % 10)),
  'a, over and over': (index) => `*a*${' a*'.repeat(index % 8)}`,
};

/** A text of that many bytes, in which a piece stands again and again. */
const around = (start: string, piece: string, end: string, bytes: number): string =>
  `${start}${filled(piece, bytes - start.length - end.length)}${end}`;
/** A list of as many items. */
const itemsOf = (item: string, bytes: number): string =>
  `{"data":[${filled(`${item},`, bytes - 20).replace(/,[^,]*$/, '')}]}`;

/** As many rules as fit. */
export const listOf = (make: (index: number) => string): string[] => [
  ...new Set(Array.from({ length: RULES }, (_, index) => make(index).trim())),
];

/** Answers of the service, of that many bytes. */
export const ANSWERS: Readonly<Record<string, (bytes: number) => string>> = {
  'empty items': (bytes) => itemsOf('{}', bytes),
  zeros: (bytes) => itemsOf('0', bytes),
  lists: (bytes) => itemsOf('[]', bytes),
  texts: (bytes) => itemsOf('""', bytes),
  'opening brackets': (bytes) => filled('[', bytes),
  'opening braces': (bytes) => filled('{"a":', bytes),
  escapes: (bytes) => around('{"data":"', '\\"', '"}', bytes),
  'one reason': (bytes) =>
    around('{"data":[{"taskId":"task-1","status":2,"failReason":"', 'no ', '"}]}', bytes),
  'one reason of signs': (bytes) =>
    around('{"data":[{"taskId":"task-1","status":2,"failReason":"', LIGATURE, '"}]}', bytes / 3),
  'one id': (bytes) => around('{"data":{"taskId":"', 't', '"}}', bytes),
  'one address': (bytes) =>
    around('{"data":[{"taskId":"task-1","status":1,"imgUrls":["https://a.b/', 'a', '"]}]}', bytes),
  'no JSON': (bytes) => filled('a', bytes),
  blanks: (bytes) => filled(' ', bytes),
};
