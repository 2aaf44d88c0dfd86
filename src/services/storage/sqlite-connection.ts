import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';

/**
 * How long a statement waits for another process that writes, such as a person with a database tool. The process can't end
 * before: Node waits for the thread in which the statement waits.
 */
export const BUSY_TIMEOUT_MS = 2_000;

export const TABLE = 'easel';

/** One connection to an SQLite file. */
export interface SqliteConnection {
  /** Runs one statement and returns its rows. */
  query(sql: string, ...parameters: readonly unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  busyTimeoutMs: number;
  table: string;
}

/**
 * Connects to a file and makes the table where it is missing.
 * @param file an absolute path.
 * @throws what SQLite says, with its `code`, when the file can't be opened or is no database.
 */
export const connectSqlite = async (file: string, options: ConnectOptions): Promise<SqliteConnection> => {
  const keyv = new KeyvSqlite({
    uri: `sqlite://${file}`,
    busyTimeout: options.busyTimeoutMs,
    table: options.table,
  });
  // The failed connection is thrown by the query below; an event without a listener would be thrown as well.
  keyv.on('error', () => undefined);
  // A connection that fails before anybody has asked it something ends the process: ask at once.
  await keyv.query('SELECT 1');
  return {
    query: async (sql, ...parameters) => z.array(z.unknown()).parse(await keyv.query(sql, ...parameters)),
    close: () => keyv.close(),
  };
};

const failureSchema = z.object({ code: z.string() });

/** The name that SQLite or the operating system gives to what went wrong (`SQLITE_BUSY`, `EACCES`, …). */
export const errorCode = (error: unknown): string | undefined => failureSchema.safeParse(error).data?.code;
