import { createRequire } from 'node:module';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { seededRandom } from '../random.ts';
import { darken, fade, lighten, lightness, mix } from './palettes.ts';
import type { Stage } from './stage.ts';

const GRAIN_TILE = 256;
const FONT = 'Easel Caption';
/** Together they know Latin, Greek and Cyrillic letters. */
const FONT_FILES = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;
/** More never fit into one line. */
const MAX_LETTERS = 200;
const UNKNOWN_LETTERS = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d\s.,:;!?'"’“”()&+\-–—]/gu;

/** Makes the bundled font known; no font of the system is ever used. */
export const registerFont = (): void => {
  const require = createRequire(import.meta.url);
  const pathOf = (file: string) => require.resolve(`@fontsource/inter/files/inter-${file}-500-normal.woff2`);
  for (const file of FONT_FILES) GlobalFonts.registerFromPath(pathOf(file), FONT);
};

/** Darkens the corners a little. */
export const paintVignette = ({ context, width, height, palette }: Stage): void => {
  const reach = Math.hypot(width, height) / 2;
  const [x, y] = [width / 2, height / 2];
  const gradient = context.createRadialGradient(x, y, reach * 0.55, x, y, reach);
  gradient.addColorStop(0, fade(palette.ink, 0));
  gradient.addColorStop(1, fade(darken(palette.ink, 0.3), lightness(palette.near) > 0.7 ? 0.14 : 0.3));
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
};

/**
 * The tooth of paper over everything; it also hides the steps of gradients. A speck is a whole number
 * of pixels wide, which keeps large files small.
 */
export const paintGrain = ({ context, width, height, unit }: Stage): void => {
  const speck = Math.max(1, Math.round(unit));
  context.save();
  context.scale(speck, speck);
  context.imageSmoothingEnabled = false;
  context.fillStyle = context.createPattern(grainTile(), 'repeat') ?? 'transparent';
  context.fillRect(0, 0, width, height);
  context.restore();
};

const grainTile = (): Canvas => {
  const canvas = createCanvas(GRAIN_TILE, GRAIN_TILE);
  const context = canvas.getContext('2d');
  const random = seededRandom(GRAIN_TILE);
  const image = context.createImageData(GRAIN_TILE, GRAIN_TILE);
  for (let index = 0; index < image.data.length; index += 4) {
    const value = random() + random() - 1;
    image.data.fill(value > 0 ? 255 : 0, index, index + 3);
    image.data[index + 3] = Math.abs(value) * 26;
  }
  context.putImageData(image, 0, 0);
  return canvas;
};

/** Covers all but a window with paper, and draws the window's edge twice. */
export const paintFrame = (stage: Stage): void => {
  const { context, width, height, unit, palette } = stage;
  context.beginPath();
  context.rect(0, 0, width, height);
  traceWindow(stage, 0);
  context.fillStyle = lighten(mix('#f6efe2', palette.sky[3], 0.18), 0.25);
  context.fill('evenodd');
  context.strokeStyle = fade(palette.ink, 0.8);
  for (const thick of [2.6, 1.1]) {
    context.beginPath();
    traceWindow(stage, (thick > 2 ? 12 : 21) * unit);
    context.lineWidth = thick * unit;
    context.stroke();
  }
};

/** An arch with its foot near the lower edge. */
const traceWindow = ({ context, width, height }: Stage, gap: number): void => {
  const half = width * (width > height * 1.3 ? 0.42 : 0.36) + gap;
  const rise = Math.min(half, height * 0.42);
  context.moveTo(width / 2 - half, height * 0.89 + gap);
  context.ellipse(width / 2, height * 0.08 - gap + rise, half, rise, 0, Math.PI, Math.PI * 2);
  context.lineTo(width / 2 + half, height * 0.89 + gap);
  context.closePath();
};

/** Writes the prompt small into a lower corner, as far as the font knows its letters. */
export const paintCaption = (stage: Stage, prompt: string, onPaper: boolean, corner: 'left' | 'right') => {
  const { context, width, height, unit, palette } = stage;
  const letters = prompt.replace(/\s--\w.*$/su, '').replace(UNKNOWN_LETTERS, '');
  const words: string[] = letters.slice(0, MAX_LETTERS).match(/\S+/gu) ?? [];
  const size = Math.max(9, 15 * unit);
  const margin = size * 1.7;
  context.font = `500 ${size}px "${FONT}"`;
  let text = words.join(' ');
  while (words.length > 0 && context.measureText(text).width > width * 0.75 - margin) {
    words.pop();
    text = words.length === 0 ? '' : `${words.join(' ')} …`;
  }
  const bright = !onPaper && lightness(palette.near) < 0.7;
  if (!onPaper) {
    context.shadowColor = fade(bright ? '#000000' : '#ffffff', 0.55);
    context.shadowBlur = size * 0.5;
  }
  context.fillStyle = bright ? '#ffffffd1' : fade(palette.ink, 0.75);
  context.textAlign = corner;
  context.fillText(text, corner === 'left' ? margin : width - margin, height - margin);
  context.shadowColor = 'transparent';
};
