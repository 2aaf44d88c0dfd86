import type { ArtgenBody, GenBody } from './request-bodies.ts';

export interface PictureSize {
  width: number;
  height: number;
}

const STEP = 16;
const MAX_EDGE_PIXELS = 3840;
const WIDEST_RATIO = 3;
const MIN_PIXELS = 655_360;
const MAX_PIXELS = 8_294_400;
/** About the pixels of a square with 1024 a side, which is what 1K is taken to mean. */
const ARTGEN_PIXELS = 1024 * 1024;

type Aspect = NonNullable<GenBody['aspect_ratio']>;
const PIXELS_BY_SIZE = { '1K': ARTGEN_PIXELS, '4K': MAX_PIXELS };

/** The largest size with exactly this ratio, in steps of 16, below the most pixels and the longest edge. */
const sizeOfRatio = (aspect: Aspect, maxPixels: number): PictureSize => {
  const [across = 1, down = 1] = aspect.split(':').map((part) => Number(part) * STEP);
  const byPixels = Math.sqrt(maxPixels / (across * down));
  const times = Math.floor(Math.min(byPixels, MAX_EDGE_PIXELS / Math.max(across, down)));
  return { width: across * times, height: down * times };
};

/** The size of a gen task's picture. */
export const genPictureSize = (body: GenBody): PictureSize => {
  const size = body.size ?? '1K';
  const wanted = size === '4K' && body.output_size !== undefined ? parseSize(body.output_size) : undefined;
  return wanted ? correctSize(wanted) : sizeOfRatio(body.aspect_ratio ?? '1:1', PIXELS_BY_SIZE[size]);
};

/** The size of each of an artgen task's pictures: about a megapixel in the ratio of the flag `--ar`. */
export const artgenPictureSize = (body: ArtgenBody): PictureSize => {
  const flag = /(?:^|\s)--(?:ar|aspect)\s+(\d{1,5}):(\d{1,5})(?=\s|$)/.exec(body.prompt);
  const across = Number(flag?.[1] ?? 1);
  const down = Number(flag?.[2] ?? 1);
  if (across === 0 || down === 0) return sizeOfRatio('1:1', ARTGEN_PIXELS);
  const ratio = Math.min(Math.max(across / down, 1 / WIDEST_RATIO), WIDEST_RATIO);
  return {
    width: nearestStep(Math.sqrt(ARTGEN_PIXELS * ratio)),
    height: nearestStep(Math.sqrt(ARTGEN_PIXELS / ratio)),
  };
};

const parseSize = (text: string): PictureSize | undefined => {
  const match = /^(\d{1,9})x(\d{1,9})$/.exec(text.trim());
  const width = Number(match?.[1] ?? 0);
  const height = Number(match?.[2] ?? 0);
  return width > 0 && height > 0 ? { width, height } : undefined;
};

/** The nearest size that keeps all four rules of `output_size`. */
const correctSize = (wanted: PictureSize): PictureSize => {
  const target = scaleToLimits(clampRatio(wanted));
  const candidates = stepsAround(target.width).flatMap((width) =>
    stepsAround(target.height).map((height) => ({ width, height })),
  );
  const distance = (size: PictureSize): number =>
    Math.abs(size.width - target.width) + Math.abs(size.height - target.height);
  return candidates
    .filter(keepsRules)
    .reduce((best, next) => (distance(next) < distance(best) ? next : best), sizeOfRatio('1:1', MAX_PIXELS));
};

/** Too flat or too tall: the short side grows. */
const clampRatio = ({ width, height }: PictureSize): PictureSize => ({
  width: Math.max(width, height / WIDEST_RATIO),
  height: Math.max(height, width / WIDEST_RATIO),
});

const scaleToLimits = ({ width, height }: PictureSize): PictureSize => {
  const largest = Math.min(
    MAX_EDGE_PIXELS / Math.max(width, height),
    Math.sqrt(MAX_PIXELS / (width * height)),
  );
  const smallest = Math.sqrt(MIN_PIXELS / (width * height));
  const factor = Math.max(Math.min(1, largest), smallest);
  return { width: width * factor, height: height * factor };
};

/** Larger ones first, so that a tie goes up. */
const stepsAround = (edge: number): number[] => {
  const below = Math.floor(edge / STEP) * STEP;
  return [below + 2 * STEP, below + STEP, below, below - STEP];
};

const keepsRules = ({ width, height }: PictureSize): boolean => {
  const [longest, shortest, pixels] = [Math.max(width, height), Math.min(width, height), width * height];
  const isInside = shortest > 0 && longest <= MAX_EDGE_PIXELS && longest <= shortest * WIDEST_RATIO;
  return isInside && pixels >= MIN_PIXELS && pixels <= MAX_PIXELS;
};

const nearestStep = (edge: number): number => Math.round(edge / STEP) * STEP;
