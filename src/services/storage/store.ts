import type { RiskySetting } from './durability.ts';
import type { Leases } from './leases.ts';
import type { Change, Fence } from './row.ts';
import type { StoredRows } from './stored-rows.ts';

export * from './errors.ts';
export type { Change, Fence };

/**
 * Decides what a value becomes; undefined removes it. What it throws is thrown, and nothing is written then. */
export type ValueChange<T> = (value: T | undefined) => T | undefined;

/**
 * A namespace of values that outlive the process, each under a key.
 *
 * Operations on one key run strictly in the order in which they were called; different keys run in parallel.
 * What can't be read is reported to `onUnreadable` and reads as `undefined`; in a strict namespace each read of it throws an
 * {@link UnreadableValueError}.
 * A key is 1 to 200 characters long, without control characters; any other is refused with a {@link StorageKeyError}.
 * Every method rejects with a {@link StorageError} when the database fails; nothing is swallowed.
 */
export interface Store<T> {
  /** The value, or `undefined` when there is none or it has expired. */
  get(key: string): Promise<T | undefined>;
  /** The values in the order of the keys, `undefined` where there is none. */
  getMany(keys: readonly string[]): Promise<(T | undefined)[]>;
  /**
   * Stores a value; it is durable once the promise resolves.
   * @param lifetimeMs milliseconds until the value expires; absent: never; 0 or less: immediately.
   * @throws UnwritableValueError when the value couldn't be read back from JSON; nothing is written then.
   */
  set(key: string, value: T, lifetimeMs?: number): Promise<void>;
  /** Removes the value; no error when there is none. */
  delete(key: string): Promise<void>;
  /**
   * Reads, changes and writes a value with no other operation on the key in between.
   * @param lifetimeMs milliseconds from now until the new value expires; absent: never.
   * @returns what `change` returned.
   */
  update(key: string, change: ValueChange<T>, lifetimeMs?: number): Promise<T | undefined>;
  /**
   * All entries of the namespace, including all earlier writes: complete, or it throws.
   * @param whenUnreadable `throw`: an {@link UnreadableValueError} for the first row that can't be read.
   */
  entries(whenUnreadable?: 'skip' | 'throw'): Promise<[key: string, value: T][]>;
  /** All keys of the namespace, also those of unreadable rows; otherwise like {@link Store.entries}. */
  keys(): Promise<string[]>;
  /** What `set`, `delete` and `update` do, for {@link Storage.commit}. A {@link StorageKeyError} is thrown at once. */
  setting(key: string, value: T, lifetimeMs?: number): Change;
  deleting(key: string): Change;
  updating(key: string, change: ValueChange<T>, lifetimeMs?: number): Change;
}

/**
 * Room for a namespace's prefix within the adapters' 255 characters; neither control characters nor halves of a
 * surrogate pair, which Postgres refuses and UTF-8 can't hold.
 */
const KEY = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** Whether a text can be a key of a {@link Store}. */
export const isStoreKey = (text: string): boolean => KEY.test(text);

/** How a namespace is used. */
export interface NamespaceOptions {
  /**
   * Its writes may wait some 100 ms to share a commit with others, where that saves work, unless something waits for their
   * row. They are durable no later than what is written after them.
   */
  mayWait?: boolean;
  /** A row that can't be read fails what reads it: without it, a rule would be missing. */
  isStrict?: boolean;
}

/** A database that holds namespaces. */
export interface Storage {
  /** How processes share the database; absent where only one process can use it. */
  leases?: Leases | undefined;
  /** All rows, for exclusive use of the database. */
  rows: StoredRows;
  /**
   * The store of a namespace.
   * @param namespace letters only (a to z, A to Z).
   * @param parse validates what the database returns; throws when it isn't valid in this namespace.
   * @throws StorageNamespaceError when the name has other characters or is already open.
   */
  open<T>(namespace: string, parse: (value: unknown) => T, options?: NamespaceOptions): Store<T>;
  /**
   * Makes changes in any namespaces atomically: all are durable when the promise resolves, and none is made when it
   * rejects, unless the answer of a server was lost. They are decided in the given order, and stay in order with all
   * other operations on their keys.
   * @param changes at most one per key.
   * @param fence compared in the same step, where several processes can share the database; see {@link Storage.leases}.
   * @throws StorageFencedError when another process has taken the slot: nothing is written then.
   */
  commit(changes: readonly Change[], fence?: Fence): Promise<void>;
  /**
   * Removes expired rows in all namespaces.
   * @returns the number of removed rows; 0 where the database does this by itself.
   */
  sweep(): Promise<number>;
  /**
   * Makes deleted data unreadable in the database's files. Does nothing on a server, which controls its own files.
   * @throws StorageScrubError when that was not possible.
   */
  scrub(): Promise<void>;
  /** Settings of the server that can lose acknowledged writes. Never throws: an unknown setting counts as risky. */
  riskySettings(): Promise<RiskySetting[]>;
  /** Finishes operations in progress and closes the database. Later calls reject with {@link StorageClosedError}. */
  close(): Promise<void>;
}
