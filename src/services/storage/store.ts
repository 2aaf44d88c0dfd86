import type { RiskySetting } from './durability.ts';
import type { Leases } from './leases.ts';
import type { Mailboxes } from './mailboxes.ts';
import type { Change, Fence } from './row.ts';
import type { StoredRows } from './stored-rows.ts';
import type { SharedCount } from './shared-rate.ts';

export * from './errors.ts';
export type { Change, Fence, Mailboxes };

/**
 * A namespace of values that outlive the process, each under a key.
 *
 * Operations on one key run strictly in the order in which they were called; different keys run in parallel.
 * A key is 1 to 200 characters long, without control characters; any other is refused with a {@link StorageKeyError}.
 * Every method rejects with a {@link StorageError} when the database fails; nothing is swallowed.
 */
export interface Store<T> {
  /**
   * The value, or `undefined` when there is none or its lifetime is over.
   * @throws UnreadableValueError when what is stored is not a value of this namespace.
   */
  get(key: string): Promise<T | undefined>;
  /**
   * The values in the order of the keys, `undefined` where there is none.
   * @throws UnreadableValueError when one of them is not a value of this namespace.
   */
  getMany(keys: readonly string[]): Promise<(T | undefined)[]>;
  /**
   * Stores a value; it is durable once the promise resolves. A row that was found unreadable is set aside first.
   * @param lifetimeMs milliseconds until the value is gone; without it, it stays; 0 or less and it is gone at once.
   * @throws UnwritableValueError when the value, as JSON, could not be read back; nothing is written then.
   */
  set(key: string, value: T, lifetimeMs?: number): Promise<void>;
  /** Removes the value; no error when there is none. */
  delete(key: string): Promise<void>;
  /**
   * Reads, changes and writes a value with no other operation on the key in between. What can't be read is not there
   * for `change`, and is set aside before anything is written.
   * @param change is handed the present value; `undefined` as its result removes the key; what it throws is thrown.
   * @param lifetimeMs milliseconds from now until the new value is gone; without it, it stays.
   * @returns what `change` returned.
   */
  update(
    key: string,
    change: (value: T | undefined) => T | undefined,
    lifetimeMs?: number,
  ): Promise<T | undefined>;
  /**
   * All entries of the namespace that are values of it, with everything that was called before: whole, or it throws.
   * What can't be read is left out and stays where it is; whoever opened the storage is told.
   */
  entries(): Promise<[key: string, value: T][]>;
  /** What `set`, `delete` and `update` do, for {@link Storage.writeTogether}. A {@link StorageKeyError} is thrown at once. */
  setting(key: string, value: T, lifetimeMs?: number): Change;
  deleting(key: string): Change;
  updating(key: string, change: (value: T | undefined) => T | undefined, lifetimeMs?: number): Change;
}

/**
 * Room for a namespace's prefix within the adapters' 255 characters; neither control characters nor halves of a
 * surrogate pair, which Postgres refuses and UTF-8 can't hold.
 */
const KEY = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** Whether a {@link Store} takes a text for a key. */
export const isStoreKey = (text: string): boolean => KEY.test(text);

/** A database that holds namespaces. */
export interface Storage {
  /** How processes share the database out among themselves; absent where it lets in one process only. */
  leases?: Leases | undefined;
  /** All of the rows, for those who hold the database alone. */
  rows: StoredRows;
  /** How they pass on to one another what is to be done; absent likewise. */
  mail?: Mailboxes | undefined;
  /** What they count together; absent likewise. */
  count?: SharedCount | undefined;
  /**
   * The store of a namespace.
   * @param namespace letters only (a to z, A to Z).
   * @param parse checks what the database hands back; throws when it is not a value of this namespace.
   * @throws StorageNamespaceError when the name has other characters or is already open.
   */
  open<T>(namespace: string, parse: (value: unknown) => T): Store<T>;
  /**
   * Makes changes, of whatever namespaces, at once: all of them are durable when the promise resolves, and none is made
   * when it rejects, unless the answer of a server was lost. They are decided one after the other, as they are listed, and
   * stay in order with every other operation on their keys.
   * @param changes each of another key.
   * @param fence compared in the same step, where several processes can share the database; see {@link Storage.leases}.
   * @throws StorageFencedError when another process has taken the slot: nothing is written then.
   */
  writeTogether(changes: readonly Change[], fence?: Fence): Promise<void>;
  /**
   * Removes rows whose lifetime is over, in every namespace of the database.
   * @returns the number of rows removed; 0 where the database does this by itself.
   */
  sweep(): Promise<number>;
  /**
   * Sees to it that nothing of what was removed before can be read in the database's files any more. On a server nothing
   * is done: what its files keep, and for how long, is its own affair.
   * @throws StorageScrubError when that was not possible.
   */
  scrub(): Promise<void>;
  /** The settings of the server with which it can lose what it has acknowledged. Never throws: what it does not tell is risky. */
  riskySettings(): Promise<RiskySetting[]>;
  /** Finishes what is under way and lets go of the database. What is called afterwards rejects: {@link StorageClosedError}. */
  close(): Promise<void>;
}
