import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { z } from 'zod';
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

/** Where things stand, in shares of the picture's width and height; radii in shares of its shorter side. */
export interface Layout {
  horizon: number;
  discX: number;
  discY: number;
  discRadius: number;
  subjectX: number;
  /** Rows of land between the horizon and our feet. */
  rows: number;
  /** Rings of light around the disc. */
  halo?: boolean;
  /** Seen through a window of paper. */
  framed?: boolean;
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

/** One order to the painting thread, and the line on which it answers: with the picture, or what went wrong. */
export interface PaintOrder {
  reply: MessagePort;
  request: PaintRequest | GridRequest;
}

class PaintError extends Error {
  override readonly name = 'PaintError';
}

const answer = z.union([z.instanceof(Uint8Array), z.string()]);

/** A painter in a thread of its own, which starts with the first picture. */
export const workerPainter = (): Painter => {
  let worker: Worker | undefined;
  let failure: unknown;
  const start = (): Worker => {
    const started = new Worker(bootstrap(), { eval: true });
    // Only a picture in the making keeps the process alive.
    started.unref();
    started.on('error', (error) => {
      failure = error;
    });
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };
  const order = async (request: PaintOrder['request']): Promise<Buffer> => {
    worker ??= start();
    const { port1: line, port2: reply } = new MessageChannel();
    const answered = new Promise<unknown>((resolve, reject) => {
      line.once('message', resolve);
      line.once('close', () => reject(new PaintError('the painting thread ended', { cause: failure })));
    });
    worker.postMessage({ reply, request } satisfies PaintOrder, [reply]);
    const picture = answer.parse(await answered);
    line.close();
    if (typeof picture === 'string') throw new PaintError(picture);
    return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  };
  return {
    paint: order,
    grid: order,
    stop: async () => {
      await worker?.terminate();
    },
  };
};

/** The thread's first words: it reads TypeScript only after tsx is registered in it. */
const bootstrap = (): string => {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const entry = JSON.stringify(new URL('./worker.ts', import.meta.url).href);
  return `import(${tsx}).then(({ register }) => { register(); return import(${entry}); })`;
};
