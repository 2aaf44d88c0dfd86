import { connectSqlite, errorCode, type SqliteConnection } from './sqlite-connection.ts';
import { StorageLockedError } from './store.ts';

/** Long enough for another process to end that is ending, short enough to be a refusal at once. */
const LOCK_WAIT_MS = 100;

/**
 * Takes a lock that no other process can take until this one closes it or ends, however it ends.
 *
 * The lock is SQLite's exclusive one on a file beside the database: a lock of the operating system, which drops it
 * with the process (https://www.sqlite.org/lockingv3.html). The database itself stays readable for tools.
 *
 * @param lockFile must exist; nothing else in this process may open it, since closing any handle drops the lock
 *   (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 * @param location the database's, for the message.
 * @throws StorageLockedError when another process has it.
 */
export const lockSqlite = async (lockFile: string, location: string): Promise<SqliteConnection> => {
  let connection: SqliteConnection | undefined;
  try {
    connection = await connectSqlite(lockFile, { busyTimeoutMs: LOCK_WAIT_MS, table: 'lock' });
    await connection.query('BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    await connection?.close();
    if (errorCode(error) === 'SQLITE_BUSY') throw new StorageLockedError(location, { cause: error });
    throw error;
  }
};
