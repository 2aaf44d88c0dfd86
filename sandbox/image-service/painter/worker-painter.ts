import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import type { GridRequest, Painter, PaintRequest } from './types.ts';

/** One order to the painting thread, and the line on which it answers: with the picture, or what went wrong. */
export interface PaintOrder {
  reply: MessagePort;
  request: PaintRequest | GridRequest;
}

/** A picture could not be painted. */
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
