import { fade, lighten, lightness, mix, type Colour } from './color.ts';
import type { Layout } from './layout.ts';
import { layered, lineNoise } from './noise.ts';
import { between, fillCircle, type Stage } from './stage.ts';

/** Four colours from the zenith to the horizon, and a glow where the disc will be. */
export function paintSky(stage: Stage, layout: Layout): void {
  const { context, width, height, palette } = stage;
  const gradient = context.createLinearGradient(0, 0, 0, height * layout.horizon);
  const [zenith, upper, lower, horizon] = palette.sky;
  gradient.addColorStop(0, zenith);
  gradient.addColorStop(0.25, mix(zenith, upper, 0.75));
  gradient.addColorStop(0.45, upper);
  gradient.addColorStop(0.65, mix(upper, lower, 0.6));
  gradient.addColorStop(0.8, lower);
  gradient.addColorStop(1, horizon);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

/** Light around a point. */
export function paintGlow(
  stage: Stage,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  strength: number,
): void {
  const { context } = stage;
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  for (const [at, share] of [
    [0, 1],
    [0.15, 0.72],
    [0.35, 0.38],
    [0.6, 0.14],
    [0.8, 0.04],
    [1, 0],
  ] as const) {
    gradient.addColorStop(at, fade(colour, strength * share));
  }
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

/** Stars, thinning out towards the horizon; a few of them sparkle. */
export function paintStars(stage: Stage, horizon: number, count: number): void {
  const { context, width, height, unit, random, palette } = stage;
  for (let index = 0; index < count; index += 1) {
    const x = random() * width;
    const y = random() ** 1.4 * height * horizon;
    const size = between(random, 0.4, 1) + random() ** 12 * 2.2;
    const opacity = between(random, 0.25, 0.95) * (1 - (y / (height * horizon)) * 0.7);
    context.fillStyle = fade(lighten(palette.disc, 0.5), opacity);
    fillCircle(context, x, y, size * unit);
    if (size > 2.4) paintSparkle(stage, x, y, size * unit * 5, opacity);
  }
}

function paintSparkle(
  { context, palette }: Stage,
  x: number,
  y: number,
  reach: number,
  opacity: number,
): void {
  const waist = reach * 0.06;
  context.fillStyle = fade(lighten(palette.disc, 0.5), opacity * 0.8);
  context.beginPath();
  for (let corner = 0; corner < 8; corner += 1) {
    const angle = (corner * Math.PI) / 4;
    const distance = corner % 2 === 0 ? reach : waist * 1.6;
    context.lineTo(x + Math.cos(angle) * distance, y + Math.sin(angle) * distance);
  }
  context.closePath();
  context.fill();
}

/** Long flat clouds with round ends. */
export function paintClouds(stage: Stage, layout: Layout, count: number): void {
  const { width, height, random, palette } = stage;
  const pale = lightness(palette.sky[1]) > 0.55;
  for (let index = 0; index < count; index += 1) {
    const share = (index + random()) / count;
    const y = height * layout.horizon * (0.12 + 0.75 * share);
    const size = width * between(random, 0.16, 0.34) * (1.15 - share * 0.6);
    const colour = pale ? lighten(palette.sky[3], 0.55) : mix(palette.sky[2], palette.sky[3], 0.5);
    paintCloud(stage, random() * width, y, size, colour, between(random, 0.35, pale ? 0.85 : 0.55));
  }
}

function paintCloud(stage: Stage, x: number, y: number, size: number, colour: Colour, opacity: number): void {
  const { context, random } = stage;
  const thick = size * between(random, 0.07, 0.1);
  const rows = 2 + Math.floor(random() * 3);
  const gradient = context.createLinearGradient(0, y - rows * thick, 0, y + thick);
  gradient.addColorStop(0, fade(lighten(colour, 0.25), opacity));
  gradient.addColorStop(1, fade(colour, opacity * 0.45));
  context.fillStyle = gradient;
  context.beginPath();
  for (let row = 0; row < rows; row += 1) {
    const length = size * (1 - row * 0.24) * between(random, 0.75, 1);
    const left = x - length / 2 + size * between(random, -0.16, 0.16);
    context.roundRect(left, y - row * thick * 0.86, length, thick, thick / 2);
  }
  context.fill();
}

/** Curtains of light over a night sky. */
export function paintAurora(stage: Stage, horizon: number): void {
  const { context, width, height, random, palette } = stage;
  const colours: readonly Colour[] = ['#63f5b0', '#4fd7e8', palette.accent];
  context.save();
  context.globalCompositeOperation = 'screen';
  for (const [index, colour] of colours.entries()) {
    const wave = layered(lineNoise(random), 3);
    const base = height * horizon * (0.84 - index * 0.2);
    const step = Math.max(2, width / 220);
    for (let x = 0; x < width; x += step) {
      const bottom = base + (wave((x / width) * 2.2) - 0.5) * height * 0.34;
      const tall = height * (0.2 + 0.3 * wave((x / width) * 18 + 60));
      const gradient = context.createLinearGradient(0, bottom - tall, 0, bottom);
      const strength = 0.95 * wave((x / width) * 7 + 120) * wave((x / width) * 40 + 20);
      gradient.addColorStop(0, fade(colour, 0));
      gradient.addColorStop(0.5, fade(colour, strength * 0.35));
      gradient.addColorStop(0.85, fade(colour, strength));
      gradient.addColorStop(1, fade(colour, 0));
      context.fillStyle = gradient;
      context.fillRect(x, bottom - tall, step + 0.5, tall);
    }
  }
  context.restore();
}

/** A loose flock, far away. */
export function paintBirds(stage: Stage, x: number, y: number, count: number): void {
  const { context, unit, random, palette } = stage;
  context.strokeStyle = fade(palette.ink, 0.75);
  context.lineCap = 'round';
  for (let index = 0; index < count; index += 1) {
    const span = between(random, 7, 16) * unit;
    const left = x + between(random, -130, 130) * unit;
    const top = y + between(random, -60, 60) * unit;
    context.lineWidth = span * 0.13;
    context.beginPath();
    context.moveTo(left - span, top - span * between(random, 0.1, 0.5));
    context.quadraticCurveTo(left - span * 0.4, top - span * 0.45, left, top);
    context.quadraticCurveTo(
      left + span * 0.4,
      top - span * 0.45,
      left + span,
      top - span * between(random, 0.1, 0.5),
    );
    context.stroke();
  }
}
