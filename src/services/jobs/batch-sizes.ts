import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import type { Family } from '../image-api/wire.ts';
import type { Log } from '../operations/log.ts';
import type { Store } from '../storage/store.ts';

/** After this time, larger calls are tried again. */
const RELEARN_AFTER_MS = 86_400_000;

const boundsSchema = z.object({
  /** A call with this many ids succeeded. */
  accepted: z.int().min(1),
  /** A call with this many ids failed, although none of them fails alone. */
  refused: z.int().min(2),
  /** When that was, milliseconds since the epoch. */
  learnedAt: z.number(),
});

/** Known bounds of the number of ids that the service accepts in one call. */
export type BatchBounds = z.infer<typeof boundsSchema>;

/** Reads bounds that come out of the store. Throws when the value is invalid. */
export const parseBatchBounds = (value: unknown): BatchBounds => boundsSchema.parse(value);

/** The number of ids in the next call: halfway between accepted and refused numbers, until they meet. */
export const nextBatchSize = (bounds: BatchBounds | undefined, largest: number, now: number): number => {
  if (!bounds || now - bounds.learnedAt > RELEARN_AFTER_MS) return largest;
  const { accepted, refused } = bounds;
  return Math.min(largest, Math.max(accepted, Math.floor((accepted + refused) / 2)));
};

/** The bounds after a successful call. */
export const afterAccepted = (bounds: BatchBounds | undefined, count: number): BatchBounds | undefined => {
  if (!bounds || count <= bounds.accepted) return bounds;
  return count >= bounds.refused ? undefined : { ...bounds, accepted: count };
};

/** The bounds after a call was refused only because of its number of ids. */
export const afterRefused = (bounds: BatchBounds | undefined, count: number, now: number): BatchBounds => {
  // Smaller calls have already shown more.
  if (bounds && count >= bounds.refused) return { ...bounds, learnedAt: now };
  // Without earlier bounds its halves succeeded; or the service now accepts fewer ids than before.
  const accepted = bounds && bounds.accepted < count ? bounds.accepted : Math.floor(count / 2);
  return { accepted, refused: count, learnedAt: now };
};

export interface BatchSizesOptions {
  store: Store<BatchBounds>;
  /** `POLL_BATCH_SIZE`. */
  largest: number;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** Learns how many ids the service accepts per call and family, together with all processes on the store. */
export class BatchSizes {
  readonly #options: BatchSizesOptions;
  #bounds = new Map<string, BatchBounds>();

  constructor(options: BatchSizesOptions) {
    this.#options = options;
  }

  /** Reads what earlier runs and other processes learned. */
  async load(): Promise<void> {
    this.#bounds = new Map(await this.#options.store.entries());
  }

  /** The number of ids for the next call. */
  next(family: Family): number {
    const { largest, clock } = this.#options;
    return nextBatchSize(this.#bounds.get(family), largest, clock.now());
  }

  /** A call with this many ids succeeded. */
  accepted(family: Family, count: number): void {
    this.#learn(family, (bounds) => afterAccepted(bounds, count));
  }

  /** A call with this many ids failed, although its parts succeeded. */
  refused(family: Family, count: number): void {
    this.#learn(family, (bounds) => afterRefused(bounds, count, this.#options.clock.now()));
  }

  #learn(family: Family, learned: (bounds: BatchBounds | undefined) => BatchBounds | undefined): void {
    const { store, log } = this.#options;
    const bounds = learned(this.#bounds.get(family));
    if (bounds === this.#bounds.get(family)) return;
    if (bounds) this.#bounds.set(family, bounds);
    else this.#bounds.delete(family);
    // Another process may have stored newer bounds. A lost write is learned again.
    store.update(family, learned).catch((error: unknown) => {
      log.error("couldn't store a batch size", { error });
    });
  }
}
