import palettes from './palettes.json' with { type: 'json' };

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

/** The light and weather of a picture. */
export type Mood = keyof typeof palettes;

/** The colours of one picture. */
export type Palette = ReturnType<typeof paletteOf>;

/**
 * One of the mood's four palettes, which list sky (four colours), disc, far, near, accent and perhaps ink: the sky from
 * the zenith down, the land from far to near, silhouettes in front in ink.
 */
export const paletteOf = (mood: Mood, variation: 0 | 1 | 2 | 3) => {
  const hexes = palettes[mood][variation]?.split(' ') ?? [];
  const colour = (index: number): Colour => `#${hexes[index] ?? ''}`;
  const [disc, far, near, accent] = [colour(4), colour(5), colour(6), colour(7)];
  const ink = hexes.length > 8 ? colour(8) : darken(near, 0.25);
  return { sky: [colour(0), colour(1), colour(2), colour(3)] as const, disc, far, near, accent, ink };
};
