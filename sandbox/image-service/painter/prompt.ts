import { type Flower, FLOWERS, type Subject, SUBJECTS } from './drawings.ts';
import type { Mood } from './palettes.ts';

/** What the ground is. */
export type Terrain = 'sea' | 'mountains' | 'forest' | 'city' | 'desert' | 'field' | 'space';

type SkyThing = 'sun' | 'moon' | 'stars' | 'clouds' | 'birds' | 'rain' | 'snow' | 'aurora' | 'planet';

/** What the painter understood of a prompt. */
export interface ParsedPrompt {
  mood: Mood | undefined;
  terrain: Terrain | undefined;
  subject: Subject | undefined;
  flowers: readonly Flower[];
  sky: ReadonlySet<SkyThing>;
}

// Words in the order they win in; `*` stands for any ending, `_` for a space, and every word may end in "s".
const MOODS: Readonly<Record<Mood, string>> = {
  neon: 'neon cyber* synthwave vaporwave retrowave electric glow*',
  ink: 'ink monochrom* charcoal sumi* black_and_white sketch pencil blueprint etching',
  dusk: 'dusk sunset* evening twilight golden_hour',
  dawn: 'dawn sunrise morning daybreak',
  night:
    'night* midnight moon* star* aurora northern_light galax* nebula* space cosm* firefl* dark camping campfire',
  winter: 'winter* snow* ice icy frost* frozen arctic glacier* christmas',
  autumn: 'autumn* fall_leaves october harvest maple pumpkin*',
  mist: 'mist* fog* rain* storm* grey gray cloudy gloom*',
  spring: 'spring blossom* cherry sakura pastel* pink tulip*',
  desert: 'desert* dune* sahara mars canyon* savanna* camel* pyramid*',
  forest: 'forest* jungle* wood woodland* green moss* fern*',
  day: 'day noon summer* sunny sunflower* blue bright beach* tropical',
};

const TERRAINS: Readonly<Record<Terrain, string>> = {
  space: 'space planet* galax* nebula* cosm* astronaut* orbit* universe asteroid* saturn jupiter',
  city: 'city cities skyline* skyscraper* town street* tokyo new_york london paris building* urban',
  sea:
    'sea seaside ocean* coast* beach* lake* river* harbor* harbour* bay island* wave water* shore* fjord* ' +
    'lighthouse* boat* ship* sail* whale*',
  desert: 'desert* dune* sahara mars canyon* camel* pyramid* cactus',
  mountains:
    'mountain* peak* alp alpine fuji himalaya* summit* glacier* cliff* castle* volcano* dragon* eagle*',
  forest:
    'forest* jungle* wood woodland* pine trees taiga cabin* tent camp* owl* fox* wolf wolves bear* deer fern*',
  field:
    'field* meadow* flower* garden* hill* farm* village* valley* windmill* house* cottage* balloon* tree ' +
    'landscape* rabbit* bunny bunnies horse*',
};

const SKY: Readonly<Record<SkyThing, string>> = {
  moon: 'moon*',
  sun: 'sun sunny sunset* sunrise',
  stars: 'star starry starlight starlit milky_way galax* night* midnight',
  clouds: 'cloud* sky skies dream*',
  birds: 'bird* gull* crane* crow* raven* eagle* swallow*',
  rain: 'rain* storm*',
  snow: 'snow* blizzard christmas',
  aurora: 'aurora* northern_light borealis',
  planet: 'planet* saturn jupiter alien*',
};

const ANY_FLOWER = 'flower* bloom* garden* meadow*';

/** Looks for the words of the small vocabulary. Other words only make the picture another one. */
export const parsePrompt = (prompt: string): ParsedPrompt => {
  const text = prompt.toLowerCase().replace(/(^|\s)--\w+(\s+[^\s-]\S*)?/g, ' ');
  const has = (words: string): boolean => patternOf(words).test(text);
  const first = <Name extends string>(table: Readonly<Record<Name, string>>): Name | undefined =>
    namesOf(table).find((name) => has(table[name]));
  const named = FLOWERS.filter((flower) => has(`${flower} ${flower.slice(0, -1)}ies`));
  return {
    mood: first(MOODS),
    terrain: first(TERRAINS),
    subject: namesOf(SUBJECTS).find((subject) => has(SUBJECTS[subject].words)),
    flowers: named.length === 0 && has(ANY_FLOWER) ? ['poppy', 'poppy', 'daisy', 'tulip'] : named,
    sky: new Set(namesOf(SKY).filter((thing) => has(SKY[thing]))),
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
