/** The beginning of a text, of at most that many UTF-16 units; it never ends in the middle of a character. */
export const cut = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning;
};

/**
 * Marks beyond the thirtieth on one letter. Putting marks in order takes time that grows with the square of their number;
 * Unicode's Stream-Safe Text Format stops at thirty for that reason: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const PILED_MARKS = /(?<=\p{M}{30})\p{M}+/gu;

/** A text in a normal form of Unicode, in time that grows with its length only. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(PILED_MARKS, '').normalize(form);

/**
 * What is visible: neither a space nor a control character, nothing that Unicode says to show nothing for, and no sign
 * that fonts leave empty (the braille pattern without dots, the anchors of annotations).
 */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/u;

/** Whether a text has nothing to see. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** With a sign between its thousands, as messages show it in one language or another. */
const GROUPED = /^\d{1,3}(?:[.,’'\s]\d{3})+$/;

/** A whole number as people type it, such as 10000, 10 000 or １０; undefined when the text is none. */
export const wholeNumberIn = (typed: string): number | undefined => {
  const text = normalized(typed, 'NFKC').trim();
  const digits = GROUPED.test(text) ? text.replace(/\D/g, '') : text;
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
};
