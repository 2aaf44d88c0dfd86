import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { darken, fade, lighten, lightness, mix, type Colour } from './color.ts';
import type { Layout } from './layout.ts';
import { seededRandom } from '../random.ts';
import { unitOf, type Stage } from './stage.ts';

const GRAIN_TILE = 256;

/** Darkens the corners a little. */
export function paintVignette({ context, width, height, palette }: Stage): void {
  const reach = Math.hypot(width, height) / 2;
  const gradient = context.createRadialGradient(
    width / 2,
    height / 2,
    reach * 0.55,
    width / 2,
    height / 2,
    reach,
  );
  gradient.addColorStop(0, fade(palette.ink, 0));
  gradient.addColorStop(1, fade(darken(palette.ink, 0.3), lightness(palette.near) > 0.7 ? 0.14 : 0.3));
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

/**
 * The tooth of paper over everything; it also hides the steps of gradients. A speck is a whole number
 * of pixels wide, which keeps large files small.
 */
export function paintGrain({ context, width, height }: Stage): void {
  const speck = Math.max(1, Math.round(unitOf(width, height)));
  context.fillStyle = context.createPattern(grainTile(speck), 'repeat') ?? 'transparent';
  context.fillRect(0, 0, width, height);
}

/** Specks of black and white, most of them very faint. */
function grainTile(speck: number): Canvas {
  const side = GRAIN_TILE * speck;
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  const random = seededRandom(GRAIN_TILE);
  const specks = Float32Array.from({ length: GRAIN_TILE * GRAIN_TILE }, () => random() + random() - 1);
  const image = context.createImageData(side, side);
  for (let index = 0; index < side * side; index += 1) {
    const column = Math.floor((index % side) / speck);
    const value = specks[Math.floor(index / side / speck) * GRAIN_TILE + column] ?? 0;
    const shade = value > 0 ? 255 : 0;
    image.data[index * 4] = shade;
    image.data[index * 4 + 1] = shade;
    image.data[index * 4 + 2] = shade;
    image.data[index * 4 + 3] = Math.abs(value) * 26;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The colour of the paper around a framed scene. */
function paperColour({ palette }: Stage): Colour {
  return lighten(mix('#f6efe2', palette.sky[3], 0.18), 0.25);
}

/** Covers all but a window, whose edge is drawn twice. */
export function paintFrame(stage: Stage, wanted: Exclude<Layout['frame'], 'none'>): void {
  const { context, width, height, unit, palette } = stage;
  const frame = Math.abs(Math.log(width / height)) < 0.3 ? wanted : 'arch';
  context.fillStyle = paperColour(stage);
  context.beginPath();
  context.rect(0, 0, width, height);
  traceWindow(stage, frame, 0);
  context.fill('evenodd');
  context.strokeStyle = fade(palette.ink, 0.8);
  for (const [gap, thick] of [
    [12, 2.6],
    [21, 1.1],
  ] as const) {
    context.lineWidth = thick * unit;
    context.beginPath();
    traceWindow(stage, frame, gap * unit);
    context.stroke();
  }
}

function traceWindow({ context, width, height }: Stage, frame: 'arch' | 'circle', gap: number): void {
  const shorter = Math.min(width, height);
  if (frame === 'circle') {
    const radius = shorter * 0.41 + gap;
    context.moveTo(width / 2 + radius, height * 0.48);
    context.arc(width / 2, height * 0.48, radius, 0, Math.PI * 2);
    return;
  }
  const half = width * (width > height * 1.3 ? 0.42 : 0.36) + gap;
  const rise = Math.min(half, height * 0.42);
  const top = height * 0.08 - gap;
  const bottom = height * 0.89 + gap;
  context.moveTo(width / 2 - half, bottom);
  context.lineTo(width / 2 - half, top + rise);
  context.ellipse(width / 2, top + rise, half, rise, 0, Math.PI, Math.PI * 2);
  context.lineTo(width / 2 + half, bottom);
  context.closePath();
}
