import { OperatorError } from '../../lib/operator-error.ts';

/** The place of an unreadable row. */
export interface UnreadableRowPlace {
  namespace: string;
  key: string;
}

/** A problem with the database. Each cause has its own class. */
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
    super(location, `Can't open the store at ${location}: ${reason}`, options);
  }
}

/** Why a server's database can't be opened, and what to do. */
export const unreachable = (server: string): string =>
  `${server} does not answer, or refuses. Check that it runs, and the address with its user, password and database`;

/** Another Easel uses the same database file. */
export class StorageLockedError extends LocatedError {
  override name = 'StorageLockedError';

  constructor(location: string, options?: ErrorOptions) {
    super(
      location,
      `Another Easel uses this file: ${location}. End it first; several at once need Postgres`,
      options,
    );
  }
}

/** The files of the database were deleted or replaced while they were used. */
export class StorageLostError extends LocatedError {
  override name = 'StorageLostError';

  constructor(location: string) {
    super(
      location,
      `The database at ${location} was deleted or replaced while Easel was using it, so Easel exits. Restore the file, or start Easel with the file that is there now`,
    );
  }
}

/** Another version of Easel has written the rows. */
export class StorageVersionError extends StorageError {
  override name = 'StorageVersionError';

  constructor(found: number, known: number) {
    super(
      `Another version of Easel has written this store: it has version ${found}, and this Easel needs version ${known}. Nothing was changed. Start the Easel that wrote it, or set STORE_URL to another store`,
    );
  }
}

/** Requests that waited in this store may be paid for in another one. */
export class StorageCopiedError extends StorageError {
  override name = 'StorageCopiedError';

  constructor() {
    super(
      'This store is a backup, or was copied to another one. Easel does not start on it, because requests that waited in it may have been paid for since. Set STORE_URL to the store that it was copied to, or copy it into an empty one: npm run copy -- FROM TO',
    );
  }
}

/** A copy was interrupted, so rows are missing. */
export class StorageIncompleteError extends StorageError {
  override name = 'StorageIncompleteError';

  constructor() {
    super(
      'This store is incomplete, because copying into it was interrupted or is still going on. Remove it, and run npm run copy again',
    );
  }
}

/** A store that should be empty isn't. */
export class StorageNotEmptyError extends StorageError {
  override name = 'StorageNotEmptyError';

  constructor() {
    super('The store to copy to is not empty. Nothing was changed. Choose another one, or remove it first');
  }
}

/** The storage was used after it had been closed. */
export class StorageClosedError extends LocatedError {
  override name = 'StorageClosedError';

  constructor(location: string) {
    super(location, `The store at ${location} is closed`);
  }
}

/** Removing expired rows failed; some of them may be gone. */
export class StorageSweepError extends LocatedError {
  override name = 'StorageSweepError';

  constructor(location: string, options?: ErrorOptions) {
    super(location, `Couldn't remove expired rows from the store at ${location}`, options);
  }
}

/** Deleted data may still be readable in the database's files. */
export class StorageScrubError extends LocatedError {
  override name = 'StorageScrubError';

  constructor(location: string, options?: ErrorOptions) {
    const message = `Deleted data may still be readable in the files of the store at ${location}`;
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
    super(namespace, `Couldn't read from the namespace ${namespace}`, options);
  }
}

/** A write failed, so nothing counts as stored. The namespace lists all namespaces of a combined write. */
export class StorageWriteError extends NamespaceError {
  override name = 'StorageWriteError';

  constructor(namespace: string, options?: ErrorOptions) {
    super(namespace, `Couldn't write to the namespace ${namespace}`, options);
  }
}

/** Another process has taken the slot of this write; nothing was written. */
export class StorageFencedError extends NamespaceError {
  override name = 'StorageFencedError';
  readonly slot: number;

  constructor(namespace: string, slot: number) {
    super(
      namespace,
      `Another process has taken slot ${slot}, so nothing was written to the namespace ${namespace}`,
    );
    this.slot = slot;
  }
}

/** Another process has taken over. */
export class LeaseLostError extends StorageError {
  override name = 'LeaseLostError';

  constructor() {
    super(
      'Another process has taken over, because this one was paused or cut off from the store for some seconds. Nothing is done twice. Start this process again as a standby',
    );
  }
}

/** This process has a different encryption key than the others on its database. */
export class OtherSecretError extends StorageError {
  override name = 'OtherSecretError';

  constructor() {
    super(
      'This process has a different ENCRYPTION_KEY than the other processes on this STORE_URL. Nothing was changed. Use the same ENCRYPTION_KEY everywhere, or the same file encryption.key in each DATA_DIR. To change the key, stop all processes, set ENCRYPTION_KEY_PREVIOUS to the old key, and run: npm run keys -- rotate',
    );
  }
}

/** This process counts the shards differently than the others on its database. */
export class OtherShardsError extends StorageError {
  override name = 'OtherShardsError';

  constructor() {
    super(
      'Another process on this STORE_URL runs with another total number of shards. Nothing was changed. Use the same total in the SHARDS of all processes. To change it, stop all of them, and start them with the new one',
    );
  }
}

abstract class KeyError extends NamespaceError {
  readonly key: string;

  constructor(place: UnreadableRowPlace, message: string, options?: ErrorOptions) {
    super(place.namespace, message, options);
    this.key = place.key;
  }
}

/** A key is empty, too long, or has characters that some databases don't support. */
export class StorageKeyError extends KeyError {
  override name = 'StorageKeyError';

  constructor(namespace: string, key: string) {
    super(
      { namespace, key },
      `Not a key for the namespace ${namespace}: ${JSON.stringify(key.slice(0, 50))}`,
    );
  }
}

/** The stored value isn't valid in its namespace. */
export class UnreadableValueError extends KeyError {
  override name = 'UnreadableValueError';

  constructor(namespace: string, key: string, options?: ErrorOptions) {
    const message = `The stored row ${JSON.stringify(`${namespace}:${key}`)} can't be read. Restore a backup, or remove the row`;
    super({ namespace, key }, message, options);
  }
}

/** A value isn't JSON, or couldn't be read back. */
export class UnwritableValueError extends KeyError {
  override name = 'UnwritableValueError';

  constructor(namespace: string, key: string, options?: ErrorOptions) {
    const message = `The value for ${JSON.stringify(key)} in the namespace ${namespace} can't be stored`;
    super({ namespace, key }, message, options);
  }
}
