import { asIfTyped, DASH, DASHES, END, GAP, KEPT, withCommonSigns } from './prompt.ts';

/** One prompt never makes more requests than this. */
export const MAX_PERMUTATIONS = 10;

/** Each alternative ends where another of its kind begins, so that no text takes longer than its length says. */
const MARK = new RegExp(
  [
    String.raw`${KEPT}|“[^“”]*”`,
    String.raw`\\(?<brace>[{}])`,
    String.raw`\{(?<list>(?:\\[^]|[^{}"\\])*)\}`,
    String.raw`(?:^|\s|(?<!${DASH})(?=--(?!${DASH})))(?:${DASHES})(?:repeat|r)${GAP}(?<times>[1-9]\d{0,3})${END}`,
  ].join('|'),
  'giu',
);

/** The choices between braces; none where they are text. */
const choicesIn = (list: string): string[] => {
  const choices = list.split(/(?<!\\),/).map((choice) => choice.trim().replace(/\\([{},])/g, '$1'));
  return choices.length > 1 && choices.some((choice) => choice !== '') ? choices : [];
};

/** What other keyboards have for the letters and digits of a flag is the same; braces, commas and quotes are as they were typed. */
const commonWords = (prompt: string): string => prompt.replace(/[^{},，｛｝"“”＂\\＼]+/gu, withCommonSigns);

/** Whether braces make a prompt several. */
export const hasChoices = (typed: string): boolean =>
  [...commonWords(asIfTyped(typed)).matchAll(MARK)].some(
    ({ groups }) => choicesIn(groups?.['list'] ?? '').length > 0,
  );

/**
 * The prompts that one prompt stands for: each combination of the choices in `{red, blue} fox in {snow, sand}`, as often as
 * `--repeat 3` says. Braces in quotes or around some, as in JSON, are text, and so are escaped ones, which lose their backslash.
 *
 * @returns undefined when there are more than {@link MAX_PERMUTATIONS}.
 */
export const permute = (typed: string): string[] | undefined => {
  const prompt = asIfTyped(typed);
  const parts: string[][] = [];
  let [end, count] = [0, 1];
  const add = (choices: string[]) => {
    count *= choices.length;
    parts.push(choices);
  };
  for (const { 0: found, index, groups } of commonWords(prompt).matchAll(MARK)) {
    const { brace, list, times } = groups ?? {};
    const mark = prompt.slice(index, index + found.length);
    const choices = list === undefined ? [] : choicesIn(mark.slice(1, -1));
    add([prompt.slice(end, index)]);
    end = index + mark.length;
    if (times !== undefined) count *= Number(times);
    else add(choices.length > 0 ? choices : [brace ?? mark]);
  }
  add([prompt.slice(end)]);
  if (count > MAX_PERMUTATIONS) return undefined;
  const whole = parts.reduce(
    (begun, choices) => begun.flatMap((text) => choices.map((one) => text + one)),
    [''],
  );
  const once = whole.map((text) => (text === prompt ? text : text.trim()));
  return Array.from({ length: count / once.length }, () => once).flat();
};
