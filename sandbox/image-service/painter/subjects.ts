import { ball, both, box, fill, glow, line, ring, row, type Silhouette } from './silhouette.ts';

interface SubjectStyle {
  /** What people call it; see the words of prompts. */
  words: string;
  place: 'land' | 'foreground' | 'water' | 'air';
  /** Height as a share of the picture's. */
  tall: number;
  silhouette: Silhouette;
}

const subject = (place: SubjectStyle['place'], tall: number, words: string, layers: Silhouette) => ({
  words,
  place,
  tall,
  silhouette: layers,
});

const litWindow = (x: number, y: number, size: number): Silhouette => {
  const [middle, across] = [x + size / 2, y + size / 2];
  const bars = line('ink', size * 0.08, `M${middle} ${y}v${size}M${x} ${across}h${size}`);
  return [glow(middle, across, size * 1.8), fill('lamp', box(x, y, size, size)), bars];
};

const turret = (x: number, wide: number, tall: number, roof: number): Silhouette => {
  const top = -tall - roof;
  return [
    fill(
      'stone',
      box(x - wide / 2, -tall, wide, tall) + box(x - wide * 0.62, -tall, wide * 1.24, wide * 0.28),
    ),
    fill('deepAccent', `M${x - wide * 0.68} ${-tall}L${x} ${top}L${x + wide * 0.68} ${-tall}Z`),
    fill('lamp', box(x - wide * 0.09, -tall * 0.82, wide * 0.18, wide * 0.36)),
    fill('accent', `M${x} ${top - 0.07}l.06 .02l-.06 .02Z`),
    line('stone', 0.008, `M${x} ${top - 0.07}v.1`),
  ];
};

/** Stripes of a balloon: the nearer to its middle, the narrower. */
const gore = (half: number): string => {
  const [left, right] = [`${-half / 3}-.36 ${-half}-.46 ${-half}-.68`, `${half}-.46 ${half / 3}-.36 0-.24`];
  return `M0-.24C${left}A${half} .36 0 0 1 ${half}-.68C${right}`;
};

/** A fox, or whoever looks like one in another coat. */
const canine = (coat: 'fox' | 'wolf'): Silhouette => [
  fill(coat, 'M.12-.02C.6.08.78-.2.66-.5C.58-.3.4-.26.2-.2'),
  fill('cream', 'M.66-.5C.74-.36.72-.24.66-.2C.62-.26.58-.26.57-.32C.62-.38.64-.42.66-.5'),
  fill(`${coat}Body`, 'M-.24 0C-.34-.28-.16-.42-.12-.6H.12C.16-.42.34-.28.24 0'),
  fill('cream', 'M-.1-.56C-.16-.3-.04-.2 0-.12C.04-.2.16-.3.1-.56'),
  both(fill(`${coat}Ear`, 'M.2-.72L.19-1.06L.03-.84Z')),
  both(fill('pink', 'M.165-.8L.172-.99L.09-.84Z')),
  fill(coat, 'M-.25-.72Q-.16-.9 0-.89Q.16-.9 .25-.72Q.1-.6 0-.52Q-.1-.6-.25-.72'),
  both(fill('cream', 'M.25-.72Q.1-.74.03-.6L0-.52Q.12-.6.25-.72')),
  both(fill('black', ball(0.095, -0.745, 0.026, 0.022))),
  fill('black', ball(0, -0.535, 0.028)),
];

/** Balls strewn over the crown of a tree. */
const leaves = (count: number, x: number, y: number, reach: number, size: number): string => {
  const golden = Array.from({ length: count }, (_, index) => index * 2.4);
  return row(golden, (turn) => {
    const far = Math.sqrt(turn / count / 2.4) * reach;
    return ball(
      x + Math.cos(turn) * far * 1.15,
      y + Math.sin(turn) * far * 0.8,
      size * (0.75 + 0.4 * Math.sin(turn * 5)),
    );
  });
};

const WANDERERS =
  'wanderer person people man woman girl boy traveler traveller hiker knight wizard witch samurai monk';

/** What the painter can draw; the first whose words are in a prompt is what the picture is about. */
export const SUBJECTS = {
  lighthouse: subject('land', 0.46, 'lighthouse*', [
    both(fill(['beam', 'clear'], 'M0-.87L2.4-1.12V-.66L0-.84Z')),
    fill(['white', 'whiteShade'], 'M-.098 0L-.057-.78H.057L.098 0Z'),
    fill(['red', 'redShade'], 'M-.092-.12L-.084-.26H.084L.092-.12ZM-.077-.4L-.07-.53H.07L.077-.4Z'),
    fill(['red', 'redShade'], 'M-.064-.66L-.057-.78H.057L.064-.66Z'),
    fill('ink', box(-0.085, -0.8, 0.17, 0.025)),
    line('ink', 0.007, 'M-.08-.83H.08M-.073-.83v.04M-.037-.83v.04M.037-.83v.04M.073-.83v.04'),
    glow(0, -0.85, 0.3),
    fill('lamp', box(-0.04, -0.9, 0.08, 0.1)),
    line('ink', 0.008, 'M-.04-.9v.1M0-.9v.1M.04-.9v.1M0-.96V-1'),
    fill('ink', 'M-.06-.9Q-.04-.965 0-.97Q.04-.965.06-.9Z'),
    fill('whiteShade', box(0.115, -0.09, 0.17, 0.09)),
    fill('deepAccent', 'M.1-.08L.14-.15H.26L.3-.08Z'),
    fill('lamp', box(0.158, -0.063, 0.024, 0.03) + box(0.217, -0.063, 0.024, 0.03)),
  ]),
  whale: subject('water', 0.26, 'whale', [
    fill('stone', 'M-.16.03C-.1-.25-.06-.45-.05-.6C-.2-.82-.5-.78-.62-.98C-.36-1.04-.12-.98 0-.78L.1.03'),
    fill('stone', 'M.2.03C.1-.25.06-.45.05-.6C.2-.82.5-.78.62-.98C.36-1.04.12-.98 0-.78L-.1.03'),
    line('rim', 0.012, 'M-.6-.975C-.36-1.03-.12-.97 0-.77C.12-.97.36-1.03.6-.975'),
    fill('haze', ball(-0.2, 0.02, 0.34, 0.035) + ball(0.2, 0.02, 0.38, 0.035)),
  ]),
  cat: subject('foreground', 0.46, 'cat kitten kitty kitties', [
    line('ink', 0.075, 'M.2-.06C.5.02.62-.14.52-.3C.47-.38.38-.34.42-.27'),
    fill('ink', 'M-.26 0C-.36-.28-.18-.42-.13-.62H.13C.18-.42.36-.28.28 0Z'),
    fill('ink', ball(0, -0.72, 0.2, 0.165)),
    both(fill('ink', 'M.19-.72L.18-1.02L.03-.84Z')),
    both(fill('deepAccent', 'M.156-.8L.163-.96L.086-.84Z')),
    line('rim', 0.014, 'M-.29-.08C-.33-.28-.19-.42-.145-.58'),
    both(fill('amber', ball(0.085, -0.74, 0.042, 0.034))),
    both(fill('black', ball(0.085, -0.74, 0.013, 0.03))),
    both(fill('white', ball(0.076, -0.751, 0.007))),
    fill('pink', 'M-.022-.685H.022L0-.66Z'),
    both(line('rim', 0.006, 'M.05-.665Q.17-.71.27-.726M.05-.665Q.17-.68.27-.66M.05-.665Q.17-.65.27-.594')),
  ]),
  wolf: subject('foreground', 0.44, 'wolf wolves dog puppy puppies husky', canine('wolf')),
  fox: subject('foreground', 0.42, 'fox foxes corgi', canine('fox')),
  owl: subject('foreground', 0.42, 'owl', [
    fill('feather', 'M-.24-.96Q0-.84.24-.96C.4-.6.36-.16.08 0H-.08C-.36-.16-.4-.6-.24-.96'),
    ...[48, 40, 32, 24, 16].map((y) =>
      line(
        'featherTip',
        0.014,
        row([-0.18, -0.105, -0.03, 0.045, 0.12], (x) => `M${x}-.${y}q.03 .05.06 0`),
      ),
    ),
    both(fill('white', ball(0.12, -0.72, 0.13))),
    both(fill('amber', ball(0.11, -0.72, 0.082))),
    both(fill('black', ball(0.105, -0.72, 0.05))),
    both(fill('white', ball(0.088, -0.74, 0.014))),
    fill('amber', 'M-.035-.66H.035L0-.57Z'),
  ]),
  rabbit: subject('foreground', 0.4, 'rabbit bunny bunnies hare', [
    both(fill('fur', 'M.03-.6C.02-.95.1-1.1.16-1.04C.24-.96.16-.7.11-.6Z')),
    both(fill('pink', 'M.06-.66C.055-.9.1-1.02.14-.99C.19-.93.14-.75.1-.66Z')),
    fill('furShade', ball(0, -0.2, 0.23, 0.22)),
    fill('cream', ball(0, -0.18, 0.13, 0.15)),
    fill('fur', ball(0, -0.54, 0.17, 0.15)),
    both(fill('fur', ball(0.1, -0.03, 0.085, 0.06))),
    both(fill('black', ball(0.068, -0.56, 0.024))),
    both(fill('white', ball(0.06, -0.568, 0.007))),
    both(fill('pink', ball(0.11, -0.5, 0.028, 0.018))),
    fill('pink', 'M-.02-.51H.02L0-.488Z'),
  ]),
  robot: subject('foreground', 0.42, 'robot android mech', [
    both(fill('whiteShade', box(0.06, -0.24, 0.11, 0.24, 0.03) + box(0.24, -0.56, 0.09, 0.32, 0.045))),
    line('whiteShade', 0.02, 'M0-.98V-.88'),
    fill('white', box(-0.22, -0.6, 0.44, 0.4, 0.09) + box(-0.2, -0.9, 0.4, 0.27, 0.1)),
    fill('ink', box(-0.155, -0.85, 0.31, 0.16, 0.07)),
    both(fill('accent', ball(0.075, -0.77, 0.038))),
    fill('accent', ball(0, -0.98, 0.03) + ball(0, -0.42, 0.05)),
    fill('shine', box(-0.18, -0.57, 0.05, 0.3, 0.025)),
  ]),
  rocket: subject('air', 0.36, 'rocket spaceship spacecraft starship', [
    fill('red', 'M-.08-.22L0 .4L.08-.22Z'),
    fill('amber', 'M-.06-.22L0 .22L.06-.22Z'),
    fill('cream', 'M-.035-.22L0 .06L.035-.22Z'),
    both(fill('accent', 'M.11-.5Q.3-.35.27-.1L.08-.24')),
    fill(['white', 'whiteShade'], 'M-.09-.22C-.2-.5-.14-.82 0-1C.14-.82.2-.5.09-.22Z'),
    fill('ink', ball(0, -0.62, 0.072)),
    fill('second', ball(0, -0.62, 0.052)),
  ]),
  boat: subject('water', 0.24, 'boat ship sail sailing sailboat yacht', [
    fill('ink', box(-0.012, -1, 0.018, 0.9)),
    fill(['white', 'whiteShade'], 'M-.025-.96Q-.26-.55-.32-.2Q-.15-.16-.025-.19Z'),
    fill('sail', 'M.015-.88Q.26-.5.36-.21Q.18-.2.015-.22Z'),
    fill('ink', 'M-.36-.13Q0-.08.4-.16Q.3.01.2.01H-.24Q-.33 0-.36-.13'),
    fill('accent', 'M-.35-.1Q0-.05.385-.125L.37-.1Q0-.025-.345-.08'),
  ]),
  castle: subject('land', 0.3, 'castle fortress palace tower kingdom', [
    ...turret(-0.12, 0.12, 0.62, 0.22),
    ...turret(0.14, 0.14, 0.72, 0.26),
    ...turret(0.32, 0.1, 0.48, 0.18),
    ...turret(-0.34, 0.13, 0.42, 0.18),
    fill('ink', box(-0.42, -0.26, 0.86, 0.26)),
    line(
      'ink',
      0.04,
      row([-0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4], (x) => `M${x}-.27v.01`),
    ),
    fill('lamp', 'M-.03 0V-.1A.05.05 0 0 1 .07-.1V0Z'),
  ]),
  windmill: subject('land', 0.3, 'windmill mill', [
    fill(['whiteShade', 'wall'], 'M-.17 0L-.1-.6H.1L.17 0Z'),
    fill('deepAccent', 'M-.125-.59Q0-.86.125-.59'),
    fill('lamp', box(-0.03, -0.42, 0.06, 0.08)),
    ring(4, fill('white', 'M0 0L.06-.09L.19-.4L.265-.37L.135-.055Z'), [0, -0.64]),
  ]),
  balloon: subject('air', 0.3, 'balloon', [
    fill('accent', gore(0.36)),
    fill('white', gore(0.27)),
    fill('second', gore(0.18)),
    fill('accent', gore(0.09)),
    fill(['shine', 'shadow'], gore(0.36)),
    both(line('ink', 0.007, 'M.1-.33L.055-.12')),
    fill('ink', box(-0.065, -0.13, 0.13, 0.1, 0.02)),
  ]),
  tent: subject('land', 0.1, 'tent camp camping campfire', [
    glow(0, -0.25, 1.6),
    fill(['paleAccent', 'deepAccent'], 'M-.95 0L0-.95L.95 0Z'),
    fill('lamp', 'M-.24 0L0-.8L.24 0Z'),
    fill('deepAccent', 'M-.26 0L0-.95L-.02-.4L-.12 0Z'),
  ]),
  house: subject('land', 0.16, 'house home cabin cottage farm hut village barn chalet', [
    fill('ink', box(0.18, -0.98, 0.12, 0.4)),
    fill('haze', ball(0.26, -1.05, 0.06) + ball(0.33, -1.17, 0.08) + ball(0.36, -1.33, 0.11)),
    fill('wall', 'M-.45 0V-.45L0-.86L.45-.45V0Z'),
    line(
      'shadow',
      0.01,
      row([0.08, 0.16, 0.24, 0.32, 0.4], (y) => `M-.45-${y}H.45`),
    ),
    line('ink', 0.09, 'M-.56-.38L0-.88L.56-.38'),
    ...litWindow(-0.3, -0.36, 0.2),
    ...litWindow(-0.07, -0.64, 0.14),
    fill('ink', box(0.08, -0.34, 0.2, 0.34)),
  ]),
  tree: subject('land', 0.5, 'tree oak willow maple sakura cherry bonsai', [
    fill('ink', 'M-.07 0Q-.025-.15-.03-.4Q-.08-.5-.2-.58Q-.04-.52 0-.44Q.06-.55.18-.6Q.05-.45.035-.36L.08 0'),
    fill('deepAccent', leaves(34, 0, -0.68, 0.34, 0.085)),
    fill('bloomShade', leaves(22, -0.02, -0.7, 0.3, 0.07)),
    fill('accent', leaves(20, -0.04, -0.74, 0.28, 0.06)),
    fill('paleAccent', leaves(14, -0.08, -0.79, 0.22, 0.045)),
  ]),
  portrait: subject('foreground', 0.66, 'portrait face selfie queen king princess prince', [
    fill('ink', 'M-.24-.34C-.32-.8-.2-1 0-1C.2-1 .32-.8.24-.34Z'),
    fill('deepAccent', 'M-.52.04C-.52-.2-.3-.26-.1-.33H.1C.3-.26.52-.2.52.04Z'),
    fill('skinShade', 'M-.075-.5H.075V-.34Q0-.2-.075-.34Z'),
    fill('skin', 'M-.155-.7C-.155-.52-.07-.42 0-.42C.07-.42.155-.52.155-.7C.155-.9-.155-.9-.155-.7'),
    fill('ink', 'M-.18-.56C-.2-.92-.06-.95.06-.92C-.02-.8-.15-.8-.18-.56'),
    fill('ink', 'M.18-.56C.2-.88.1-.95 0-.92C.05-.82.15-.78.18-.56'),
    both(line('black', 0.011, 'M.045-.655Q.08-.635.115-.66M.04-.71Q.075-.73.115-.712')),
    line('skinShade', 0.01, 'M.004-.64Q.002-.6-.016-.57Q0-.56.012-.565'),
    fill('red', 'M-.04-.505Q-.015-.52 0-.512Q.015-.52.04-.505Q0-.475-.04-.505'),
    both(fill('pink', ball(0.1, -0.58, 0.028, 0.017))),
    both(fill('accent', 'M.075-.35L.2-.28L.03-.1L0-.2Z')),
    line('rim', 0.012, 'M-.265-.4C-.3-.8-.18-.985 0-.985'),
  ]),
  wanderer: subject('land', 0.2, WANDERERS, [
    line('ink', 0.02, 'M.3 0L.22-.78'),
    fill('ink', 'M-.2 0C-.16-.3-.2-.6-.09-.76H.09C.16-.66.2-.5.25-.44L.22-.39L.12-.46C.14-.3.16-.15.2 0'),
    fill('ink', ball(0, -0.85, 0.085) + ball(0, -0.89, 0.17, 0.028)),
    fill('accent', 'M-.1-.76H.1Q.02-.71-.1-.72Q-.3-.7-.36-.6Q-.3-.76-.1-.76'),
  ]),
} as const satisfies Readonly<Record<string, SubjectStyle>>;

export type Subject = keyof typeof SUBJECTS;
