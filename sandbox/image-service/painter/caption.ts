import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { fade, lightness } from './color.ts';
import type { Stage } from './stage.ts';

const FONT = 'Easel Caption';
/** Together they know Latin, Greek and Cyrillic letters. */
const FONT_FILES = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;
/** More never fit into one line. */
const MAX_LETTERS = 200;
const UNKNOWN_LETTERS = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d\s.,:;!?'"’“”()&+\-–—]/gu;

/** Makes the bundled font known; no font of the system is ever used. */
export function registerFont(): void {
  const require = createRequire(import.meta.url);
  for (const file of FONT_FILES) {
    GlobalFonts.registerFromPath(
      require.resolve(`@fontsource/inter/files/inter-${file}-500-normal.woff2`),
      FONT,
    );
  }
}

/** How a caption is set. */
export interface CaptionStyle {
  readonly onPaper: boolean;
  readonly corner: 'left' | 'right';
}

/** Writes the prompt small into a lower corner, as far as the font knows its letters. */
export function paintCaption(stage: Stage, prompt: string, { onPaper, corner }: CaptionStyle): void {
  const { context, width, height, unit, palette } = stage;
  const text = prompt
    .replace(/\s--\w.*$/su, '')
    .replace(UNKNOWN_LETTERS, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, MAX_LETTERS);
  const size = Math.max(9, 15 * unit);
  const margin = size * 1.7;
  context.save();
  context.font = `500 ${size}px "${FONT}"`;
  context.textBaseline = 'alphabetic';
  const fitting = shorten(text, (part) => context.measureText(part).width <= width * 0.75 - margin);
  const bright = !onPaper && lightness(palette.near) < 0.7;
  if (!onPaper) {
    context.shadowColor = fade(bright ? '#000000' : '#ffffff', 0.55);
    context.shadowBlur = size * 0.5;
  }
  context.fillStyle = bright ? 'rgba(255, 255, 255, 0.82)' : fade(palette.ink, 0.75);
  context.textAlign = corner;
  context.fillText(fitting, corner === 'left' ? margin : width - margin, height - margin);
  context.restore();
}

function shorten(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  const words = text.split(' ');
  while (words.length > 1 && !fits(`${words.join(' ')} …`)) words.pop();
  const short = `${words.join(' ')} …`;
  return fits(short) ? short : '';
}
