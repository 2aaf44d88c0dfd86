import { type Subject, SUBJECTS } from './drawings.ts';
import type { Mood } from './palettes.ts';
// The first words that are found win; `*` stands for any ending, `_` for a space, and every word may end in "s".
import words from './words.json' with { type: 'json' };

/** What the ground is. */
type Terrain = keyof typeof words.terrains;

type SkyThing = keyof typeof words.sky;

/** What the painter understood of a prompt. */
export interface ParsedPrompt {
  mood: Mood | undefined;
  terrain: Terrain;
  subject: Subject | undefined;
  sky: ReadonlySet<SkyThing>;
}

/** Looks for the words of the small vocabulary. Other words only make the picture another one. */
export const parsePrompt = (prompt: string): ParsedPrompt => {
  const text = prompt.toLowerCase().replace(/(^|\s)--\w+(\s+[^\s-]\S*)?/g, ' ');
  const has = (choices: string): boolean => patternOf(choices).test(text);
  const first = <Name extends string>(table: Readonly<Record<Name, string>>): Name | undefined =>
    namesOf(table).find((name) => has(table[name]));
  const subject = namesOf(SUBJECTS).find((name) => has(SUBJECTS[name].words));
  const usual = subject !== undefined && SUBJECTS[subject].place === 'water' ? 'sea' : 'field';
  return {
    mood: first(words.moods),
    terrain: first(words.terrains) ?? usual,
    subject,
    sky: new Set(namesOf(words.sky).filter((thing) => has(words.sky[thing]))),
  };
};

const patternOf = (words: string): RegExp => {
  const choices = words.replaceAll(' ', '|').replaceAll('_', ' ').replaceAll('*', '\\w*');
  return new RegExp(`\\b(?:${choices})s?\\b`);
};

const namesOf = <Table extends object>(table: Table): Extract<keyof Table, string>[] => {
  const names: Extract<keyof Table, string>[] = [];
  for (const name in table) names.push(name);
  return names;
};
