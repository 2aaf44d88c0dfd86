import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { darken, fade, lightness } from './palettes.ts';
import type { Stage } from './stage.ts';

const FONT = 'Easel Caption';
/** Together they know Latin, Greek and Cyrillic letters. */
const FONT_FILES = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;
/** More never fit into one line. */
const MAX_LETTERS = 200;
const UNKNOWN_LETTERS = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d\s.,:;!?'"’“”()&+\-–—]/gu;

/** Makes the bundled font known; no font of the system is ever used. */
export const registerFont = (): void => {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@fontsource/inter/package.json'));
  for (const file of FONT_FILES)
    GlobalFonts.registerFromPath(join(folder, `files/inter-${file}-500-normal.woff2`), FONT);
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

/** Writes the prompt small into a lower corner, as far as the font knows its letters. */
export const paintCaption = (stage: Stage, prompt: string, corner: 'left' | 'right'): void => {
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
  const bright = lightness(palette.near) < 0.7;
  context.shadowColor = fade(bright ? '#000000' : '#ffffff', 0.55);
  context.shadowBlur = size * 0.5;
  context.fillStyle = bright ? '#ffffffd1' : fade(palette.ink, 0.75);
  context.textAlign = corner;
  context.fillText(text, corner === 'left' ? margin : width - margin, height - margin);
  context.shadowColor = 'transparent';
};
