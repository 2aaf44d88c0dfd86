/** A colour as `#rrggbb`, or `#rrggbbaa` after `fade`. */
export type Colour = `#${string}`;

/** A share of 0 gives the first colour, of 1 the second. */
export const mix = (from: Colour, to: Colour, share: number): Colour => {
  const part = Math.min(Math.max(share, 0), 1);
  let mixed = 0;
  for (const shift of [16, 8, 0]) {
    const start = channel(from, shift);
    mixed |= Math.round(start + (channel(to, shift) - start) * part) << shift;
  }
  return `#${mixed.toString(16).padStart(6, '0')}`;
};

export const lighten = (colour: Colour, share: number): Colour => mix(colour, '#ffffff', share);

export const darken = (colour: Colour, share: number): Colour => mix(colour, '#000000', share);

/** The colour with an opacity from 0 to 1. */
export const fade = (colour: Colour, opacity: number): Colour => {
  const alpha = Math.round(Math.min(Math.max(opacity, 0), 1) * 255);
  return `${colour}${alpha.toString(16).padStart(2, '0')}`;
};

/** Perceived lightness from 0 to 1. */
export const lightness = (colour: Colour): number => {
  const light = (shift: number): number => (channel(colour, shift) / 255) ** 2.2;
  return Math.cbrt(0.21 * light(16) + 0.72 * light(8) + 0.07 * light(0));
};

const channel = (colour: Colour, shift: number): number =>
  (Number.parseInt(colour.slice(1, 7), 16) >>> shift) & 255;

type Season = 'autumn' | 'winter' | 'spring';
type Place = 'desert' | 'forest' | 'neon' | 'ink';

/** The light and weather of a picture. */
export type Mood = 'dusk' | 'dawn' | 'night' | 'day' | 'mist' | Season | Place;

/** The colours of one picture. */
export type Palette = ReturnType<typeof paletteOf>;

/** Four palettes a mood, one for each variation: sky (four colours), disc, far, near, accent and perhaps ink. */
const COLOURS = `
  dusk   2b1b4d 6a3578 d9627a ffb384 ffe3b0 8d4a80 1d1233 ff7a6b
  dusk   1f2a4a 5b3d6b e2604a ffc15e fff0c2 a24c4f 1b1426 ffd166
  dusk   0f3d56 2f7f86 f0b775 ffdf9e fff5d6 4f8f8b 0b2533 f26b4e
  dusk   1a1f5c 4b3f9e b96ad0 ffb3c7 ffe9ef 6b57b5 120f38 ffd0a8
  dawn   7fb2d9 b9d2e3 fbd7c2 ffe9c9 fff6dd a9b8cf 2f4a63 f08a6c
  dawn   8a86c9 c7a9d4 f7b9b7 fde0c0 fff4d9 a68fbd 3b2f5c e8677e
  dawn   5fa8a8 a6d3c2 f3e3b8 ffd59b fffbe6 8fbfb0 1f4d4f e9785b
  dawn   e59a8c f3bfa0 f9dcb2 fdf0d0 fffdf6 d9a08d 5c3440 3f7f86
  night  050b24 0d1f47 1f3f73 3f6b99 f4f1de 24426e 040816 ffd166
  night  0b0820 241449 4a2a73 7b4a94 ffeedd 3a2466 07041a ff9e6d
  night  03161c 07313a 0f5558 2f8577 e8fff4 125055 021014 ffe08a
  night  0a0f1c 1b263b 34496b 6c87a8 fdf6e3 2e4363 060a14 f4a261
  day    2f86c9 64b1e3 a9dcf2 e6f6f3 fffbe0 8fc1d6 1f5a4c ff7b54
  day    3f9fb5 7fcbcf c9ebdc fdf6da fff3b8 8cc7b8 2a5b3f f25f5c
  day    f2c14e f7d788 fbe9b7 fff7de f2764b dcb478 2d5362 e4572e
  day    5d7fd6 93aef0 cfdcf9 fff1e6 fffdf2 95a8de 27376b ff8fa3
  mist   2c3540 56636f 93a0a8 cdd3d0 eef0e8 8b979d 1b2228 e0a458
  mist   1f3a40 4a6b6c 93aca3 d9ddc9 f4f1dc 7f9a95 122326 d96c4f
  mist   3a3550 6d6784 aaa3b5 ded6d6 f6eee9 8b86a0 1f1b2e f2b880
  mist   4a4038 85776a c2b29b eee0c8 fbf3e0 a39380 2a221c b5523b
  autumn 7fa3b5 c9cfc0 f3d9a4 f8b869 fff4d6 c98a4e 4a1f16 d1462f
  autumn 4f6d7a a3a38f e8c07d e58f4e fbe9c0 b8693d 2f1a1a f2c14e
  autumn f0d9b0 f4c888 ea9f5a dd7f49 fff1cf c2643c 3a1d23 7b2d26
  autumn 6b4a6b b5727a eba57a fbd38d fff3da 9c5a55 2b1830 ffb347
  winter 6f9ac4 a8c6df dbe8f0 fdf3ea ffffff b5cbe0 f4f8fb d8584f 20364d
  winter 3d4f7d 7d8fc0 c3c9e6 f7dfe6 fff8f4 a5b1d8 e6ebf7 f0846c 1c2547
  winter 17324d 2f5d7c 7aa7b8 d6e8e6 fbfff8 7fa6b7 dcebee ffb45e 0f2233
  winter e3b9b3 f0d3c8 f8e8de fffaf2 ffffff d9c3c8 fffdfb b5485d 4b3a4f
  spring 8ecae6 bde0ee ffe0ea ffc8dd fffaf0 b7c9c0 4c8063 ff70a6 2a4a40
  spring f7b7c8 fbd0d4 fde8dc fff6e6 fffdf7 d7b6c4 7f9c6b e0567a 4a3050
  spring a0d8c5 c9ebd6 f3f7d8 fff1c9 fffbe6 a9d1b0 3c7a57 ff8552 1f4a3c
  spring b7a6e0 d4c5ee f3dcef ffeadb fffaf5 b8a7d6 5f6fa8 ff9bb3 343a6b
  desert 3f8fa8 8fc4bf f4d6a0 f2a65a fff4d0 d98e5a 7a2e2a fbe3b5
  desert f6c177 f4a261 e76f51 c9553f fff0c9 c9553f 4a1a2c ffd9a0
  desert 2a1a4a 7a3b6b e07a5f f2cc8f fff0cf b5604f 321328 f2cc8f
  desert cfe3e2 f2e2c4 f5cfa0 eda96c ffffff d99b6c 9c4a34 3f7f86
  neon   0b0221 2a0a5e 8c1c9c ff3d8b ffd319 5b1791 08011a 00e5ff
  neon   020b1f 06305f 0a7fa8 2ff3e0 f9f871 0c4a7a 01060f ff2e88
  neon   120024 4a0d67 d9246b ff9a3c fff27a 6b1560 0a0014 25f4ee
  neon   001a14 004d3d 0fa36b c8ff5a f4ffd1 03614b 000d0a ff4fd8
  ink    e5dfd1 ece6d9 f2ede2 f8f4ea c8402f c4beb2 1d1c1b c8402f
  ink    10131a 262b36 4a5160 838b99 f2f2f0 5b6473 07080b d9d9d6
  ink    0f2d52 14396a 1d4d8c 3b78bd f4f4ec 2f66a8 0a1f3b f4d35e
  ink    f0dfc0 f4e6cb f8edd8 fcf4e4 8c2f1b cdb48c 3b2416 8c2f1b
  forest a7c9b0 cbdec0 eaf0d2 fff7dd fffbe0 8fb59a 12352b f2a65a
  forest 1f4d45 3f7d66 8fbf8a e5e3a4 fffbd0 4f8a6c 08211d ffcf56
  forest d9e2c5 e7e6c0 f2dfae f0c987 fffdf0 a5b07a 2b3a1f d1603d
  forest 24344d 486581 86a8a8 d3e0c4 f8fbe8 5c8085 0d1f29 f4b860
`.split('\n');

/** The mood's colours: the sky from the zenith down, the land from far to near, silhouettes in front in ink. */
export const paletteOf = (mood: Mood, variation: 0 | 1 | 2 | 3) => {
  const rows = COLOURS.filter((row) => row.startsWith(`  ${mood} `));
  const [, ...hexes] = rows[variation]?.trim().split(/ +/) ?? [];
  const colour = (index: number): Colour => `#${hexes[index] ?? ''}`;
  const [disc, far, near, accent] = [colour(4), colour(5), colour(6), colour(7)];
  const ink = hexes.length > 8 ? colour(8) : darken(near, 0.25);
  return { sky: [colour(0), colour(1), colour(2), colour(3)] as const, disc, far, near, accent, ink };
};
