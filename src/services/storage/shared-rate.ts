import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type IRateLimiterOptions,
} from 'rate-limiter-flexible';
import type { Clock } from '../../lib/clock.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';

/** A count in a window that begins with the first count. */
export interface Counting {
  points: number;
  /** Whole milliseconds, by the clock of the store. */
  windowMs: number;
  /** Sets the count instead of adding to it, and makes the window that long, unless it is longer already. */
  isBlock: boolean;
}

/** Counts for all processes on a store. Returns the new count, and how many milliseconds are left of the window. */
export type SharedCount = (key: string, counting: Counting) => Promise<[count: number, leftMs: number]>;

/** At higher rates, calls are granted in batches per window, since asking the store takes time, too. */
const MIN_WINDOW_MS = 50;
/** After this time, calls granted before the outage no longer count. */
const FORGOTTEN_S = 1;

/**
 * The package's limiter over any store. It exports no class for that; the one for Redis asks its store for nothing beside
 * this method, whose own would use whole seconds, and on Postgres the clock of each process.
 * https://github.com/animir/node-rate-limiter-flexible/blob/master/lib/RateLimiterStoreAbstract.js
 */
class StoreLimiter extends RateLimiterRedis {
  readonly #count: SharedCount;

  constructor(count: SharedCount, options: IRateLimiterOptions & { insuranceLimiter: RateLimiterMemory }) {
    super({ ...options, storeClient: {} });
    this.#count = count;
  }

  /** Called by the package. */
  _upsert(key: string, points: number, windowMs: number, isBlock = false): ReturnType<SharedCount> {
    return this.#count(key, { points, windowMs: Math.ceil(windowMs), isBlock });
  }
}

export interface SharedRateOptions {
  count: SharedCount;
  /** Tells its keys from those of other rates. */
  name: string;
  /** Of all processes together, for each key. May be a fraction. */
  perSecond: number;
  /** How many processes share it now. */
  processes: () => number;
  clock: Pick<Clock, 'sleep'>;
  /** Called when the store becomes unreachable. */
  onAway: (error: unknown) => void;
}

/**
 * A rate per key that the processes on a store share. While the store is unreachable, each process uses its fair part: the
 * rate divided by the last known number of processes.
 */
export class SharedRate {
  readonly #options: SharedRateOptions;
  readonly #limiter: StoreLimiter;
  readonly #fairPart: RateLimiterMemory;
  readonly #windowS: number;
  readonly #turns = new KeyedMutex();
  /** Keys that use their fair part now. */
  readonly #withoutStore = new Set<string>();

  constructor(options: SharedRateOptions) {
    const { perSecond } = options;
    const points = Math.max(1, Math.floor((perSecond * MIN_WINDOW_MS) / 1_000));
    this.#options = options;
    this.#windowS = points / perSecond;
    const limits = { points, duration: this.#windowS, keyPrefix: '' };
    this.#fairPart = new RateLimiterMemory(limits);
    const count: SharedCount = (key, counting) => this.#count(key, counting);
    this.#limiter = new StoreLimiter(count, { ...limits, insuranceLimiter: this.#fairPart });
  }

  /** Resolves when one more may start, or once the signal aborts. */
  async pass(key: string, signal: AbortSignal): Promise<void> {
    await this.#turns.run([key], async () => {
      while (!signal.aborted) {
        const waitMs = await this.#consume(key);
        if (waitMs === undefined) return;
        await this.#options.clock.sleep(waitMs, signal);
      }
    });
  }

  /** Pauses a key in all processes. */
  async block(key: string, milliseconds: number): Promise<void> {
    await this.#limiter.block(key, milliseconds / 1_000);
  }

  /** Milliseconds to wait before the next try; undefined when it is granted. */
  async #consume(key: string): Promise<number | undefined> {
    this.#fairPart.duration = this.#windowS * Math.max(1, this.#options.processes());
    try {
      await this.#limiter.consume(key);
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, refusal.msBeforeNext);
    }
  }

  /** When this fails, the package uses the fair part. */
  async #count(key: string, counting: Counting): ReturnType<SharedCount> {
    try {
      const counted = await this.#options.count(`rates:${this.#options.name}:${key}`, counting);
      this.#withoutStore.clear();
      return counted;
    } catch (error) {
      if (this.#withoutStore.size === 0) this.#options.onAway(error);
      if (!this.#withoutStore.has(key)) await this.#fairPart.block(key, FORGOTTEN_S);
      this.#withoutStore.add(key);
      throw error;
    }
  }
}
