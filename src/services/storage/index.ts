import { systemClock, type Clock } from '../../lib/clock.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { StoreError, StoreOpenError } from './errors.ts';
import { readTime } from './schema.ts';
import { StoreTime } from './store-time.ts';
import { Storage, type StorageListeners } from './store.ts';

const ignore = (): void => undefined;

export type OpenStorageOptions = Partial<
  DatabaseOptions & StorageListeners & { clock: Pick<Clock, 'now' | 'steady'> }
>;

/**
 * Opens the storage at `STORE_URL`: `sqlite://<path>`, relative to the working directory, or absolute with a third slash; or
 * `postgres://…`. Only the package of the database in use is loaded.
 *
 * @throws StoreOpenError when it can't be used, and StoreError when its server doesn't answer. Neither contains a password.
 */
export const openStorage = async (storeUrl: string, options: OpenStorageOptions = {}): Promise<Storage> => {
  const { onConnectionError = ignore, onLost = ignore, onUnreadable = ignore, onError = ignore } = options;
  const { isReader = false, clock = systemClock } = options;
  const database = await openDatabase(storeUrl, { onConnectionError, onLost, isReader });
  try {
    const time = new StoreTime(clock, await readTime(database));
    return new Storage(database, time, { onUnreadable, onError });
  } catch (cause) {
    await database.close();
    throw new StoreError(`The store can't be read at ${database.location}`, { cause });
  }
};

const openDatabase = async (storeUrl: string, options: DatabaseOptions): Promise<Database> => {
  const [, scheme = '', path = ''] = /^([a-z]+):\/\/(.*)$/s.exec(storeUrl) ?? [];
  if (scheme === 'sqlite') return (await import('./sqlite.ts')).openSqlite(path, options);
  if (scheme === 'postgres' || scheme === 'postgresql')
    return (await import('./postgres.ts')).openPostgres(storeUrl, options);
  throw StoreOpenError.at('STORE_URL', 'it must start with sqlite:// or postgres://');
};
