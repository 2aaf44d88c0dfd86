import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { UnreadableValueError, type Store } from '../storage/store.ts';

/** Servers whose values are kept in memory; each takes less than a kilobyte. */
const CACHED_SERVERS = 5_000;

export interface GuildValuesOptions<T extends object> {
  store: Store<T>;
  /** The value of a server without a stored one. */
  whenNone: T;
  /** How many servers' values are kept in memory. */
  cachedServers?: number;
  /** How long cached values are valid, in milliseconds, where other processes may change them; absent: forever. */
  freshForMs?: number | undefined;
  /** A monotonic clock, in milliseconds. */
  monotonic?: () => number;
}

interface Known<T> {
  value: T;
  readAt: number;
}

/** A server's value before and after a change. */
interface Changed<T> {
  before: T;
  after: T;
}

/** One kind of server settings, with a cache. A change is stored before anybody learns of it. */
export class GuildValues<T extends object> {
  readonly #options: GuildValuesOptions<T>;
  readonly #known: LRUCache<string, Known<T>>;

  constructor(options: GuildValuesOptions<T>) {
    this.#options = options;
    this.#known = new LRUCache({ max: options.cachedServers ?? CACHED_SERVERS });
  }

  /** A server's value. Waits for nothing when it is in memory. @throws UnreadableValueError */
  of(guildId: string): T | Promise<T> {
    const known = this.#known.get(guildId);
    return known && this.#isFresh(known) ? known.value : this.#load(guildId, known);
  }

  /**
   * Changes a server's value. It is stored and valid when this resolves; otherwise the stored value stays valid.
   *
   * @returns the values before and after.
   * @throws UnreadableValueError
   */
  async change(guildId: string, change: (value: T) => T): Promise<Changed<T>> {
    const { store, whenNone } = this.#options;
    let before = whenNone;
    let after = whenNone;
    try {
      await store.update(guildId, (present = whenNone) => {
        before = present;
        after = change(present);
        return after;
      });
    } catch (error) {
      // A write whose answer was lost may have succeeded, so the stored value counts.
      this.#known.delete(guildId);
      throw error;
    }
    this.#remember(guildId, after);
    return { before, after };
  }

  /** Removes a server's value after the bot has left it. */
  async forget(guildId: string): Promise<void> {
    try {
      await this.#options.store.delete(guildId);
    } finally {
      this.#known.delete(guildId);
    }
  }

  /** The servers that decided something. */
  guildIds(): Promise<string[]> {
    return this.#options.store.keys();
  }

  async #load(guildId: string, known: Known<T> | undefined): Promise<T> {
    const { store, whenNone } = this.#options;
    try {
      const value = (await store.get(guildId)) ?? whenNone;
      const present = this.#known.get(guildId);
      // A change that was stored during the read is newer.
      if (present && present !== known) return present.value;
      // Keeps the same object for an equal value, so that derived data stays valid.
      return this.#remember(guildId, known && isDeepStrictEqual(known.value, value) ? known.value : value);
    } catch (error) {
      // If the store is down nothing is accepted anyway, and shown values may be a little old.
      if (known && !(error instanceof UnreadableValueError)) return known.value;
      throw error;
    }
  }

  #isFresh({ readAt }: Known<T>): boolean {
    const { freshForMs } = this.#options;
    return freshForMs === undefined || this.#now() - readAt < freshForMs;
  }

  #now(): number {
    const { monotonic = () => performance.now() } = this.#options;
    return monotonic();
  }

  #remember(guildId: string, value: T): T {
    this.#known.set(guildId, { value, readAt: this.#now() });
    return value;
  }
}
