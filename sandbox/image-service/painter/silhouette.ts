import { Path2D } from '@napi-rs/canvas';
import { type Colour, darken, fade, lighten, lightness, mix, type Palette } from './palettes.ts';
import type { Point, Stage } from './stage.ts';

/** One shape, as an SVG path; the silhouette it is part of is about one unit tall. */
interface Layer {
  path: string;
  /** One paint, or one for its left edge and one for its right. */
  paint: Paint | readonly [left: Paint, right: Paint];
  /** Strokes the path instead of filling it. */
  lineWidth?: number;
  mirrored?: boolean;
  /** Copies around a point. */
  ring?: { count: number; around: Point };
  /** Light, instead of a shape: where, and how far it goes. */
  glow?: { at: Point; radius: number };
}

/** Shapes one over the other, standing at 0/0, with y pointing down. */
export type Silhouette = readonly Layer[];

type Paint = keyof typeof PAINTS;

const foxRed = ({ accent }: Palette): Colour => mix(accent, '#d9622b', 0.6);
const wolfGrey = ({ ink, far }: Palette): Colour => mix(mix(ink, '#9aa5b4', 0.75), far, 0.2);
const red = ({ accent }: Palette): Colour => mix(accent, '#d8423a', 0.45);
const skin = ({ sky }: Palette): Colour => mix('#e9b58f', sky[2], 0.15);
const fur = ({ ink, disc }: Palette): Colour => mix(ink, lighten(disc, 0.2), 0.78);
const feather = ({ ink, accent }: Palette): Colour => mix(ink, accent, 0.28);
const white = ({ disc, sky }: Palette): Colour => mix(lighten(disc, 0.3), sky[2], 0.12);

/** What shapes are painted with, out of the picture's palette; `chance` makes two of a kind differ. */
const PAINTS = {
  ink: ({ ink }) => darken(ink, 0.15),
  accent: ({ accent }) => accent,
  deepAccent: ({ accent, ink }) => mix(accent, ink, 0.4),
  paleAccent: ({ accent }) => lighten(accent, 0.3),
  second: ({ accent, sky }) => mix(accent, sky[0], 0.55),
  wall: ({ ink, accent }) => mix(ink, accent, 0.3),
  stone: ({ ink, far }) => mix(ink, far, 0.18),
  white,
  whiteShade: (palette) => mix(white(palette), palette.ink, 0.5),
  sail: ({ accent, disc }) => mix(accent, disc, 0.25),
  red,
  redShade: (palette) => darken(red(palette), 0.45),
  fox: foxRed,
  foxBody: (palette) => mix(foxRed(palette), palette.ink, 0.2),
  foxEar: (palette) => mix(foxRed(palette), palette.ink, 0.7),
  wolf: wolfGrey,
  wolfBody: (palette) => mix(wolfGrey(palette), palette.ink, 0.25),
  wolfEar: (palette) => mix(wolfGrey(palette), palette.ink, 0.65),
  cream: ({ disc }) => mix(disc, '#fff9f0', 0.6),
  fur,
  furShade: (palette) => darken(fur(palette), 0.12),
  feather,
  featherTip: (palette) => lighten(feather(palette), 0.3),
  pink: ({ accent }) => mix(accent, '#ff9fa8', 0.5),
  amber: ({ accent, disc }) => mix(mix(accent, disc, 0.5), '#ffc53d', 0.65),
  skin,
  skinShade: (palette) => darken(skin(palette), 0.18),
  leaf: ({ near, ink }, chance) => mix(near, ink, chance * 0.6),
  bloom: ({ accent, disc }, chance) => mix(accent, disc, chance * 0.35),
  bloomShade: ({ accent, ink }) => mix(accent, ink, 0.3),
  bloomLight: ({ accent, sky }, chance) => lighten(mix(accent, sky[2], chance * 0.5), 0.15),
  yellow: ({ accent }) => mix(accent, '#ffc83d', 0.75),
  disc: ({ disc }) => lighten(disc, 0.3),
  discFoot: ({ disc, accent }) => mix(disc, accent, 0.35),
  crater: ({ disc, sky }) => fade(mix(disc, sky[1], 0.5), 0.2),
  band: ({ accent, disc }, chance) => mix(accent, disc, chance),
  night: ({ near }) => fade(near, 0.9),
  haze: ({ sky }) => fade(lighten(sky[3], 0.35), 0.28),
  rim: ({ disc }) => fade(disc, 0.6),
  shine: () => '#ffffff59',
  shadow: ({ ink }) => fade(ink, 0.5),
  beam: ({ sky }) => fade('#fff4c2', lightness(sky[1]) < 0.62 ? 0.7 : 0),
  clear: () => '#fff4c200',
  lamp: () => '#ffe09a',
  black: () => '#0b0b12',
} as const satisfies Readonly<Record<string, (palette: Palette, chance: number) => Colour>>;

export const fill = (paint: Layer['paint'], path: string): Layer => ({ paint, path });

export const line = (paint: Paint, lineWidth: number, path: string): Layer => ({ paint, path, lineWidth });

/** The shape, and its mirror image on the other side of x = 0. */
export const both = (layer: Layer): Layer => ({ ...layer, mirrored: true });

/** The shape many times around a point. */
export const ring = (count: number, layer: Layer, around: Point = [0, 0]): Layer => ({
  ...layer,
  ring: { count, around },
});

export const glow = (x: number, y: number, radius: number): Layer => ({
  paint: 'lamp',
  path: '',
  glow: { at: [x, y], radius },
});

/** The path of an ellipse. */
export const ball = (x: number, y: number, wide: number, tall = wide): string =>
  `M${x - wide} ${y}a${wide} ${tall} 0 1 0 ${wide * 2} 0a${wide} ${tall} 0 1 0 ${-wide * 2} 0Z`;

/** The path of a box, with round corners if asked. */
export const box = (x: number, y: number, wide: number, tall: number, round = 0): string => {
  const corner = (right: number, down: number): string => `a${round} ${round} 0 0 1 ${right} ${down}`;
  const [across, along] = [wide - 2 * round, tall - 2 * round];
  const clockwise = `h${across}${corner(round, round)}v${along}${corner(-round, round)}`;
  return `M${x + round} ${y}${clockwise}h${-across}${corner(-round, -round)}v${-along}${corner(round, -round)}Z`;
};

/** The path once for every number. */
export const row = (numbers: readonly number[], path: (number: number) => string): string =>
  numbers.map(path).join('');

/** Paints the silhouette standing at a point, one of its units being `scale` pixels. */
export const paintSilhouette = (stage: Stage, layers: Silhouette, at: Point, scale: number, turn = 0) => {
  const chance = stage.random();
  stage.within(at, [scale, scale], turn, () => {
    for (const layer of layers) paintLayer(stage, layer, chance);
  });
};

const paintLayer = (stage: Stage, layer: Layer, chance: number): void => {
  const { context, palette } = stage;
  const colour = (paint: Paint): Colour => PAINTS[paint](palette, chance);
  const [left, right] = typeof layer.paint === 'string' ? [layer.paint, layer.paint] : layer.paint;
  if (layer.glow !== undefined) {
    stage.glow(layer.glow.at, layer.glow.radius, colour(left), 0.6);
    return;
  }
  const path = new Path2D(layer.path);
  const [from, , to] = path.getBounds();
  const style =
    left === right ? colour(left) : stage.gradient([from, 0], [to, 0], colour(left), colour(right));
  context.fillStyle = context.strokeStyle = style;
  context.lineCap = context.lineJoin = 'round';
  const { count, around } = layer.ring ?? { count: 1, around: [0, 0] };
  for (let copy = 0; copy < count * (layer.mirrored === true ? 2 : 1); copy += 1) {
    const turn = (Math.floor(copy % count) * Math.PI * 2) / count;
    stage.within(around, [copy < count ? 1 : -1, 1], turn, () => {
      context.lineWidth = layer.lineWidth ?? 0;
      if (layer.lineWidth === undefined) context.fill(path);
      else context.stroke(path);
    });
  }
};

const band = (top: number, bottom: number): string => {
  const [upper, lower] = [Math.sqrt(1 - top ** 2), Math.sqrt(1 - bottom ** 2)];
  return `M${-upper} ${top}H${upper}A1 1 0 0 1 ${lower} ${bottom}H${-lower}A1 1 0 0 1 ${-upper} ${top}`;
};

const ringHalf = (sweep: 0 | 1): string =>
  row([1.5, 1.75, 2], (x) => `M${-x} 0A${x} ${x * 0.26} 0 0 ${sweep} ${x} 0`);

/** What hangs in the sky, its middle at 0/0 and its radius 1; lit from the left. */
export const DISCS = {
  sun: [fill(['disc', 'discFoot'], ball(0, 0, 1))],
  moon: [
    fill('disc', ball(0, 0, 1)),
    fill('crater', ball(-0.55, 0.3, 0.3) + ball(0.3, -0.5, 0.22) + ball(0.1, -0.1, 0.1)),
    fill(
      'crater',
      ball(0.55, 0.35, 0.26) + ball(-0.2, -0.62, 0.14) + ball(-0.1, 0.7, 0.12) + ball(0.7, -0.2, 0.09),
    ),
  ],
  crescent: [fill('disc', 'M.5-.866A1 1 0 1 0 .5.866A.9.9 0 0 1 .5-.866')],
  planet: [
    line('rim', 0.07, ringHalf(1)),
    fill('band', ball(0, 0, 1)),
    fill('accent', band(-0.8, -0.55) + band(0.62, 0.75)),
    fill('disc', band(-0.4, -0.05) + band(0.3, 0.4)),
    fill('second', band(-0.05, 0.12)),
    fill(['clear', 'night'], ball(0, 0, 1)),
    line('rim', 0.07, ringHalf(0)),
  ],
} as const satisfies Readonly<Record<string, Silhouette>>;

export type Disc = keyof typeof DISCS;

/** A stem one unit tall, rooted at 0/0. */
export const STEM: Silhouette = [
  line('leaf', 0.016, 'M0 0Q.03-.5 0-1'),
  fill('leaf', 'M0-.2Q.16-.24.2-.42Q.05-.36 0-.2M0-.36Q-.16-.4-.2-.58Q-.05-.52 0-.36'),
];

/** Blossoms about two units wide with their middle at 0/0, and what people call them. */
export const FLOWERS = {
  tulip: [
    both(fill('bloomShade', 'M.1.6C-.3.4-.2-.5.45-.85C.8-.5.9.4.1.6')),
    fill('bloomLight', 'M0 .6C-.6.4-.5-.5 0-.85C.5-.5.6.4 0 .6'),
  ],
  daisy: [ring(13, fill('cream', ball(0, -0.58, 0.14, 0.4))), fill('yellow', ball(0, 0, 0.25))],
  sunflower: [
    ring(16, fill('yellow', 'M0 0C-.3-.5-.2-.9 0-1.15C.2-.9.3-.5 0 0')),
    fill('bloomShade', ball(0, 0, 0.5)),
    fill('ink', ball(0, 0, 0.36)),
  ],
  lavender: [
    fill(
      'second',
      row([0, 1, 2, 3, 4, 5], (up) => ball(0, 1 - up * 0.45, 0.34 - up * 0.04, 0.26)),
    ),
  ],
  rose: [
    ring(5, fill('bloomShade', ball(0, -0.45, 0.5))),
    fill(
      'bloom',
      row([0, 1, 2, 3, 4], (petal) => ball(Math.sin(petal * 1.26) * 0.3, Math.cos(petal * 1.26) * 0.3, 0.42)),
    ),
    line('bloomShade', 0.07, 'M.4-.1C.3.4-.4.3-.36-.1C-.3-.5.3-.4.2-.05C.1.2-.2.1-.1-.1'),
  ],
  poppy: [
    ring(5, fill('bloom', 'M0 0C-.85-.3-.65-1.1 0-.98C.65-1.1.85-.3 0 0')),
    ring(5, fill('bloomShade', 'M0 0C-.4-.15-.3-.5 0-.46C.3-.5.4-.15 0 0')),
    fill('ink', ball(0, 0, 0.2)),
    ring(9, fill('lamp', ball(0, -0.28, 0.04))),
  ],
} as const satisfies Readonly<Record<string, Silhouette>>;

export type Flower = keyof typeof FLOWERS;
