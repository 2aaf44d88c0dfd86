import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ServerOptions } from './database.ts';
import { StorageOpenError } from './errors.ts';
import { reasonOf } from './sqlite-failure.ts';
import { ReadableRows, type Schema, type StoredRow } from './stored-rows.ts';

/** A consistent snapshot of all rows, while processes keep writing. */
export interface Snapshot {
  schema: Schema | undefined;
  /** About how many rows there are. */
  count: number;
  /**
   * The rows, page by page, once. A later row takes the place of an earlier one with its key, and one without a text is not
   * there. When the last page has come, they are those of one moment.
   */
  pages: () => AsyncIterable<StoredRow[]>;
  close: () => Promise<void>;
}

const snapshotOf = async (rows: ReadableRows, close: () => Promise<void>): Promise<Snapshot> => ({
  schema: await rows.readSchema(),
  count: await rows.count(),
  pages: () => rows.pages(),
  close,
});

/**
 * The rows of an existing SQLite file.
 *
 * A read transaction sees one moment and doesn't block writers (https://www.sqlite.org/isolation.html). While it is open, the
 * write-ahead log can't be emptied of deleted data.
 * @throws StorageOpenError
 */
export const openSqliteSnapshot = async (path: string): Promise<Snapshot> => {
  const { connectSqlite, count, pages, textsOf } = await import('./sqlite-adapter.ts');
  const location = resolve(path);
  const isFile = await stat(location).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new StorageOpenError(location, "the file doesn't exist");
  const connection = await connectSqlite(location).catch((error: unknown) => {
    throw new StorageOpenError(location, reasonOf(error), { cause: error });
  });
  // The transaction begins with the first row that is read.
  await connection.query('BEGIN');
  const rows = new ReadableRows({
    prefix: '',
    adapter: { getMany: (keys) => textsOf(connection, keys) },
    pages: (prefix) => pages(connection.query, prefix),
    count: () => count(connection),
  });
  return snapshotOf(rows, () => connection.close());
};

/**
 * The rows of a Postgres database. A transaction that repeats its reads sees one moment
 * (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-REPEATABLE-READ).
 * @throws StorageOpenError
 */
export const openPostgresSnapshot = async (url: string, options: ServerOptions): Promise<Snapshot> => {
  const { newPool } = await import('./postgres-connection.ts');
  const { countRows, pages, textsOf } = await import('./postgres.ts');
  const pool = newPool(url, 1, options);
  try {
    const connection = await pool.connect();
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rows = new ReadableRows({
      prefix: '',
      adapter: { getMany: (keys) => textsOf(connection, keys) },
      pages: (prefix) => pages(connection, prefix),
      count: () => countRows(connection),
    });
    return await snapshotOf(rows, async () => {
      connection.release(true);
      await pool.end();
    });
  } catch (error) {
    void pool.end();
    throw new StorageOpenError(options.location, "it doesn't answer, or has no rows of Easel", {
      cause: error,
    });
  }
};
