import { type Flower, FLOWERS, type Subject, SUBJECTS } from './drawings.ts';
import type { Mood } from './palettes.ts';
// The first words that are found win; `*` stands for any ending, `_` for a space, and every word may end in "s".
import words from './words.json' with { type: 'json' };

const MOODS: Readonly<Record<Mood, string>> = words.moods;

/** What the ground is. */
export type Terrain = keyof typeof words.terrains;

type SkyThing = keyof typeof words.sky;

/** What the painter understood of a prompt. */
export interface ParsedPrompt {
  mood: Mood | undefined;
  terrain: Terrain | undefined;
  subject: Subject | undefined;
  flowers: readonly Flower[];
  sky: ReadonlySet<SkyThing>;
}

const ANY_FLOWER = 'flower* bloom* garden* meadow*';

/** Looks for the words of the small vocabulary. Other words only make the picture another one. */
export const parsePrompt = (prompt: string): ParsedPrompt => {
  const text = prompt.toLowerCase().replace(/(^|\s)--\w+(\s+[^\s-]\S*)?/g, ' ');
  const has = (choices: string): boolean => patternOf(choices).test(text);
  const first = <Name extends string>(table: Readonly<Record<Name, string>>): Name | undefined =>
    namesOf(table).find((name) => has(table[name]));
  const named = FLOWERS.filter((flower) => has(`${flower} ${flower.slice(0, -1)}ies`));
  return {
    mood: first(MOODS),
    terrain: first(words.terrains),
    subject: namesOf(SUBJECTS).find((subject) => has(SUBJECTS[subject].words)),
    flowers: named.length === 0 && has(ANY_FLOWER) ? ['poppy', 'poppy', 'daisy', 'tulip'] : named,
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
