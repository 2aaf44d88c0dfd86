import { darken, fade, lighten, mix } from './color.ts';
import type { Layout } from './layout.ts';
import { between, type Stage } from './stage.ts';

/** Water from the horizon down, with the sky in it and a path of light under the disc. */
export function paintSea(stage: Stage, layout: Layout): void {
  const { context, width, height, palette } = stage;
  const top = height * layout.horizon;
  const gradient = context.createLinearGradient(0, top, 0, height);
  gradient.addColorStop(0, mix(palette.sky[3], palette.far, 0.3));
  gradient.addColorStop(0.12, mix(palette.sky[2], palette.far, 0.5));
  gradient.addColorStop(0.5, mix(palette.far, palette.sky[0], 0.55));
  gradient.addColorStop(1, mix(palette.near, palette.sky[0], 0.35));
  context.fillStyle = gradient;
  context.fillRect(0, top, width, height - top);
  paintRipples(stage, top, 150);
  paintLightPath(stage, layout, top);
}

function paintRipples(stage: Stage, top: number, count: number): void {
  const { width, height, random, palette } = stage;
  const pale = lighten(palette.sky[3], 0.15);
  const deep = darken(mix(palette.far, palette.sky[0], 0.6), 0.3);
  for (let index = 0; index < count; index += 1) {
    const depth = (index / count) ** 1.7;
    const y = top + (height - top) * (0.01 + depth * 0.99);
    const length = width * between(random, 0.03, 0.13) * (0.35 + depth * 1.4);
    const colour =
      index % 3 === 0 ? fade(deep, 0.3) : fade(pale, between(random, 0.08, 0.3) * (1 - depth * 0.4));
    paintRipple(stage, random() * width, y, length, (0.7 + depth * 7) * stage.unit, colour);
  }
}

/** Broken reflections, wider and further apart as they come closer. */
function paintLightPath(stage: Stage, layout: Layout, top: number): void {
  const { width, height, random, unit, palette } = stage;
  const x = layout.discX * width;
  const radius = layout.discRadius * Math.min(width, height);
  for (let index = 0; index < 70; index += 1) {
    const depth = (index / 70) ** 1.5;
    const y = top + (height - top) * (0.008 + depth * 0.9);
    const reach = radius * (0.75 + depth * 1.5);
    const length = reach * between(random, 0.35, 1.1) * (1 - depth * 0.35);
    const drift = reach * between(random, -0.5, 0.5) * (0.3 + depth);
    const colour = fade(lighten(palette.disc, 0.2), between(random, 0.35, 0.9) * (1 - depth * 0.85));
    paintRipple(stage, x + drift, y, length, (1 + depth * 8) * unit, colour);
  }
}

/** A lens of light or shade that lies on the water. */
function paintRipple(
  { context }: Stage,
  x: number,
  y: number,
  length: number,
  thick: number,
  colour: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x - length, y);
  context.quadraticCurveTo(x, y - thick, x + length, y);
  context.quadraticCurveTo(x, y + thick, x - length, y);
  context.fill();
}
