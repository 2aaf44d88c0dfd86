import { resolve } from 'node:path';
import { inspectPostgres, inspectSqlite, type Inspection } from './inspection.ts';
import { StorageOpenError, type Storage, type StorageLostError, type UnreadableRowPlace } from './store.ts';

/** Options of every kind of storage. */
export interface OpenStorageOptions {
  /**
   * Called when an idle connection to a server breaks. Operations reject while it is broken, and succeed after it is
   * restored.
   */
  onConnectionError?: (error: unknown) => void;
  /** Called once for each unreadable row. */
  onUnreadable?: (row: UnreadableRowPlace) => void;
  /** Called when the database's files were deleted or replaced, so nothing can be stored anymore. */
  onLost?: (error: StorageLostError) => void;
  /** How long an operation waits for a server that is stuck, in milliseconds. @default 5000 */
  answerTimeoutMs?: number;
}

/** Far more than a healthy server needs, and a wait that a person at a chat may just bear. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Opens the storage at `STORE_URL`, and checks that it can be read and written.
 * @param storeUrl `sqlite://<path>` (relative to the working directory, or absolute with a third slash),
 *   `postgres://…` or `postgresql://…`.
 * @throws StorageLockedError when another Easel uses the same SQLite file.
 * @throws StorageOpenError when it can't be opened. The error never contains a password.
 */
export const openStorage = async (storeUrl: string, given: OpenStorageOptions = {}): Promise<Storage> => {
  const options = completed(given);
  const place = placeOf(storeUrl);
  // The databases' packages are loaded only by those who use them.
  switch (place.kind) {
    case 'sqlite': {
      const { openSqlite } = await import('./sqlite.ts');
      return openSqlite(place.path, options);
    }
    case 'postgres': {
      const { openPostgres } = await import('./postgres.ts');
      return openPostgres(storeUrl, { ...options, location: place.location });
    }
  }
};

/**
 * Writes everything in an SQLite store to a new file, while Easel may be running.
 * @throws StorageOpenError when the store can't be read, or the file exists already or can't be written.
 */
export const backUp = async (storeUrl: string, file: string): Promise<void> => {
  const place = placeOf(storeUrl);
  if (place.kind !== 'sqlite')
    throw new StorageOpenError(
      place.location,
      'a database on a server is backed up with its own tools, such as pg_dump',
    );
  const { backUpSqlite } = await import('./sqlite-backup.ts');
  await backUpSqlite(resolve(place.path), resolve(file));
};

/**
 * Inspects the storage at `STORE_URL`. It writes nothing and doesn't disturb other processes. A storage that doesn't
 * exist yet, but can be created, is empty.
 * @throws StorageOpenError when it can't be read.
 */
export const inspectStorage = async (storeUrl: string): Promise<Inspection> => {
  const place = placeOf(storeUrl);
  switch (place.kind) {
    case 'sqlite':
      return inspectSqlite(place.path);
    case 'postgres':
      return inspectPostgres(storeUrl, { ...completed({}), location: place.location });
  }
};

const completed = (given: OpenStorageOptions) => {
  const nobody = () => undefined;
  return {
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    ...{ onConnectionError: nobody, onUnreadable: nobody, onLost: nobody },
    ...given,
  };
};

/** Where a storage is: a file, or a server without user, password and options. */
type Place = { kind: 'sqlite'; path: string } | { kind: 'postgres'; location: string };

const placeOf = (storeUrl: string): Place => {
  const scheme = /^([a-z]+):\/\//.exec(storeUrl)?.[1] ?? '';
  switch (scheme) {
    case 'sqlite':
      return { kind: 'sqlite', path: sqlitePath(storeUrl) };
    case 'postgres':
    case 'postgresql':
      return { kind: 'postgres', location: serverLocation(storeUrl, scheme) };
    default:
      throw new StorageOpenError('STORE_URL', 'it must start with sqlite:// or postgres://');
  }
};

const sqlitePath = (storeUrl: string): string => {
  const path = storeUrl.slice('sqlite://'.length);
  if (path === '') throw new StorageOpenError('sqlite://', 'the path of the file is missing');
  if (path === ':memory:')
    throw new StorageOpenError(storeUrl, 'an in-memory database is lost when the process ends');
  return path;
};

/** The address without user, password and options. */
const serverLocation = (storeUrl: string, scheme: string): string => {
  // The error that a bad URL throws would carry the URL, with its password.
  if (!URL.canParse(storeUrl)) throw new StorageOpenError(`${scheme}://`, 'it is not a URL');
  const { host, pathname } = new URL(storeUrl);
  return `${scheme}://${host}${pathname}`;
};
