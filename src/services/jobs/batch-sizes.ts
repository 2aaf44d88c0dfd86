import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import type { Family } from '../image-api/wire.ts';
import type { Log } from '../operations/log.ts';
import type { Store } from '../storage/store.ts';

/** A service that takes more ids than it did is found out about within this time. */
const RELEARN_AFTER_MS = 86_400_000;

const boundsSchema = z.object({
  /** As many ids were answered about in one call. */
  accepted: z.int().min(1),
  /** As many made a call fail, though none of them did by itself. */
  refused: z.int().min(2),
  /** When that was, milliseconds since the epoch. */
  learnedAt: z.number(),
});

/** What is known of how many ids the service takes in one call. */
export type BatchBounds = z.infer<typeof boundsSchema>;

/** Reads bounds that come out of the store. Throws when the value is invalid. */
export const parseBatchBounds = (value: unknown): BatchBounds => boundsSchema.parse(value);

/** How many ids to put into the next call: halfway between what was taken and what was not, until they meet. */
export const nextBatchSize = (bounds: BatchBounds | undefined, largest: number, now: number): number => {
  if (!bounds || now - bounds.learnedAt > RELEARN_AFTER_MS) return largest;
  const { accepted, refused } = bounds;
  return Math.min(largest, Math.max(accepted, Math.floor((accepted + refused) / 2)));
};

/** What is known once a call with so many ids was answered. */
export const afterAccepted = (bounds: BatchBounds | undefined, count: number): BatchBounds | undefined => {
  if (!bounds || count <= bounds.accepted) return bounds;
  return count >= bounds.refused ? undefined : { ...bounds, accepted: count };
};

/** What is known once a call with so many ids was refused for their number alone. */
export const afterRefused = (bounds: BatchBounds | undefined, count: number, now: number): BatchBounds => {
  // Its parts have taught more than it does.
  if (bounds && count >= bounds.refused) return { ...bounds, learnedAt: now };
  // Where nothing is known, its halves were answered; the service may also take fewer than it did.
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

/** Learns how many ids the service takes in one call of each family, with all processes that share the store. */
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

  /** How many ids to put into the next call. */
  next(family: Family): number {
    const { largest, clock } = this.#options;
    return nextBatchSize(this.#bounds.get(family), largest, clock.now());
  }

  /** A call with so many ids was answered. */
  accepted(family: Family, count: number): void {
    this.#learn(family, (bounds) => afterAccepted(bounds, count));
  }

  /** A call with so many ids was refused, though its parts were answered. */
  refused(family: Family, count: number): void {
    this.#learn(family, (bounds) => afterRefused(bounds, count, this.#options.clock.now()));
  }

  #learn(family: Family, learned: (bounds: BatchBounds | undefined) => BatchBounds | undefined): void {
    const { store, log } = this.#options;
    const bounds = learned(this.#bounds.get(family));
    if (bounds === this.#bounds.get(family)) return;
    if (bounds) this.#bounds.set(family, bounds);
    else this.#bounds.delete(family);
    // Another process may have stored more; what is lost is learned again.
    store.update(family, learned).catch((error: unknown) => {
      log.error("couldn't store a batch size", { error });
    });
  }
}
