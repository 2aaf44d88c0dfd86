import { open, rename, rm } from 'node:fs/promises';
import { canAccess } from '../../lib/files.ts';
import { StorageOpenError } from './errors.ts';
import { COPIED_SCHEMA, SCHEMA_KEY } from './schema.ts';
import { connectSqlite, TABLE, textsOf } from './sqlite-adapter.ts';
import { reasonOf } from './sqlite-failure.ts';

const OWNER_ONLY = 0o600;

/**
 * Writes the rows of one moment to a new file that only its owner can read, while Easel may go on writing. The file is complete,
 * or isn't created. Easel doesn't start on it.
 * @throws StorageOpenError when there is no store, or the file exists already or can't be written.
 */
export const backUpSqlite = async (location: string, file: string): Promise<void> => {
  if (!(await canAccess(location))) throw new StorageOpenError(location, "the file doesn't exist");
  if (await canAccess(file)) throw new StorageOpenError(file, 'it already exists. Choose another name');
  const draft = `${file}.part`;
  try {
    await rm(draft, { force: true });
    await (await open(draft, 'wx', OWNER_ONLY)).close();
    const store = await connectSqlite(location);
    try {
      const [schema] = await textsOf(store, [SCHEMA_KEY]);
      if (schema === undefined) throw new StorageOpenError(location, 'it is no store of Easel');
      await store.query('VACUUM INTO ?', draft);
    } finally {
      await store.close();
    }
    const copy = await connectSqlite(draft);
    try {
      await copy.query(
        `UPDATE ${TABLE} SET value = ? WHERE key = ?`,
        JSON.stringify(COPIED_SCHEMA),
        SCHEMA_KEY,
      );
    } finally {
      await copy.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof StorageOpenError) throw error;
    throw new StorageOpenError(file, reasonOf(error), { cause: error });
  }
};
