import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { GridRequest, Painter, PaintRequest } from './types.ts';

/** One order to the painting thread. */
export type PaintOrder =
  | { readonly id: number; readonly kind: 'paint'; readonly request: PaintRequest }
  | { readonly id: number; readonly kind: 'grid'; readonly request: GridRequest };

type OrderParts = { kind: 'paint'; request: PaintRequest } | { kind: 'grid'; request: GridRequest };

const delivery = z.union([
  z.object({ id: z.number(), picture: z.instanceof(Uint8Array) }),
  z.object({ id: z.number(), problem: z.string() }),
]);

/** A picture could not be painted. */
class PaintError extends Error {
  override readonly name = 'PaintError';
}

/** A painter in a thread of its own, which starts with the first picture. */
export function workerPainter(): Painter {
  return new WorkerPainter();
}

interface Customer {
  readonly resolve: (picture: Buffer) => void;
  readonly reject: (error: Error) => void;
}

class WorkerPainter implements Painter {
  readonly #customers = new Map<number, Customer>();
  #worker: Worker | undefined;
  #lastId = 0;

  paint(request: PaintRequest): Promise<Buffer> {
    return this.#order({ kind: 'paint', request });
  }

  grid(request: GridRequest): Promise<Buffer> {
    return this.#order({ kind: 'grid', request });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#lose(new PaintError('the painter was stopped'));
    await worker?.terminate();
  }

  #order(parts: OrderParts): Promise<Buffer> {
    this.#worker ??= this.#startWorker();
    const worker = this.#worker;
    this.#lastId += 1;
    const order: PaintOrder = { id: this.#lastId, ...parts };
    return new Promise((resolve, reject) => {
      this.#customers.set(order.id, { resolve, reject });
      worker.ref();
      worker.postMessage(order);
    });
  }

  #startWorker(): Worker {
    const worker = new Worker(bootstrap(), { eval: true });
    worker.on('message', (message: unknown) => {
      this.#deliver(delivery.parse(message));
    });
    worker.on('error', (cause) => {
      if (worker === this.#worker) this.#lose(new PaintError('the painting thread broke', { cause }));
    });
    worker.on('exit', () => {
      if (worker === this.#worker) this.#lose(new PaintError('the painting thread ended'));
    });
    return worker;
  }

  #deliver(message: z.infer<typeof delivery>): void {
    const customer = this.#customers.get(message.id);
    this.#customers.delete(message.id);
    if (this.#customers.size === 0) this.#worker?.unref();
    if ('problem' in message) customer?.reject(new PaintError(message.problem));
    else
      customer?.resolve(
        Buffer.from(message.picture.buffer, message.picture.byteOffset, message.picture.byteLength),
      );
  }

  #lose(error: PaintError): void {
    this.#worker = undefined;
    for (const { reject } of this.#customers.values()) reject(error);
    this.#customers.clear();
  }
}

/** The thread's first words: it reads TypeScript only after tsx is registered in it. */
function bootstrap(): string {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const entry = JSON.stringify(new URL('./worker.ts', import.meta.url).href);
  return `import(${tsx}).then(({ register }) => { register(); return import(${entry}); })`;
}
