import { hashText } from '../random.ts';
import { encodeFlatPng } from './png.ts';
import type { Painter } from './types.ts';

/** A painter for loads and tests: every picture has its real size and one colour. */
export const plainPainter = (): Painter => ({
  paint: ({ prompt, seed, variation, width, height }) => {
    const hash = hashText(`${prompt}/${seed}/${variation}`);
    return encodeFlatPng([hash & 255, (hash >>> 8) & 255, (hash >>> 16) & 255], width, height);
  },
  grid: ({ width, height }) => encodeFlatPng([128, 128, 128], width, height),
  stop: () => Promise.resolve(),
});
