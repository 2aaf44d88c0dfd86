import { OperatorError } from '../../lib/operator-error.ts';
import type { Change } from './row.ts';

export type { Change };

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
   */
  writeTogether(changes: readonly Change[]): Promise<void>;
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
  /** Finishes what is under way and lets go of the database. What is called afterwards rejects: {@link StorageClosedError}. */
  close(): Promise<void>;
}

/** Where a row stands that can't be read. */
export interface UnreadableRowPlace {
  namespace: string;
  key: string;
}

/** What went wrong between Easel and its database. Each cause is a class of its own. */
export abstract class StorageError extends OperatorError {
  override name = 'StorageError';
}

abstract class LocatedError extends StorageError {
  /** Where the database is, without credentials. */
  readonly location: string;

  constructor(location: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.location = location;
  }
}

/** The database can't be opened: a wrong address, a path that is no database, no permission. */
export class StorageOpenError extends LocatedError {
  override name = 'StorageOpenError';

  constructor(location: string, reason: string, options?: ErrorOptions) {
    super(location, `Can't open the storage at ${location}: ${reason}`, options);
  }
}

/** Another Easel uses the same database file. */
export class StorageLockedError extends LocatedError {
  override name = 'StorageLockedError';

  constructor(location: string, options?: ErrorOptions) {
    super(location, `Another Easel uses this file: ${location}`, options);
  }
}

/** The files of the database were deleted or replaced while they were used. */
export class StorageLostError extends LocatedError {
  override name = 'StorageLostError';

  constructor(location: string) {
    super(
      location,
      `The database at ${location} was deleted or replaced while Easel used it. Nothing can be stored any more, so Easel ends. Bring the file back, or start with the one that is there now`,
    );
  }
}

/** The storage was asked for something after it had been closed. */
export class StorageClosedError extends LocatedError {
  override name = 'StorageClosedError';

  constructor(location: string) {
    super(location, `The storage at ${location} is closed`);
  }
}

/** Removing expired rows failed; some of them may be gone. */
export class StorageSweepError extends LocatedError {
  override name = 'StorageSweepError';

  constructor(location: string, options?: ErrorOptions) {
    super(location, `Removing expired rows from the storage at ${location} failed`, options);
  }
}

/** What was removed may still be readable in the database's files. */
export class StorageScrubError extends LocatedError {
  override name = 'StorageScrubError';

  constructor(location: string, options?: ErrorOptions) {
    const message = `What was removed may still be readable in the files of the storage at ${location}`;
    super(location, message, options);
  }
}

abstract class NamespaceError extends StorageError {
  readonly namespace: string;

  constructor(namespace: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.namespace = namespace;
  }
}

/** A namespace has a name that is not letters only, or was opened twice. */
export class StorageNamespaceError extends NamespaceError {
  override name = 'StorageNamespaceError';

  constructor(namespace: string, reason: string) {
    super(namespace, `Can't open the namespace ${JSON.stringify(namespace)}: ${reason}`);
  }
}

/** A read failed; nothing is known about what is stored. */
export class StorageReadError extends NamespaceError {
  override name = 'StorageReadError';

  constructor(namespace: string, options?: ErrorOptions) {
    super(namespace, `Reading from the namespace ${namespace} failed`, options);
  }
}

/** A write failed; it may not be taken for stored. What was to be written together names all of its namespaces. */
export class StorageWriteError extends NamespaceError {
  override name = 'StorageWriteError';

  constructor(namespace: string, options?: ErrorOptions) {
    super(namespace, `Writing to the namespace ${namespace} failed`, options);
  }
}

abstract class KeyError extends NamespaceError {
  readonly key: string;

  constructor(place: UnreadableRowPlace, message: string, options?: ErrorOptions) {
    super(place.namespace, message, options);
    this.key = place.key;
  }
}

/** A key is empty, too long, or has characters that not every database keeps as they are. */
export class StorageKeyError extends KeyError {
  override name = 'StorageKeyError';

  constructor(namespace: string, key: string) {
    super(
      { namespace, key },
      `Not a key for the namespace ${namespace}: ${JSON.stringify(key.slice(0, 50))}`,
    );
  }
}

/** What stands under a key is not a value of its namespace. */
export class UnreadableValueError extends KeyError {
  override name = 'UnreadableValueError';

  constructor(namespace: string, key: string, options?: ErrorOptions) {
    const message = `The value of ${JSON.stringify(key)} in the namespace ${namespace} is unreadable`;
    super({ namespace, key }, message, options);
  }
}

/** A value would not survive being stored: it is not JSON, or its namespace could not read it back. */
export class UnwritableValueError extends KeyError {
  override name = 'UnwritableValueError';

  constructor(namespace: string, key: string, options?: ErrorOptions) {
    const message = `The value for ${JSON.stringify(key)} in the namespace ${namespace} can't be stored`;
    super({ namespace, key }, message, options);
  }
}
