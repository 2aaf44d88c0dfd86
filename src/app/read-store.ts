import type { Config } from '../config.ts';
import { StoreOpenError } from '../services/storage/errors.ts';
import { openStorage } from '../services/storage/index.ts';
import { readSchema } from '../services/storage/schema.ts';
import type { Storage } from '../services/storage/store.ts';

/**
 * Reads the store beside an Easel that may be running, and names it on the standard error.
 *
 * @throws StoreOpenError where there is none.
 */
export const readStore = async <T>(
  { storeUrl }: Pick<Config, 'storeUrl'>,
  read: (storage: Storage) => Promise<T>,
): Promise<T> => {
  const storage = await openStorage(storeUrl, { isReader: true });
  const { location } = storage.database;
  try {
    if ((await readSchema(storage.database)) === undefined)
      throw StoreOpenError.at(location, 'there is no store of Easel. Check STORE_URL and the folder');
    // Not into what other programs read.
    process.stderr.write(`From ${location}\n`);
    return await read(storage);
  } finally {
    await storage.close();
  }
};
