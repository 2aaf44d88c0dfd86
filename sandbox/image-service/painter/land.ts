import { Path2D } from '@napi-rs/canvas';
import { type Colour, darken, fade, lighten, lightness, mix } from './palettes.ts';
import type { Layout, Point, Skyline, Stage } from './stage.ts';

/** Soft hills, dunes with a sharp crest, or rocks. */
export type LandKind = 'hills' | 'dunes' | 'rocks';

const LEE = new Path2D('M0 0C.16.14-.42.2-.7.55H1.2L1-.3Z');
const SNOW_CAP = new Path2D(
  'M0-.4L1.5-.1V1L1.2.45L.85 1.2L.5.4L.2 1.1L-.1.5L-.45 1.25L-.8.4L-1.1 1L-1.5.5V-.1Z',
);
const SHADED_SIDE = new Path2D('M0-.1L.09.16L.02.33L.14.5L.06.66L.2.82L.16 1L.3 1.15H1.5V.9Z');
const TRUNK = new Path2D('M-.7 0H.7Q1 .8 2.1 1H-2.1Q-1 .8-.7 0');
const RIPPLE = new Path2D('M-1 0Q0-1 1 0Q0 1-1 0');
const ROOFS = ['M.2-.35H.8V.1H.2Z', 'M.47-.9H.53V.1H.47Z', 'M0 0L.5-.8L1 0Z', '', ''].map(
  (path) => new Path2D(path),
);
const PINE = new Path2D(
  'M-.1 0L-1.05-.07L-.5-.12L-.78-.2L-.44-.25L-.78-.34L-.37-.38L-.54-.47L-.3-.51L-.49-.6L-.23-.65L-.29-.73L-.16-.78L-.18-.87L-.09-.91' +
    'L0-1L.09-.91L.18-.87L.16-.78L.29-.73L.23-.65L.49-.6L.3-.51L.54-.47L.37-.38L.78-.34L.44-.25L.78-.2L.5-.12L1.05-.07L.1 0Z',
);

/** A skyline around a height in pixels; `swing` is how far it goes up and down. */
export const skylineOf = (stage: Stage, kind: LandKind, [base, swing]: Point, waves: number): Skyline => {
  const noise = stage.noise({ rocks: 6, hills: 3, dunes: 2 }[kind]);
  const start = stage.random() * 200;
  const at = (x: number): number => noise(start + (x / stage.width) * waves);
  if (kind === 'dunes') return (x) => base - swing * (2.2 * (1 - Math.abs(2 * at(x) - 1)) ** 1.3 - 0.9);
  return (x) => base - swing * (at(x) * 2 - 1);
};

/** Fills the land under a skyline: light on its crest, haze at its foot. */
export const paintLand = (stage: Stage, skyline: Skyline, colour: Colour, haze: number): Point[] => {
  const edge = stage.edgeOf(skyline);
  const top = Math.min(...edge.map(([, y]) => y));
  const light = lighten(colour, lightness(colour) > 0.8 ? 0 : 0.08);
  const foot = mix(colour, stage.palette.sky[3], haze);
  const shades = [light, colour, mix(colour, foot, 0.5), foot];
  stage.fillUnder(edge, stage.gradient([0, top], [0, top + stage.height * 0.4], ...shades));
  return edge;
};

/** The shaded side of dunes: a soft shadow from each crest down to the lee. */
export const shadeDunes = (stage: Stage, edge: readonly Point[], colour: Colour): void => {
  stage.context.save();
  stage.trace([...edge, [stage.width, stage.height], [0, stage.height]]);
  stage.context.clip();
  const shade = darken(colour, 0.4);
  for (const [index, [x, y]] of edge.entries()) {
    if (y >= (edge[index - 1]?.[1] ?? y) || y > (edge[index + 1]?.[1] ?? y)) continue;
    const reach = stage.width * stage.between(0.2, 0.34);
    stage.within([x, y - 1], [reach, reach], 0, () => {
      stage.context.fillStyle = stage.gradient([0, 0], [1, 0.35], fade(shade, 0.6), fade(shade, 0));
      stage.context.fill(LEE);
    });
  }
  stage.context.restore();
};

/** Dots of colour on a slope. */
export const scatterBlossoms = (stage: Stage, skyline: Skyline, size: number): void => {
  const { accent, disc } = stage.palette;
  for (let dot = 0; dot < 240; dot += 1) {
    const [x, down] = [stage.random() * stage.width, stage.random()];
    stage.context.fillStyle = stage.pick([accent, disc, lighten(accent, 0.45)]);
    stage.circle(x, skyline(x) + down * stage.height * 0.12, size * (0.4 + down) * stage.between(0.5, 1));
  }
};

/** A veil of mist that lies on a height. */
export const paintMist = (stage: Stage, y: number, tall: number, opacity: number): void => {
  const haze = stage.palette.sky[3];
  stage.veil(y - tall, y + tall, fade(haze, 0), fade(haze, opacity), fade(haze, 0));
};

/** Peaks over a height in pixels, each with a lit and a shaded side and, if asked, snow on top. */
export const paintRange = (
  stage: Stage,
  [foot, tall]: Point,
  peaks: number,
  colour: Colour,
  snow: boolean,
) => {
  const { context, width, palette } = stage;
  const rough = stage.noise(5);
  const tops = Array.from({ length: peaks }, (_, index): Point => [
    (width * (index + stage.between(0.2, 0.8))) / peaks,
    foot - tall * stage.between(0.55, 1),
  ]);
  const slope = (0.62 * width) / peaks / tall + 0.35;
  const slopes = (x: number): number[] => tops.map(([peakX, peakY]) => peakY + Math.abs(x - peakX) / slope);
  const bumps: Skyline = (x) => (rough((x / width) * peaks * 5) - 0.5) * tall * 0.16;
  const edge = stage.edgeOf((x) => Math.min(foot - tall * 0.12, ...slopes(x)) + bumps(x));
  context.save();
  const haze = mix(colour, palette.sky[3], 0.45);
  stage.fillUnder(edge, stage.gradient([0, foot - tall], [0, foot], lighten(colour, 0.06), colour, haze));
  context.clip();
  const shade = mix(darken(colour, 0.35), palette.sky[0], 0.3);
  for (const [x] of tops) {
    const near = edge.filter(([at]) => Math.abs(at - x) <= width / peaks / 6);
    const peak = near.reduce((best, point) => (point[1] < best[1] ? point : best), near[0] ?? [x, 0]);
    if (snow) paintSnow(stage, peak, tall * 0.3 * stage.between(0.7, 1.1));
    stage.within(peak, [tall * stage.between(0.7, 1.3), tall], 0, () => {
      const shades = [0.5, 0.25, 0].map((opacity) => fade(shade, opacity));
      context.fillStyle = stage.gradient([0, 0], [0.45, 0.85], ...shades);
      context.fill(SHADED_SIDE);
    });
  }
  context.restore();
};

const paintSnow = (stage: Stage, peak: Point, tall: number): void => {
  const { disc, sky } = stage.palette;
  stage.context.fillStyle = fade(lighten(mix(disc, sky[3], 0.35), 0.5), 0.92);
  stage.stamp(SNOW_CAP, peak, [tall * stage.between(0.9, 1.2), tall]);
};

/** Conifers of a height in pixels along a skyline; nothing grows around `clearing`, a share of the width. */
export const paintPines = (stage: Stage, skyline: Skyline, [tall, density]: Point, clearing: number) => {
  const gap = (tall * 0.4) / density;
  for (let x = -tall; x < stage.width + tall; x += gap * stage.between(0.4, 1.5)) {
    if (Math.abs(x / stage.width - clearing) < 0.12) continue;
    const size = tall * stage.between(0.5, 1.1);
    const half = size * stage.between(0.19, 0.25) * (stage.random() < 0.5 ? 1 : -1);
    stage.stamp(PINE, [x, skyline(x) + tall * 0.06], [half, size]);
  }
};

/** Bare trunks close to us, from top to bottom of the picture. */
export const paintTrunks = (stage: Stage, clearing: number): void => {
  const colour = darken(stage.palette.ink, 0.1);
  for (let index = 0; index < 9; index += 1) {
    const share = (index + stage.random()) / 9;
    if (Math.abs(share - clearing) < 0.12) continue;
    const [light, shade] = [lighten(colour, 0.12), darken(colour, 0.3)];
    stage.context.fillStyle = stage.gradient([-1, 0], [1, 0], light, colour, shade);
    const half = stage.width * stage.between(0.006, 0.02);
    stage.stamp(TRUNK, [share * stage.width, 0], [half, stage.height], stage.between(-0.02, 0.02));
  }
};

/** Water from the horizon down, with the sky in it and a path of light under the disc. */
export const paintSea = (stage: Stage, { horizon, discX, discRadius }: Layout): void => {
  const { context, width, height, unit, palette } = stage;
  const { far, near, sky } = palette;
  const top = height * horizon;
  const deep = mix(far, sky[0], 0.55);
  const shallow = [mix(sky[3], far, 0.3), mix(mix(sky[2], far, 0.5), deep, 0.5)];
  stage.veil(top, height, ...shallow, deep, mix(deep, near, 0.5), mix(near, sky[0], 0.35));
  for (let index = 0; index < 150; index += 1) {
    const depth = (index / 150) ** 1.7;
    const pale = fade(lighten(sky[3], 0.15), stage.between(0.08, 0.3) * (1 - depth * 0.4));
    context.fillStyle = index % 3 === 0 ? fade(darken(deep, 0.3), 0.3) : pale;
    const long = width * stage.between(0.03, 0.13) * (0.35 + depth * 1.4);
    const at: Point = [stage.random() * width, top + (height - top) * depth];
    stage.stamp(RIPPLE, at, [long, (0.7 + depth * 7) * unit]);
  }
  for (let index = 0; index < 70; index += 1) {
    const depth = (index / 70) ** 1.5;
    const reach = discRadius * stage.shorter * (0.75 + depth * 1.5);
    const x = discX * width + reach * stage.between(-0.5, 0.5) * (0.3 + depth);
    context.fillStyle = fade(lighten(palette.disc, 0.2), stage.between(0.35, 0.9) * (1 - depth * 0.85));
    const long = reach * stage.between(0.35, 1.1) * (1 - depth * 0.35);
    stage.stamp(RIPPLE, [x, top + (height - top) * (0.008 + depth * 0.9)], [long, (1 + depth * 8) * unit]);
  }
};

/** A skyline of towers in three depths, with light in the windows. */
export const paintCity = (stage: Stage): void => {
  const { width, height, palette } = stage;
  const lamps = lightness(palette.sky[1]) < 0.6 ? 0.45 : 0.1;
  for (const [row, foot] of [0.8, 0.92, 1.04].entries()) {
    const middle = stage.between(0.3, 0.7);
    const colour = mix(mix(palette.far, palette.sky[2], 0.2 - row * 0.1), palette.near, 0.05 + row * 0.42);
    for (let x = -width * 0.03, wide = 0; x < width; x += wide * stage.between(0.8, 1.15)) {
      wide = stage.shorter * stage.between(0.045, 0.1) * (0.7 + foot / 2);
      const high = 0.34 + 0.54 * (1 - Math.min(1, Math.abs(x / width - middle) * 1.4)) * stage.random();
      const tall = height * (0.6 - row * 0.07) * (high + 0.12 * stage.random());
      paintTower(stage, [x, height * foot - tall], [wide, tall], colour, lamps * (0.3 + row * 0.35));
    }
  }
};

const paintTower = (stage: Stage, [x, top]: Point, [wide, tall]: Point, colour: Colour, lit: number) => {
  const { context, palette } = stage;
  context.fillStyle = stage.gradient([0, top], [0, top + tall], colour, mix(colour, palette.sky[3], 0.22));
  context.fillRect(x, top, wide, stage.height - top);
  context.fillStyle = colour;
  const roof = ROOFS[Math.floor(stage.random() * ROOFS.length)];
  if (roof !== undefined) stage.stamp(roof, [x, top + 0.5], [wide, wide]);
  context.fillStyle = fade(lighten(colour, 0.5), 0.14);
  context.fillRect(x, top, wide * 0.12, tall);
  const columns = 3 + Math.floor(stage.random() * 3);
  const cell = (wide * 0.76) / columns;
  for (let y = top + cell; y < top + tall; y += cell * 1.5) {
    for (let column = 0; column < columns; column += 1) {
      if (stage.random() > lit) continue;
      const light = stage.random() < 0.2 ? palette.accent : mix(palette.accent, '#ffe9b0', 0.55);
      context.fillStyle = fade(light, stage.between(0.45, 1));
      context.fillRect(x + wide * 0.14 + column * cell, y, cell * 0.6, cell * 0.8);
    }
  }
};
