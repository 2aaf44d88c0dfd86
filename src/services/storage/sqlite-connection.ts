import type { KeyvSqlite } from '@keyv/sqlite';

export const TABLE = 'easel';
/** A row with a lifetime starts with it, and a cast takes the digits that a text starts with. */
export const EXPIRED = `value GLOB '{"expires":[0-9]*' AND CAST(substr(value, 12) AS INTEGER) < ?`;

const ALLOW = 'Let the user that runs Easel read and write it, and the folder that it is in';
const DISK_FULL = 'the disk is full. Free some space';
const NO_FOLDER = 'a part of the path is not a folder. Check the path';
/** SQLite's codes in words, and what to do (https://www.sqlite.org/rescode.html). */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['SQLITE_NOTADB', 'the file is not a database. Choose another name for the database'],
  ['SQLITE_CORRUPT', 'the database is damaged. Restore a backup'],
  ['SQLITE_READONLY', `the file can only be read. ${ALLOW}`],
  ['SQLITE_CANTOPEN', `the file can't be opened. ${ALLOW}`],
  ['SQLITE_FULL', DISK_FULL],
  // Beside a database on a full disk not even what its processes share can be made.
  ['SQLITE_IOERR', "the file can't be read or written. Look whether the disk is full"],
  ['SQLITE_BUSY', 'another program keeps the file locked. End it'],
  ['ENOENT', 'the path leads nowhere. Check the path'],
  // Making the folders says this when a file stands where one should be.
  ['EEXIST', NO_FOLDER],
  ['ENOTDIR', NO_FOLDER],
  ['EACCES', `permission denied. ${ALLOW}`],
  ['EPERM', `permission denied. ${ALLOW}`],
  ['EROFS', 'the file system can only be read. Choose a folder that can be written'],
  ['ENOSPC', DISK_FULL],
]);

/** The name that SQLite, Postgres or the operating system gives to what went wrong (`SQLITE_BUSY`, `EACCES`, …). */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Why a file can't be used, in words. */
export const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  return REASONS.get(code) ?? `unexpected failure ${code}`.trim();
};

/** Asks at once: a connection that fails before it was asked something ends the process. @throws what SQLite says. */
export const connect = async <Connection extends KeyvSqlite>(connection: Connection): Promise<Connection> => {
  // What fails is thrown by the query, too.
  connection.on('error', () => undefined);
  await connection.query('SELECT 1');
  return connection;
};

/** The rows that a statement brings. */
export const query = async <Columns>(
  connection: KeyvSqlite,
  sql: string,
  ...parameters: unknown[]
): Promise<Columns[]> => (await connection.query(sql, ...parameters)) as Columns[];
