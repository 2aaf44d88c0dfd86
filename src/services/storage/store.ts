import type { Change } from './row.ts';

export type { Change } from './row.ts';
export * from './errors.ts';

/** Neither control characters nor halves of a surrogate pair, which Postgres refuses and UTF-8 can't hold. */
const KEY = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** Whether a text can be a key of a {@link Store}. */
export const isStoreKey = (text: string): boolean => KEY.test(text);

/** Decides what a value becomes; undefined removes it. What it throws is thrown, and nothing is written then. */
export type ValueChange<T> = (value: T | undefined) => T | undefined;

/**
 * A namespace of values that outlive the process, each under a key of 1 to 200 characters.
 *
 * Operations on one key run in the order in which they were called; different keys run in parallel. A row that can't be read is
 * reported and reads as absent; in a strict namespace it fails reads of its key with an UnreadableError. Every method rejects with a
 * StoreError when the database fails.
 */
export interface Store<T> {
  /** The value, or `undefined` when there is none or it has expired. */
  get(key: string): Promise<T | undefined>;
  /** The values in the order of the keys. */
  getMany(keys: readonly string[]): Promise<(T | undefined)[]>;
  /**
   * Stores a value; it is durable once the promise resolves.
   * @param lifetimeMs milliseconds until it expires; absent: never; 0 or less: at once.
   * @throws UnstorableError
   */
  set(key: string, value: T, lifetimeMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Reads, changes and writes a value with nothing else of this process in between.
   * @returns what `change` returned.
   */
  update(key: string, change: ValueChange<T>, lifetimeMs?: number): Promise<T | undefined>;
  /**
   * All entries, with all earlier writes: complete, or it throws.
   * @param isStrict whether a row that can't be read fails the reading, in whatever namespace.
   */
  entries(isStrict?: boolean): Promise<[key: string, value: T][]>;
  /** All keys, also those of unreadable rows. */
  keys(): Promise<string[]>;
  /** What `set` and `delete` do, for a commit. @throws UnstorableError at once. */
  setting(key: string, value: T, lifetimeMs?: number): Change;
  deleting(key: string): Change;
}
