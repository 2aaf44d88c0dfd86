import { wholeNumberIn } from '../../lib/text.ts';
import { ASPECT_RATIOS } from './values.ts';

/** A picture's size in pixels. */
export interface PixelSize {
  width: number;
  height: number;
}

const SIDE_STEP = 16;
const MAX_EDGE_PIXELS = 3840;
const WIDEST_RATIO = 3;
const MIN_PIXELS = 655_360;
const MAX_PIXELS = 8_294_400;

/** Reads `WIDTHxHEIGHT`, also as people type it: `1,920 × 1,080`. `undefined` when it is no such pair, or a side is 0. */
export const parseOutputSize = (text: string): PixelSize | undefined => {
  const [width = 0, height = 0, ...others] = text.split(/[xｘ×✕*]/i).map((side) => wholeNumberIn(side) ?? 0);
  const usable = (side: number) => Number.isSafeInteger(side) && side > 0;
  return usable(width) && usable(height) && others.length === 0 ? { width, height } : undefined;
};

/** Reads `WIDTH:HEIGHT`. */
export const parseRatio = (text = ''): PixelSize | undefined => {
  const [, width, height] = /^(\d{1,4}):(\d{1,4})$/.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return size.width > 0 && size.height > 0 ? size : undefined;
};

/** Writes a size the way the service reads it. */
export const formatOutputSize = ({ width, height }: PixelSize): string => `${width}x${height}`;

/**
 * The size that the service uses for a requested `output_size`: both sides are multiples of 16, the longer one is at
 * most 3840, the ratio is between 1:3 and 3:1, and there are 655,360 to 8,294,400 pixels. A valid size doesn't change.
 * `undefined` when the text can't be read as a size.
 */
export const correctOutputSize = (text: string): PixelSize | undefined => {
  const requested = parseOutputSize(text);
  if (requested === undefined) return undefined;
  return snap(clampPixels(clampLongestEdge(clampRatio(requested))));
};

/** The aspect ratio of the service's that comes nearest to a picture's. */
export const nearestRatio = ({ width, height }: PixelSize): (typeof ASPECT_RATIOS)[number] => {
  const distance = (ratio: string) => {
    const [wide = 1, high = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log((width / height) * (high / wide)));
  };
  return ASPECT_RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
};

/** Whether the service makes nothing larger of a picture's proportions. */
export const isLargest = (size: PixelSize): boolean => {
  const { width, height } = largestOutputSize(size) ?? size;
  return size.width >= width || size.height >= height;
};

/** The largest size that the service makes of a picture's proportions. */
export const largestOutputSize = ({ width, height }: PixelSize): PixelSize | undefined => {
  const factor = MAX_EDGE_PIXELS / Math.max(width, height);
  const scaled = { width: Math.round(width * factor), height: Math.round(height * factor) };
  return correctOutputSize(formatOutputSize(scaled));
};

// The order matters. The ratio comes first, by lengthening the short side (5000x100 becomes 3840x1280, not
// a scaled-up 300x100); the two steps after it scale both sides alike and so leave it alone. Steps that
// shrink come before the one that grows: no shape within 3:1 and the fewest pixels reaches the longest edge.

const clampRatio = ({ width, height }: PixelSize): PixelSize => ({
  width: Math.max(width, height / WIDEST_RATIO),
  height: Math.max(height, width / WIDEST_RATIO),
});

const scale = ({ width, height }: PixelSize, factor: number): PixelSize => ({
  width: width * factor,
  height: height * factor,
});

const clampLongestEdge = (size: PixelSize): PixelSize =>
  scale(size, Math.min(1, MAX_EDGE_PIXELS / Math.max(size.width, size.height)));

const clampPixels = (size: PixelSize): PixelSize => {
  const pixels = size.width * size.height;
  const allowed = Math.min(Math.max(pixels, MIN_PIXELS), MAX_PIXELS);
  return scale(size, Math.sqrt(allowed / pixels));
};

/**
 * Rounding a side to a multiple of 16 can break the other rules by a few pixels (the nearest multiples of a
 * 3:1 shape may be wider than 3:1), so the nearest pair that keeps them all is taken; of two equally near,
 * the larger.
 */
const snap = (exact: PixelSize): PixelSize | undefined => {
  const distance = ({ width, height }: PixelSize) =>
    Math.abs(width - exact.width) + Math.abs(height - exact.height);
  return multiplesNear(exact.width)
    .flatMap((width) => multiplesNear(exact.height).map((height) => ({ width, height })))
    .filter(keepsEveryRule)
    .sort(
      (one, other) => distance(one) - distance(other) || other.width * other.height - one.width * one.height,
    )
    .at(0);
};

const multiplesNear = (side: number): number[] => {
  const below = Math.floor(side / SIDE_STEP) * SIDE_STEP;
  return [below - SIDE_STEP, below, below + SIDE_STEP, below + 2 * SIDE_STEP].filter(
    (multiple) => multiple > 0,
  );
};

const keepsEveryRule = ({ width, height }: PixelSize): boolean => {
  const longest = Math.max(width, height);
  const pixels = width * height;
  return (
    longest <= MAX_EDGE_PIXELS &&
    longest <= WIDEST_RATIO * Math.min(width, height) &&
    pixels >= MIN_PIXELS &&
    pixels <= MAX_PIXELS
  );
};
