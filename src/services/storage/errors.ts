import { OperatorError } from '../../lib/operator-error.ts';

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

/** Why a server's database can't be opened, and what to do. */
export const unreachable = (server: string): string =>
  `${server} does not answer, or refuses. Check that it runs, and the address with its user, password and database`;

/** Another Easel uses the same database file. */
export class StorageLockedError extends LocatedError {
  override name = 'StorageLockedError';

  constructor(location: string, options?: ErrorOptions) {
    super(
      location,
      `Another Easel uses this file: ${location}. End it first; several at once need Postgres or Redis`,
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
      `The database at ${location} was deleted or replaced while Easel used it. Nothing can be stored any more, so Easel ends. Bring the file back, or start with the one that is there now`,
    );
  }
}

/** A newer Easel has written the rows, in shapes that this one does not know. */
export class StorageVersionError extends StorageError {
  override name = 'StorageVersionError';

  constructor(found: number, known: number) {
    super(
      `A newer Easel has written this store: its rows are of version ${found}, and this Easel knows version ${known}. Start the newer Easel, or bring back a copy from before the update. Nothing was changed`,
    );
  }
}

/** A restore or a move was interrupted, so rows are missing. */
export class StorageIncompleteError extends StorageError {
  override name = 'StorageIncompleteError';

  constructor(filling: string) {
    super(
      `This store isn't whole: ${filling} was interrupted, or is still under way. Run the same command once more, and then start Easel`,
    );
  }
}

/** There is something in a store that is to be filled. */
export class StorageNotEmptyError extends StorageError {
  override name = 'StorageNotEmptyError';
}

/** What was written into a store is not what is in it now. */
export class StorageCopyError extends StorageError {
  override name = 'StorageCopyError';

  constructor(differences: number) {
    super(
      `${differences} rows aren't in the store as they were written. Something else writes to it, or the database is damaged. Run the same command once more`,
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

/** Another process has taken the slot whose holder was to write; nothing was written. */
export class StorageFencedError extends NamespaceError {
  override name = 'StorageFencedError';
  readonly slot: number;

  constructor(namespace: string, slot: number) {
    super(
      namespace,
      `Another process has taken slot ${slot}: nothing is written to the namespace ${namespace}`,
    );
    this.slot = slot;
  }
}

/** Another process does this one's work now. */
export class LeaseLostError extends StorageError {
  override name = 'LeaseLostError';

  constructor() {
    super(
      'Another process has taken over the work of this one, which was paused or out of reach of the store for some seconds. Nothing is done twice. Started again, it stands by',
    );
  }
}

/** Several processes share the database, and this one has another encryption key than they. */
export class OtherSecretError extends StorageError {
  override name = 'OtherSecretError';

  constructor() {
    super(
      'The ENCRYPTION_KEY of this process is not the one that the others on this STORE_URL use, so neither could read what the other seals. Give all of them the same ENCRYPTION_KEY, or the same file encryption.key in their DATA_DIR. If you mean to change it, stop all of them, set ENCRYPTION_KEY_PREVIOUS to the old one, and run: npm run keys -- rotate. Nothing was changed',
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
