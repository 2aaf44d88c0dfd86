import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Store } from '../storage/store.ts';

/** Servers whose values are kept in memory; each takes less than a kilobyte. */
const CACHED_SERVERS = 5_000;

export interface GuildValuesOptions<T extends object> {
  store: Store<T>;
  /** What holds for a server that decided nothing. */
  whenNone: T;
  /** How many servers' values are kept in memory. */
  cachedServers?: number;
  /** How long what is in memory holds, in milliseconds, where other processes may change it too; absent: for ever. */
  freshForMs?: number | undefined;
  /** Milliseconds by a clock that knows no jumps. */
  monotonic?: () => number;
}

interface Known<T> {
  value: T;
  readAt: number;
}

/** What each server decided of one kind: in memory where it was asked for, and in the store before anybody hears of a change. */
export class GuildValues<T extends object> {
  readonly #options: GuildValuesOptions<T>;
  readonly #known: LRUCache<string, Known<T>>;

  constructor(options: GuildValuesOptions<T>) {
    this.#options = options;
    this.#known = new LRUCache({ max: options.cachedServers ?? CACHED_SERVERS });
  }

  /** What a server decided. */
  async of(guildId: string): Promise<T> {
    const known = this.#known.get(guildId);
    if (known && this.#isFresh(known)) return known.value;
    const { store, whenNone } = this.#options;
    try {
      const value = (await store.get(guildId)) ?? whenNone;
      const present = this.#known.get(guildId);
      // A change that was stored meanwhile is newer than what was read.
      if (present && present !== known) return present.value;
      // What is the same stays the same object, so that what was made of it needs not be made again.
      return this.#remember(guildId, known && isDeepStrictEqual(known.value, value) ? known.value : value);
    } catch (error) {
      // Nothing is accepted while nothing can be stored, and what is shown meanwhile may be a little old.
      if (known) return known.value;
      throw error;
    }
  }

  /**
   * Changes what a server decided; it is stored, and holds, when this resolves. When it rejects, what is stored holds.
   *
   * @returns it before and after.
   */
  async change(guildId: string, change: (value: T) => T): Promise<{ before: T; after: T }> {
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
      // A write whose answer was lost may have been carried out: what is stored holds.
      this.#known.delete(guildId);
      throw error;
    }
    this.#remember(guildId, after);
    return { before, after };
  }

  /** Removes what a server decided: the bot has left it. */
  async forget(guildId: string): Promise<void> {
    try {
      await this.#options.store.delete(guildId);
    } finally {
      this.#known.delete(guildId);
    }
  }

  /** The servers that decided something. */
  async guildIds(): Promise<string[]> {
    return (await this.#options.store.entries()).map(([guildId]) => guildId);
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
