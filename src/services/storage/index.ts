import type { Database, DatabaseOptions } from './database.ts';
import { StoreOpenError } from './errors.ts';
import { Storage, type StorageListeners } from './store.ts';

const ignore = (): void => undefined;

export type OpenStorageOptions = Partial<DatabaseOptions & StorageListeners>;

/**
 * Opens the storage at `STORE_URL`: `sqlite://<path>`, relative to the working directory, or absolute with a third slash; or
 * `postgres://…`. Only the package of the database in use is loaded.
 *
 * @throws StoreOpenError when it can't be used, and StoreError when its server doesn't answer. Neither contains a password.
 */
export const openStorage = async (storeUrl: string, options: OpenStorageOptions = {}): Promise<Storage> => {
  const { onConnectionError = ignore, onLost = ignore, onUnreadable = ignore, onError = ignore } = options;
  const { isReader = false } = options;
  const database = await openDatabase(storeUrl, { onConnectionError, onLost, isReader });
  return new Storage(database, { onUnreadable, onError });
};

const openDatabase = async (storeUrl: string, options: DatabaseOptions): Promise<Database> => {
  const [, scheme = '', path = ''] = /^([a-z]+):\/\/(.*)$/s.exec(storeUrl) ?? [];
  if (scheme === 'sqlite') return (await import('./sqlite.ts')).openSqlite(path, options);
  if (scheme === 'postgres' || scheme === 'postgresql')
    return (await import('./postgres.ts')).openPostgres(storeUrl, options);
  throw StoreOpenError.at('STORE_URL', 'it must start with sqlite:// or postgres://');
};
