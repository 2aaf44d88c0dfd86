import { resolve } from 'node:path';
import type { Inspection } from './database.ts';
import { StoreOpenError } from './errors.ts';
import { Storage, type StorageListeners } from './storage.ts';

/** Who hears what happens to a store. */
export interface OpenStorageOptions extends Partial<StorageListeners> {
  /** Called when an idle connection to a server breaks; the next operation opens a new one. */
  onConnectionError?: (error: unknown) => void;
  /** How long an operation waits for a server that is stuck, in milliseconds. @default 5000 */
  answerTimeoutMs?: number;
  /** Called when the database's file was deleted or replaced, so that nothing can be stored any more. */
  onLost?: (error: Error) => void;
}

const ignore = (): void => undefined;

/**
 * Opens the storage at `STORE_URL`: `sqlite://<path>`, relative to the working directory, or absolute with a third slash; or
 * `postgres://…`. The databases' packages are loaded only by those who use them.
 *
 * @throws StoreOpenError when it can't be used, and StoreError when its server doesn't answer. Neither contains a password.
 */
export const openStorage = async (storeUrl: string, options: OpenStorageOptions = {}): Promise<Storage> => {
  const {
    onConnectionError = ignore,
    onLost = ignore,
    onUnreadable = ignore,
    onError = ignore,
    answerTimeoutMs,
  } = options;
  const path = sqlitePath(storeUrl);
  const database =
    path === undefined
      ? await (
          await import('./postgres.ts')
        ).openPostgres(storeUrl, serverLocation(storeUrl), { onConnectionError, answerTimeoutMs })
      : await (await import('./sqlite.ts')).openSqlite(path, onLost);
  return new Storage(database, { onUnreadable, onError });
};

/** Inspects the storage at `STORE_URL`: it writes nothing, and doesn't disturb other processes. @throws as {@link openStorage}. */
export const inspectStorage = async (storeUrl: string): Promise<Inspection> => {
  const path = sqlitePath(storeUrl);
  return path === undefined
    ? (await import('./postgres.ts')).inspectPostgres(storeUrl, serverLocation(storeUrl))
    : (await import('./sqlite.ts')).inspectSqlite(path);
};

/** Writes everything in an SQLite store to a new file, while Easel may be running. @throws StoreOpenError */
export const backUp = async (storeUrl: string, file: string): Promise<void> => {
  const path = sqlitePath(storeUrl);
  if (path === undefined)
    throw StoreOpenError.at(
      serverLocation(storeUrl),
      'a database on a server is backed up with its own tools, such as pg_dump',
    );
  await (await import('./sqlite.ts')).backUpSqlite(resolve(path), resolve(file));
};

/** The path of an SQLite file; undefined for a database on a server. */
const sqlitePath = (storeUrl: string): string | undefined => {
  const [, scheme = '', path = ''] = /^([a-z]+):\/\/(.*)$/s.exec(storeUrl) ?? [];
  if (['postgres', 'postgresql'].includes(scheme)) return undefined;
  if (scheme !== 'sqlite')
    throw StoreOpenError.at('STORE_URL', 'it must start with sqlite:// or postgres://');
  if (path === '') throw StoreOpenError.at('sqlite://', 'the path of the file is missing');
  if (path === ':memory:')
    throw StoreOpenError.at(storeUrl, 'an in-memory database is lost when the process ends');
  return path;
};

/** The address without user, password and options. The error that a bad URL throws would carry the password. */
const serverLocation = (storeUrl: string): string => {
  if (!URL.canParse(storeUrl)) throw StoreOpenError.at('postgres://', 'it is not a URL');
  const { protocol, host, pathname } = new URL(storeUrl);
  return `${protocol}//${host}${pathname}`;
};
