import { inspectPostgres, inspectRedis, inspectSqlite, type Inspection } from './inspection.ts';
import { openPostgresSnapshot, openRedisSnapshot, openSqliteSnapshot, type Snapshot } from './snapshot.ts';
import { StorageOpenError, type Storage, type StorageLostError, type UnreadableRowPlace } from './store.ts';

/** What is the same for every kind of storage. */
export interface OpenStorageOptions {
  /**
   * Told when a connection to a server breaks on which no operation waits. Operations that are called while it is
   * broken reject by themselves; what is called after it was made again succeeds.
   */
  onConnectionError?: (error: unknown) => void;
  /**
   * Told once of each row that can't be read. It stays where it is, for a person to look at; when its key is written
   * again, it is set aside in the namespace `unreadable`.
   */
  onUnreadable?: (row: UnreadableRowPlace) => void;
  /** Told when the files of the database were deleted or replaced: nothing can be stored any more. */
  onLost?: (error: StorageLostError) => void;
  /** How long an operation waits for a server that is stuck, in milliseconds. @default 5000 */
  answerTimeoutMs?: number;
}

/** Far more than a healthy server needs, and a wait that a person at a chat may just bear. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Opens the storage that `STORE_URL` names, and makes sure that it can be read and written.
 * @param storeUrl `sqlite://<path>` (relative to the working directory, or absolute with a third slash),
 *   `redis://…`, `rediss://…`, `postgres://…` or `postgresql://…`.
 * @throws StorageLockedError when another Easel uses the same SQLite file.
 * @throws StorageOpenError when it can't be opened; no message or field of it holds a password.
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
    case 'redis': {
      const { openRedis } = await import('./redis.ts');
      return openRedis(storeUrl, { ...options, location: place.location });
    }
    case 'postgres': {
      const { openPostgres } = await import('./postgres.ts');
      return openPostgres(storeUrl, { ...options, location: place.location });
    }
  }
};

/**
 * Opens all rows of the storage that `STORE_URL` names as they are at one moment. Nothing is written, and whoever uses the
 * storage goes on.
 * @throws StorageOpenError when it can't be read, as when there is none.
 */
export const openSnapshot = async (storeUrl: string, given: OpenStorageOptions = {}): Promise<Snapshot> => {
  const place = placeOf(storeUrl);
  if (place.kind === 'sqlite') return openSqliteSnapshot(place.path);
  const options = { ...completed(given), location: place.location };
  return place.kind === 'redis'
    ? openRedisSnapshot(storeUrl, options)
    : openPostgresSnapshot(storeUrl, options);
};

/**
 * Looks at the storage that `STORE_URL` names. Nothing is written, and whoever uses the storage goes on.
 * @throws StorageOpenError when it can't be read. One that is not there yet is empty, where it can be made.
 */
export const inspectStorage = async (storeUrl: string): Promise<Inspection> => {
  const place = placeOf(storeUrl);
  if (place.kind === 'sqlite') return inspectSqlite(place.path);
  const options = { ...completed({}), location: place.location };
  return place.kind === 'redis' ? inspectRedis(storeUrl, options) : inspectPostgres(storeUrl, options);
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
type Place = { kind: 'sqlite'; path: string } | { kind: 'redis' | 'postgres'; location: string };

const placeOf = (storeUrl: string): Place => {
  const scheme = /^([a-z]+):\/\//.exec(storeUrl)?.[1] ?? '';
  switch (scheme) {
    case 'sqlite':
      return { kind: 'sqlite', path: sqlitePath(storeUrl) };
    case 'redis':
    case 'rediss':
      return { kind: 'redis', location: serverLocation(storeUrl, scheme) };
    case 'postgres':
    case 'postgresql':
      return { kind: 'postgres', location: serverLocation(storeUrl, scheme) };
    default:
      throw new StorageOpenError('STORE_URL', 'it must start with sqlite://, redis:// or postgres://');
  }
};

const sqlitePath = (storeUrl: string): string => {
  const path = storeUrl.slice('sqlite://'.length);
  if (path === '') throw new StorageOpenError('sqlite://', 'no file is named');
  if (path === ':memory:') throw new StorageOpenError(storeUrl, 'what is in memory is lost with the process');
  return path;
};

/** The address without user, password and options. */
const serverLocation = (storeUrl: string, scheme: string): string => {
  // The error that a bad URL throws would carry the URL, with its password.
  if (!URL.canParse(storeUrl)) throw new StorageOpenError(`${scheme}://`, 'it is not a URL');
  const { host, pathname } = new URL(storeUrl);
  return `${scheme}://${host}${pathname}`;
};
