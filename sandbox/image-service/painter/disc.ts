import { darken, fade, lighten, mix } from './color.ts';
import type { Layout } from './layout.ts';
import { paintGlow } from './sky.ts';
import { between, fillCircle, type Stage } from './stage.ts';

/** What hangs in the sky. */
export type DiscKind = 'sun' | 'moon' | 'crescent' | 'planet';

/** The sun, moon or planet with its light. */
export function paintDisc(stage: Stage, layout: Layout, kind: DiscKind): void {
  const { context, width, height, palette } = stage;
  const x = layout.discX * width;
  const y = layout.discY * height;
  const radius = layout.discRadius * Math.min(width, height);
  if (layout.halo) paintHalo(stage, x, y, radius);
  paintGlow(stage, x, y, radius * (layout.discRadius > 0.2 ? 2.6 : 4.5), palette.disc, 0.62);
  if (kind === 'planet') {
    paintPlanet(stage, x, y, radius);
    return;
  }
  if (kind === 'crescent') {
    paintCrescent(stage, x, y, radius);
    return;
  }
  const gradient = context.createLinearGradient(0, y - radius, 0, y + radius);
  gradient.addColorStop(0, lighten(palette.disc, 0.35));
  gradient.addColorStop(
    1,
    kind === 'sun' ? mix(palette.disc, palette.accent, 0.35) : darken(palette.disc, 0.06),
  );
  context.fillStyle = gradient;
  fillCircle(context, x, y, radius);
  if (kind === 'moon') paintCraters(stage, x, y, radius);
}

/** Rings of light, each fainter than the one inside it. */
function paintHalo({ context, palette }: Stage, x: number, y: number, radius: number): void {
  for (let ring = 5; ring >= 1; ring -= 1) {
    context.fillStyle = fade(palette.disc, 0.075);
    fillCircle(context, x, y, radius * (1 + ring * 0.3 + ring * ring * 0.025));
  }
}

function paintCraters(stage: Stage, x: number, y: number, radius: number): void {
  const { context, random, palette } = stage;
  context.save();
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.clip();
  for (let crater = 0; crater < 9; crater += 1) {
    const angle = random() * Math.PI * 2;
    const distance = Math.sqrt(random()) * radius;
    context.fillStyle = fade(mix(palette.disc, palette.sky[1], 0.5), between(random, 0.1, 0.28));
    fillCircle(
      context,
      x + Math.cos(angle) * distance,
      y + Math.sin(angle) * distance,
      radius * between(random, 0.06, 0.3),
    );
  }
  context.restore();
}

/** What is left of a disc when a smaller one covers it from the upper right. */
function paintCrescent({ context, palette }: Stage, x: number, y: number, radius: number): void {
  const shift = 0.46;
  const inner = 0.86;
  const crossing = (shift ** 2 + 1 - inner ** 2) / (2 * shift);
  const outerAngle = Math.acos(crossing);
  const innerAngle = Math.atan2(Math.sqrt(1 - crossing ** 2), crossing - shift);
  context.save();
  context.translate(x, y);
  context.rotate(-0.5);
  context.scale(radius, radius);
  context.fillStyle = lighten(palette.disc, 0.2);
  context.beginPath();
  context.arc(0, 0, 1, outerAngle, Math.PI * 2 - outerAngle);
  context.arc(shift, 0, inner, Math.PI * 2 - innerAngle, innerAngle, true);
  context.closePath();
  context.fill();
  context.restore();
}

/** A banded planet, its night side, and a ring that passes behind and before it. */
export function paintPlanet(stage: Stage, x: number, y: number, radius: number): void {
  const { context, random } = stage;
  context.save();
  context.translate(x, y);
  context.rotate(between(random, -0.5, -0.2));
  paintRing(stage, radius, Math.PI, Math.PI * 2);
  context.save();
  context.beginPath();
  context.arc(0, 0, radius, 0, Math.PI * 2);
  context.clip();
  paintBands(stage, radius);
  context.restore();
  paintRing(stage, radius, 0, Math.PI);
  context.restore();
}

function paintBands({ context, random, palette }: Stage, radius: number): void {
  const colours = [palette.accent, palette.disc, mix(palette.accent, palette.disc, 0.5), palette.sky[2]];
  let top = -radius;
  while (top < radius) {
    const tall = radius * between(random, 0.08, 0.34);
    context.fillStyle = colours[Math.floor(random() * colours.length)] ?? palette.accent;
    context.fillRect(-radius, top, radius * 2, tall + 1);
    top += tall;
  }
  const shade = context.createRadialGradient(
    -radius * 0.45,
    -radius * 0.4,
    radius * 0.3,
    0,
    0,
    radius * 1.25,
  );
  shade.addColorStop(0, fade(palette.near, 0));
  shade.addColorStop(0.55, fade(palette.near, 0.2));
  shade.addColorStop(1, fade(palette.near, 0.92));
  context.fillStyle = shade;
  context.fillRect(-radius, -radius, radius * 2, radius * 2);
}

function paintRing({ context, palette }: Stage, radius: number, from: number, to: number): void {
  for (const [reach, thick, opacity] of [
    [1.55, 0.1, 0.85],
    [1.78, 0.14, 0.55],
    [2.02, 0.06, 0.7],
  ] as const) {
    context.strokeStyle = fade(lighten(palette.disc, 0.2), opacity);
    context.lineWidth = radius * thick * 0.55;
    context.beginPath();
    context.ellipse(0, 0, radius * reach, radius * reach * 0.26, 0, from, to);
    context.stroke();
  }
}
