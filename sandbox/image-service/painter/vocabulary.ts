import type { Mood } from './palettes.ts';

/** What the ground is. */
export type Terrain = 'sea' | 'mountains' | 'forest' | 'city' | 'desert' | 'field' | 'space';

/** What a picture is about, besides its ground. */
export type Subject =
  | 'lighthouse'
  | 'boat'
  | 'house'
  | 'castle'
  | 'balloon'
  | 'whale'
  | 'windmill'
  | 'tent'
  | 'tree'
  | 'cat'
  | 'fox'
  | 'owl'
  | 'rabbit'
  | 'rocket'
  | 'wanderer'
  | 'robot';

/** What is in the air. */
type SkyThing = 'sun' | 'moon' | 'stars' | 'clouds' | 'birds' | 'rain' | 'snow' | 'aurora' | 'planet';

/** What the painter understood of a prompt. */
export interface Understanding {
  readonly mood?: Mood;
  readonly terrain?: Terrain;
  readonly subject?: Subject;
  readonly flowers: boolean;
  readonly sky: ReadonlySet<SkyThing>;
}

type Words<Meaning extends string> = readonly (readonly [Meaning, RegExp])[];

const MOODS: Words<Mood> = [
  ['neon', /\b(neon|cyber\w*|synthwave|vaporwave|retrowave|electric|glow\w*)\b/],
  ['ink', /\b(ink|monochrom\w*|charcoal|sumi\w*|black and white|sketch|pencil|blueprint|etching)\b/],
  ['dusk', /\b(dusk|sunset\w*|evening|twilight|golden hour)\b/],
  ['dawn', /\b(dawn|sunrise|morning|daybreak)\b/],
  [
    'night',
    /\b(night\w*|midnight|moon\w*|star\w*|starry|aurora|northern lights|galax\w*|nebula\w*|space|cosm\w*|firefl\w*|dark)\b/,
  ],
  ['winter', /\b(winter\w*|snow\w*|ice|icy|frost\w*|frozen|arctic|glacier\w*|christmas)\b/],
  ['autumn', /\b(autumn\w*|fall leaves|october|harvest|maple|pumpkin\w*)\b/],
  ['mist', /\b(mist\w*|fog\w*|rain\w*|storm\w*|grey|gray|cloudy|gloom\w*)\b/],
  ['spring', /\b(spring|blossom\w*|cherry|sakura|pastel\w*|pink|tulip\w*)\b/],
  ['desert', /\b(desert\w*|dune\w*|sahara|mars|canyon\w*|savanna\w*|camel\w*|pyramid\w*)\b/],
  ['forest', /\b(forest\w*|jungle\w*|woods|woodland\w*|green|moss\w*|fern\w*)\b/],
  ['day', /\b(day|noon|summer\w*|sunny|blue|bright|beach\w*|tropical)\b/],
];

const TERRAINS: Words<Terrain> = [
  ['space', /\b(space|planet\w*|galax\w*|nebula\w*|cosm\w*|astronaut\w*|orbit\w*|universe|asteroid\w*)\b/],
  [
    'city',
    /\b(city|cities|skyline\w*|skyscraper\w*|town|street\w*|tokyo|new york|london|paris|building\w*|urban)\b/,
  ],
  [
    'sea',
    /\b(sea|seas|seaside|ocean\w*|coast\w*|beach\w*|lake\w*|river\w*|harbou?r\w*|bay|island\w*|wave|waves|water\w*|shore\w*|fjord\w*|lighthouse\w*|boat\w*|ship\w*|sail\w*|whale\w*)\b/,
  ],
  ['desert', /\b(desert\w*|dune\w*|sahara|mars|canyon\w*|camel\w*|pyramid\w*|cactus)\b/],
  [
    'mountains',
    /\b(mountain\w*|peak\w*|alps|alpine|fuji|himalaya\w*|summit\w*|glacier\w*|cliff\w*|castle\w*|volcano\w*|dragon\w*)\b/,
  ],
  [
    'forest',
    /\b(forest\w*|jungle\w*|woods|woodland\w*|pine|pines|trees|taiga|cabin\w*|tent|camp\w*|owl\w*|fox\w*|wol(f|ves)|bear\w*|deer|fern\w*)\b/,
  ],
  [
    'field',
    /\b(field\w*|meadow\w*|flower\w*|garden\w*|hill\w*|farm\w*|village\w*|valley\w*|windmill\w*|poppy|poppies|tulip\w*|daisy|daisies|rose|roses|sunflower\w*|lavender|house\w*|cottage\w*|balloon\w*|tree|landscape\w*|rabbit\w*|bunny|bunnies|horse\w*)\b/,
  ],
];

const SUBJECTS: Words<Subject> = [
  ['lighthouse', /\blighthouse\w*\b/],
  ['whale', /\bwhales?\b/],
  ['cat', /\b(cats?|kittens?|kitty)\b/],
  ['fox', /\b(fox(es)?|wol(f|ves)|dogs?|pupp(y|ies)|corgi)\b/],
  ['owl', /\bowls?\b/],
  ['rabbit', /\b(rabbits?|bunn(y|ies)|hares?)\b/],
  ['robot', /\b(robots?|androids?|mechs?)\b/],
  ['rocket', /\b(rockets?|spaceships?|spacecrafts?|starships?)\b/],
  ['boat', /\b(boats?|ships?|sail(s|ing|boats?)?|yachts?)\b/],
  ['castle', /\b(castles?|fortress|palace|towers?|kingdom)\b/],
  ['windmill', /\bwindmills?\b/],
  ['balloon', /\bballoons?\b/],
  ['tent', /\b(tents?|camp(s|ing|fire)?)\b/],
  ['house', /\b(house|home|cabin|cottage|farm|hut|village|barn|chalet)s?\b/],
  ['tree', /\b(tree|oak|willow|maple|sakura|cherry|bonsai)\b/],
  [
    'wanderer',
    /\b(wanderers?|person|people|man|woman|girl|boy|travell?er|hiker|knight|wizard|witch|samurai|astronaut|child|monk)\b/,
  ],
];

const SKY: Words<SkyThing> = [
  ['moon', /\bmoon\w*\b/],
  ['sun', /\b(sun|suns|sunny|sunset\w*|sunrise)\b/],
  ['stars', /\b(star|stars|starry|starlight|starlit|milky way|galax\w*|night\w*|midnight)\b/],
  ['clouds', /\b(cloud\w*|sky|skies|dream\w*)\b/],
  ['birds', /\b(bird\w*|gull\w*|crane\w*|crow\w*|raven\w*|eagle\w*|swallow\w*)\b/],
  ['rain', /\b(rain\w*|storm\w*)\b/],
  ['snow', /\b(snow\w*|blizzard|christmas)\b/],
  ['aurora', /\b(aurora\w*|northern lights|borealis)\b/],
  ['planet', /\b(planet\w*|saturn|jupiter|alien\w*)\b/],
];

const FLOWERS =
  /\b(flower\w*|poppy|poppies|tulip\w*|daisy|daisies|rose|roses|sunflower\w*|lavender|bloom\w*|garden\w*|meadow\w*)\b/;

/** Looks for the words of the small vocabulary. Other words only make the picture another one. */
export function understand(prompt: string): Understanding {
  const text = prompt.toLowerCase().replace(/(^|\s)--\w+(\s+[^\s-]\S*)?/g, ' ');
  const mood = firstMeaning(MOODS, text);
  const terrain = firstMeaning(TERRAINS, text);
  const subject = firstMeaning(SUBJECTS, text);
  return {
    ...(mood === undefined ? {} : { mood }),
    ...(terrain === undefined ? {} : { terrain }),
    ...(subject === undefined ? {} : { subject }),
    flowers: FLOWERS.test(text),
    sky: new Set(SKY.filter(([, words]) => words.test(text)).map(([meaning]) => meaning)),
  };
}

function firstMeaning<Meaning extends string>(words: Words<Meaning>, text: string): Meaning | undefined {
  return words.find(([, pattern]) => pattern.test(text))?.[0];
}
