import { expect, test } from 'vitest';
import { createMatcher } from '../../src/services/guilds/blocklist/matcher.ts';

const LISTED = [
  'nude',
  'naked',
  'gore',
  'blood',
  'kill',
  'sex',
  'ass',
  'nazi',
  'rape',
  'drug',
  'cum',
  'tit',
  'dick',
  'porn',
  'suicide',
  'bomb',
  'gun',
  'hate',
  'slut',
  'anal',
];
const SUBJECTS = [
  'a lighthouse',
  'the U.S.A. flag',
  'A B C blocks',
  'an S.O.S. sign',
  'a D I Y workshop',
  'R G B lights',
  'a w i d e shot',
  'a class of assassins bugs',
  'cocktails in Scunthorpe',
  'a sooo cute cat',
  'Brrr, it is cold',
  'an A.I. robot',
  'a x b y c grid',
  'the letters K I N G',
  'vitamins A, B, C, D, E',
  'a J. R. R. T. map',
  'zzz sleeping bear',
  'a titmouse',
  'grapes',
  'begun stitching',
];
const PLACES = [
  'at dusk',
  'in the snow',
  'by the sea',
  'in e-ink',
  'on a T-shirt',
  'in 8 k',
  'a la Monet',
  'on grid A 1',
  'i n k wash',
  'in oil',
];
const ENDS = ['', ' --ar 16:9', ', yay', ', hmmm', ' - v 2'];

test('a thousand harmless prompts are none of its business', () => {
  const matcher = createMatcher(LISTED, []);
  const prompts = SUBJECTS.flatMap((subject) =>
    PLACES.flatMap((place) => ENDS.map((end) => `${subject} ${place}${end}`)),
  );
  expect(prompts).toHaveLength(1_000);
  expect(prompts.filter((prompt) => matcher(prompt) !== undefined)).toEqual([]);
});
