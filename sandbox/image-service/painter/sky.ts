import { createCanvas, Path2D } from '@napi-rs/canvas';
import { type Disc, paintDrawing } from './drawings.ts';
import { type Colour, darken, fade, lighten, lightness, mix } from './palettes.ts';
import type { Layout, Point, Stage } from './stage.ts';

/** Clouds of dust are reckoned at this many points a side and drawn softly larger. */
const DUST_POINTS = 128;
const SPARKLE = new Path2D('M0-5L.4-.4L5 0L.4.4L0 5L-.4.4L-5 0L-.4-.4Z');
const BIRD = new Path2D('M-1-.3Q-.4-.45 0 0Q.4-.45 1-.3Q.4-.3 0 .12Q-.4-.3-1-.3Z');
const DROP = new Path2D('M.24 0L.27.02L.03 1L0 .98Z');

/** The sun, moon or planet with its light. */
export const paintDisc = (stage: Stage, layout: Layout, disc: Disc): void => {
  const at: Point = [layout.discX * stage.width, layout.discY * stage.height];
  const radius = layout.discRadius * stage.shorter;
  stage.context.fillStyle = fade(stage.palette.disc, 0.075);
  for (let halo = layout.halo ? 5 : 0; halo > 0; halo -= 1) stage.circle(...at, radius * (1 + halo * 0.4));
  stage.glow(at, radius * (layout.discRadius > 0.2 ? 2.6 : 4.5), stage.palette.disc, 0.62);
  const turn = { sun: 1.57, moon: 0.4, crescent: -0.3, planet: -0.35 }[disc];
  paintDrawing(stage, disc, at, radius, turn);
};

/** Stars down to a share of the height, thinning out; a few of them sparkle. */
export const paintStars = (stage: Stage, horizon: number, count: number): void => {
  const { context, palette } = stage;
  for (let index = 0; index < count; index += 1) {
    const down = stage.random() ** 1.4;
    const at: Point = [stage.random() * stage.width, down * stage.height * horizon];
    const size = stage.between(0.4, 1) + stage.random() ** 12 * 2.2;
    context.fillStyle = fade(lighten(palette.disc, 0.5), stage.between(0.25, 0.95) * (1 - down * 0.7));
    stage.circle(...at, size * stage.unit);
    if (size > 2.4) stage.stamp(SPARKLE, at, [size * stage.unit, size * stage.unit]);
  }
};

/** Long flat clouds with round ends. */
export const paintClouds = (stage: Stage, { horizon }: Layout, count: number): void => {
  const { context, width, palette } = stage;
  const pale = lightness(palette.sky[1]) > 0.55;
  const colour = pale ? lighten(palette.sky[3], 0.55) : mix(palette.sky[2], palette.sky[3], 0.5);
  for (let index = 0; index < count; index += 1) {
    const share = (index + stage.random()) / count;
    const [x, y] = [stage.random() * width, stage.height * horizon * (0.12 + 0.75 * share)];
    const size = width * stage.between(0.16, 0.34) * (1.15 - share * 0.6);
    const thick = size * stage.between(0.07, 0.1);
    const opacity = stage.between(0.35, pale ? 0.85 : 0.55);
    const [light, shade] = [fade(lighten(colour, 0.25), opacity), fade(colour, opacity * 0.45)];
    context.fillStyle = stage.gradient([0, y - 3 * thick], [0, y + thick], light, shade);
    context.beginPath();
    for (let row = Math.floor(stage.between(1, 4)); row >= 0; row -= 1) {
      const long = size * (1 - row * 0.24) * stage.between(0.75, 1);
      const left = x - long / 2 + size * stage.between(-0.16, 0.16);
      context.roundRect(left, y - row * thick * 0.86, long, thick, thick / 2);
    }
    context.fill();
  }
};

/** Curtains of light over a night sky. */
export const paintAurora = (stage: Stage, horizon: number): void => {
  const { width, height, palette } = stage;
  const step = Math.max(2, width / 220);
  for (const [index, colour] of (['#63f5b0', '#4fd7e8', palette.accent] as const).entries()) {
    const wave = stage.noise(3);
    stage.blend('screen', 1, () => {
      for (let x = 0; x < width; x += step) {
        const across = x / width;
        const bottom = height * (horizon * (0.84 - index * 0.2) + (wave(across * 2.2) - 0.5) * 0.34);
        const top = bottom - height * (0.2 + 0.3 * wave(across * 18 + 60));
        const light = 0.95 * wave(across * 7 + 120) * wave(across * 40 + 20);
        const shades = [0, 0.2, 0.4, 1, 0].map((share) => fade(colour, share * light));
        stage.context.fillStyle = stage.gradient([0, top], [0, bottom], ...shades);
        stage.context.fillRect(x, top, step + 0.5, bottom - top);
      }
    });
  }
};

/** A loose flock, far away. */
export const paintBirds = (stage: Stage, [x, y]: Point, count: number): void => {
  stage.context.fillStyle = fade(stage.palette.ink, 0.8);
  for (let index = 0; index < count; index += 1) {
    const at: Point = [x + stage.between(-130, 130) * stage.unit, y + stage.between(-60, 60) * stage.unit];
    const span = stage.between(8, 18) * stage.unit;
    stage.stamp(BIRD, at, [span, span], stage.between(-0.25, 0.25));
  }
};

/** A black sky with glowing clouds of dust and many stars. */
export const paintDeepSpace = (stage: Stage): void => {
  const { palette, random, width, height, shorter } = stage;
  stage.wash(darken(palette.sky[0], 0.55));
  stage.context.imageSmoothingQuality = 'high';
  stage.blend('screen', 1, () => {
    for (const colour of [palette.sky[2], palette.accent, palette.sky[3]]) paintDust(stage, colour);
  });
  for (let light = 0; light < 3; light += 1) {
    const at: Point = [random() * width, random() * height];
    stage.glow(at, shorter * stage.between(0.12, 0.3), mix(palette.disc, palette.accent, random()), 0.3);
  }
  paintStars(stage, 1.2, 900);
};

/** Noise bent by noise: it curls like smoke. */
const paintDust = (stage: Stage, colour: Colour): void => {
  const canvas = createCanvas(DUST_POINTS, DUST_POINTS);
  const dust = canvas.getContext('2d');
  dust.fillStyle = colour;
  dust.fillRect(0, 0, DUST_POINTS, DUST_POINTS);
  const image = dust.getImageData(0, 0, DUST_POINTS, DUST_POINTS);
  const [bend, cloud] = [stage.noise(3), stage.noise(5)];
  for (let index = 0; index < DUST_POINTS ** 2; index += 1) {
    const x = ((index % DUST_POINTS) / DUST_POINTS) * 3.2 * (stage.width / stage.height);
    const y = (Math.floor(index / DUST_POINTS) / DUST_POINTS) * 3.2;
    const density = cloud(x + bend(x, y) * 2.2, y + bend(x + 9.2, y + 4.1) * 2.2) - 0.46;
    image.data[index * 4 + 3] = Math.min(255, (Math.max(0, density) * 2.6) ** 1.35 * 200);
  }
  dust.putImageData(image, 0, 0);
  stage.context.drawImage(canvas, 0, 0, stage.width, stage.height);
};

/** Slanting rain, finer in the distance. */
export const paintRain = (stage: Stage): void => {
  for (let drop = 0; drop < 420; drop += 1) {
    const near = stage.random();
    const long = (14 + near * 46) * stage.unit;
    stage.context.fillStyle = fade(lighten(stage.palette.sky[3], 0.4), 0.12 + near * 0.25);
    stage.stamp(DROP, [stage.between(-0.1, 1) * stage.width, stage.random() * stage.height], [long, long]);
  }
};

/** Specks in the air: the nearest are large and out of focus. */
export const paintSpecks = (stage: Stage, count: number, colour: Colour, reach: number): void => {
  for (let speck = 0; speck < count; speck += 1) {
    const near = stage.random() ** 3;
    stage.context.fillStyle = fade(colour, near > 0.6 ? 0.35 : stage.between(0.45, 0.95));
    const at: Point = [stage.random() * stage.width, stage.random() * stage.height];
    stage.circle(...at, (1 + near * reach) * stage.unit);
  }
};
