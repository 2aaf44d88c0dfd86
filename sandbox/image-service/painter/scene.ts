import { Path2D } from '@napi-rs/canvas';
import { paintDrawing, type Subject, SUBJECTS } from './drawings.ts';
import type { Variation } from './painters.ts';
import { type Colour, darken, fade, lighten, lightness, mix } from './palettes.ts';
import type { ParsedPrompt } from './prompt.ts';
import type { Point, Skyline, Stage } from './stage.ts';

/** Where things stand, in shares of the picture's width and height; the radius in shares of its shorter side. */
interface Layout {
  horizon: number;
  discX: number;
  discY: number;
  discRadius: number;
  subjectX: number;
}

const THIRDS: Layout = { horizon: 0.6, discX: 0.67, discY: 0.36, discRadius: 0.1, subjectX: 0.3 };

/** Four takes: thirds, a poster around a great disc, a wide view from above, and thirds with a low disc. */
const TAKES: Readonly<Record<Variation, Layout>> = {
  0: THIRDS,
  1: { horizon: 0.68, discX: 0.5, discY: 0.45, discRadius: 0.27, subjectX: 0.62 },
  2: { horizon: 0.42, discX: 0.22, discY: 0.2, discRadius: 0.06, subjectX: 0.68 },
  3: { ...THIRDS, discX: 0.36, discY: 0.5, discRadius: 0.14, subjectX: 0.64 },
};

const ROWS = 5;
const RIPPLE = new Path2D('M-1 0Q0-1 1 0Q0 1-1 0');
const PINE = new Path2D(
  'M-.1 0L-1.05-.07L-.5-.12L-.78-.2L-.44-.25L-.78-.34L-.37-.38L-.54-.47L-.3-.51L-.49-.6L-.23-.65L-.29-.73L-.16-.78L-.18-.87L-.09-.91' +
    'L0-1L.09-.91L.18-.87L.16-.78L.29-.73L.23-.65L.49-.6L.3-.51L.54-.47L.37-.38L.78-.34L.44-.25L.78-.2L.5-.12L1.05-.07L.1 0Z',
);

/** Paints a landscape from the sky to our feet, and what the prompt is about in it. */
export const paintScene = (stage: Stage, parsed: ParsedPrompt, variation: Variation): void => {
  const { subject, terrain } = parsed;
  const layout = layoutOf(stage, variation);
  paintSky(stage, layout, parsed);
  if (terrain === 'sea') paintSea(stage, layout);
  const ground = terrain === 'sea' ? headlandOf(stage, layout) : paintRows(stage, layout, terrain);
  if (subject !== undefined) paintSubjectIn(stage, subject, layout, ground);
  if (terrain === 'sea') paintLand(stage, ground, mix(stage.palette.near, stage.palette.far, 0.1), 0);
  if (parsed.sky.has('snow')) paintSpecks(stage, 520, '#ffffff', 9);
};

/** The variation's take, mirrored or not and a little shifted. */
const layoutOf = (stage: Stage, variation: Variation): Layout => {
  const take = TAKES[variation];
  const mirrored = stage.random() < 0.5;
  const shifted = (share: number): number => share + stage.between(-0.05, 0.05);
  const side = (share: number): number => (mirrored ? 1 - shifted(share) : shifted(share));
  return { ...take, horizon: shifted(take.horizon), discX: side(take.discX), subjectX: side(take.subjectX) };
};

const paintSky = (
  stage: Stage,
  { horizon, discX, discY, discRadius }: Layout,
  { sky, mood }: ParsedPrompt,
): void => {
  const [zenith, upper, lower, low] = stage.palette.sky;
  stage.wash(low);
  stage.veil(0, stage.height * horizon, zenith, upper, lower, low);
  if (lightness(zenith) < 0.38) paintStars(stage, horizon);
  const at: Point = [discX * stage.width, discY * stage.height];
  const radius = discRadius * stage.shorter;
  stage.glow(at, radius * (discRadius > 0.2 ? 2.6 : 4.5), stage.palette.disc, 0.62);
  paintDrawing(stage, sky.has('moon') || (mood === 'night' && !sky.has('sun')) ? 'moon' : 'sun', at, radius);
  paintClouds(stage, horizon, sky.has('clouds') ? 9 : 4);
};

/** Stars down to a share of the height, thinning out. */
export const paintStars = (stage: Stage, horizon: number): void => {
  for (let index = 0; index < 200; index += 1) {
    const down = stage.random() ** 1.4;
    const size = stage.between(0.4, 1) + stage.random() ** 12 * 2.2;
    const opacity = stage.between(0.25, 0.95) * (1 - down * 0.7);
    stage.context.fillStyle = fade(lighten(stage.palette.disc, 0.5), opacity);
    stage.circle(stage.random() * stage.width, down * stage.height * horizon, size * stage.unit);
  }
};

/** Long flat clouds with round ends. */
const paintClouds = (stage: Stage, horizon: number, count: number): void => {
  const { context, width, palette } = stage;
  for (let index = 0; index < count; index += 1) {
    const share = (index + stage.random()) / count;
    const [x, y] = [stage.random() * width, stage.height * horizon * (0.12 + 0.75 * share)];
    const long = width * stage.between(0.16, 0.34) * (1.15 - share * 0.6);
    context.fillStyle = fade(lighten(palette.sky[3], 0.3), stage.between(0.3, 0.7));
    context.beginPath();
    for (const row of [0, 1, 2]) {
      const part = long * (1 - row * 0.24) * stage.between(0.75, 1);
      context.roundRect(x - part / 2, y - row * long * 0.07, part, long * 0.08, long * 0.04);
    }
    context.fill();
  }
};

/** Fills the land under a skyline: light on its crest, haze at its foot. */
const paintLand = (stage: Stage, skyline: Skyline, colour: Colour, haze: number): void => {
  const edge = stage.edgeOf(skyline);
  const top = Math.min(...edge.map(([, y]) => y));
  const shades = [lighten(colour, 0.08), colour, mix(colour, stage.palette.sky[3], haze)];
  stage.fillUnder(edge, stage.gradient([0, top], [0, top + stage.height * 0.4], ...shades));
};

/** Rows of land from the horizon to our feet, the first of them peaks in the mountains; what stands on them is on the last but one. */
const paintRows = (
  stage: Stage,
  { horizon, subjectX }: Layout,
  terrain: ParsedPrompt['terrain'],
): Skyline => {
  const { palette, height, width } = stage;
  let ground: Skyline = () => height;
  for (let row = 0; row < ROWS; row += 1) {
    const nearness = row / (ROWS - 1);
    const base = height * (horizon + (0.95 - horizon) * nearness);
    const isPeak = terrain === 'mountains' && row < 2;
    const swing = height * (isPeak ? 0.2 : 0.03 + 0.03 * nearness);
    const noise = stage.noise(isPeak ? 5 : 3);
    const skyline: Skyline = (x) => base - swing * (noise((x / width) * (isPeak ? 6 : 2.5)) * 2 - 1);
    const colour = mix(palette.far, palette.near, nearness ** 1.25);
    stage.context.fillStyle = mix(colour, palette.ink, 0.2);
    if (terrain !== 'field' && !isPeak)
      paintPines(stage, skyline, height * (0.05 + 0.13 * nearness), row >= ROWS - 2 ? subjectX : undefined);
    if (row === ROWS - 2) ground = skyline;
    paintLand(stage, skyline, colour, 0.4 * (1 - nearness));
  }
  return ground;
};

/** Conifers of a height in pixels along a skyline; nothing grows around `clearing`, a share of the width. */
const paintPines = (stage: Stage, skyline: Skyline, tall: number, clearing = Infinity): void => {
  for (let x = -tall; x < stage.width + tall; x += tall * stage.between(0.15, 0.6)) {
    if (Math.abs(x / stage.width - clearing) < 0.12) continue;
    const size = tall * stage.between(0.5, 1.1);
    stage.within([x, skyline(x) + tall * 0.06], [size * 0.22, size], () => stage.context.fill(PINE));
  }
};

/** Water from the horizon down, with the sky in it and a path of light under the disc. */
const paintSea = (stage: Stage, { horizon, discX, discRadius }: Layout): void => {
  const { width, height, unit, palette } = stage;
  const { far, near, sky } = palette;
  const top = height * horizon;
  const deep = mix(far, sky[0], 0.55);
  stage.veil(top, height, mix(sky[3], far, 0.3), deep, mix(near, sky[0], 0.35));
  const ripple = (x: number, depth: number, long: number, colour: Colour): void => {
    stage.context.fillStyle = colour;
    const at: Point = [x, top + (height - top) * depth];
    stage.within(at, [long, (1 + depth * 7) * unit], () => stage.context.fill(RIPPLE));
  };
  for (let index = 0; index < 200; index += 1) {
    const depth = (index / 200) ** 1.7;
    const colour = index % 3 === 0 ? darken(deep, 0.3) : lighten(sky[3], 0.15);
    const long = width * stage.between(0.03, 0.13) * (0.35 + depth * 1.4);
    ripple(stage.random() * width, depth, long, fade(colour, stage.between(0.08, 0.3)));
    const reach = discRadius * stage.shorter * (0.75 + depth * 1.5);
    const light = fade(lighten(palette.disc, 0.2), stage.between(0.2, 0.6) * (1 - depth * 0.85));
    ripple(discX * width + reach * stage.between(-0.4, 0.4), depth, reach * stage.between(0.2, 0.8), light);
  }
};

/** A headland in the sea, for what stands on land. */
const headlandOf = (stage: Stage, { horizon, subjectX }: Layout): Skyline => {
  const { width, height } = stage;
  const side = subjectX < 0.5 ? 1 : -1;
  const rough = stage.noise(5);
  return (x) => {
    const inland = side * (subjectX - x / width) + 0.17;
    const high = (0.96 - horizon) / (1 + Math.exp(-inland * 32));
    return height * (1.06 - high + (rough((x / width) * 5) - 0.5) * 0.06);
  };
};

/** What a picture is about, where such things are found. */
const paintSubjectIn = (stage: Stage, subject: Subject, layout: Layout, ground: Skyline): void => {
  const { width, height, palette } = stage;
  const x = layout.subjectX * width;
  const heights: Readonly<Record<string, number>> = {
    land: Math.max(...[-0.03, 0, 0.03].map((aside) => ground(x + width * aside))) + height * 0.004,
    water: height * (layout.horizon + (1 - layout.horizon) * 0.3),
    air: height * 0.5,
  };
  const { place } = SUBJECTS[subject];
  if (place === 'foreground')
    paintLand(stage, (at) => height * (0.9 + ((at - x) / width) ** 2 * 0.35), palette.ink, 0);
  paintSubject(stage, subject, [x, heights[place] ?? height * 0.915]);
};

/** Paints a subject standing at a point. */
export const paintSubject = (stage: Stage, subject: Subject, at: Point): void =>
  paintDrawing(stage, subject, at, SUBJECTS[subject].tall * Math.min(stage.height, stage.width * 1.15));

/** Specks in the air: the nearest are large and out of focus. */
export const paintSpecks = (stage: Stage, count: number, colour: Colour, reach: number): void => {
  for (let speck = 0; speck < count; speck += 1) {
    const near = stage.random() ** 3;
    stage.context.fillStyle = fade(colour, near > 0.6 ? 0.35 : stage.between(0.45, 0.95));
    const at: Point = [stage.random() * stage.width, stage.random() * stage.height];
    stage.circle(...at, (1 + near * reach) * stage.unit);
  }
};
