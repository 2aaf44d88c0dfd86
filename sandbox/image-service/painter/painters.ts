import { Tinypool } from 'tinypool';
import { hashText } from '../random.ts';
import { encodeFlatPng } from './png.ts';

/** Which of four clearly different takes on a prompt. */
export type Variation = 0 | 1 | 2 | 3;

/** A picture to paint. */
export interface PaintRequest {
  prompt: string;
  /** Another seed, another picture. */
  seed: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Encoded pictures that the new one starts from. */
  references?: readonly Uint8Array[] | undefined;
  /** Which of four clearly different takes on the prompt. */
  variation: Variation;
}

/** Four encoded pictures to show as one, two by two. */
export interface GridRequest {
  pictures: readonly Uint8Array[];
  /** Pixels of the whole grid. */
  width: number;
  height: number;
}

/** Makes PNGs. The same request always gives the same picture. */
export interface Painter {
  paint(request: PaintRequest): Promise<Buffer>;
  grid(request: GridRequest): Promise<Buffer>;
  /** Ends what the painter holds; pictures still in the making are rejected. */
  stop(): Promise<void>;
}

/** A painter for loads and tests: every picture has its real size and one colour. */
export const plainPainter = (): Painter => ({
  paint: ({ prompt, seed, variation, width, height }) => {
    const hash = hashText(`${prompt}/${seed}/${variation}`);
    return encodeFlatPng([hash & 255, (hash >>> 8) & 255, (hash >>> 16) & 255], width, height);
  },
  grid: ({ width, height }) => encodeFlatPng([128, 128, 128], width, height),
  stop: () => Promise.resolve(),
});

/** A painter in a thread of its own, which starts with the first picture. */
export const workerPainter = (): Painter => {
  let pool: Tinypool | undefined;
  const order = async (name: 'paint' | 'paintGrid', request: PaintRequest | GridRequest): Promise<Buffer> => {
    const filename = new URL('./worker.js', import.meta.url).href;
    pool ??= new Tinypool({ filename, minThreads: 1, maxThreads: 1 });
    const picture: unknown = await pool.run(request, { name });
    if (!(picture instanceof Uint8Array)) throw new TypeError('a painting is a PNG');
    return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  };
  return {
    paint: (request) => order('paint', request),
    grid: (request) => order('paintGrid', request),
    stop: async () => pool?.destroy(),
  };
};
