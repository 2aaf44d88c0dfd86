import { statSync } from 'node:fs';
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import type { Database, Inspection } from './database.ts';
import { endOf, type Row } from './row.ts';
import { StoreOpenError } from './errors.ts';
import { ENCRYPTION_KEY, COPIED_SCHEMA_TEXT, SCHEMA_KEY, agree } from './schema.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { codeOf, connect, EXPIRED, query, reasonOf, TABLE } from './sqlite-connection.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** An Easel that is ending writes what is left before it lets go. */
const LOCK_WAIT_MS = 2_000;
/** Rows a statement reads: large enough to be fast, small enough not to block the event loop. */
const PAGE_ROWS = 500;
/** Rows a statement removes; more would keep the bot's own writes waiting. */
const CLEAN_ROWS = 1_000;

/** Keyv's adapter, whose writes share commits with all others. */
class SharingSqlite extends KeyvSqlite {
  readonly #writer: SqliteWriter;

  constructor(file: string, writer: SqliteWriter) {
    super({ uri: `sqlite://${file}`, table: TABLE, busyTimeout: LOCK_WAIT_MS });
    this.#writer = writer;
  }

  override async set(key: string, text: string): Promise<boolean> {
    return this.#writer.commit([{ key, text }]);
  }

  override async delete(key: string): Promise<boolean> {
    return this.#writer.commit([{ key }]);
  }
}

/**
 * Opens the SQLite file, which only one Easel at a time may use. Missing folders and the file are made, for the present user
 * alone.
 * @param onLost called when the file was deleted or replaced: what was written since would be lost with the process.
 * @throws StoreOpenError
 */
export const openSqlite = async (path: string, onLost: (error: Error) => void): Promise<Database> => {
  const location = resolve(path);
  const opened: { close: () => Promise<void> }[] = [];
  const close = async () => {
    for (const connection of opened.splice(0)) await connection.close();
  };
  try {
    const file = await prepareFile(location);
    opened.unshift(await lock(await createFile(`${file}.lock`), location));
    const connection = await connect(
      new KeyvSqlite({ uri: `sqlite://${file}`, table: TABLE, busyTimeout: LOCK_WAIT_MS }),
    );
    opened.unshift(connection);
    const writer = new SqliteWriter(connection, lossCheck(file, location, onLost));
    await writer.prepare();
    const adapter = await connect(new SharingSqlite(file, writer));
    opened.unshift(adapter);
    return databaseOf({ location, adapter, writer, close });
  } catch (error) {
    await close();
    if (error instanceof StoreOpenError) throw error;
    throw StoreOpenError.at(location, reasonOf(error), { cause: error });
  }
};

const databaseOf = ({
  location,
  adapter,
  writer,
  close,
}: Pick<Database, 'location' | 'close'> & { adapter: KeyvSqlite; writer: SqliteWriter }): Database => {
  const database: Database = {
    ...{ location, adapter, close },
    commit: (changes, condition) => writer.commit(changes, condition),
    pages: (start) => pages(adapter, start),
    clean: () => clean(adapter, writer),
    risks: () => Promise.resolve([]),
    // The file's lock is the lease, for all of the shards.
    lease: () => ({
      part: 0,
      isStandby: false,
      acquire: (keyFingerprint) => agree(database, keyFingerprint),
      isHeld: () => true,
      isInDoubt: () => false,
      isStillHeld: () => Promise.resolve(true),
      guard: async (write) => {
        await write();
      },
      unheld: () => Promise.resolve(0),
      takeTurn: () => Promise.resolve(),
      release: () => Promise.resolve(),
    }),
    alone: (work) => work(),
  };
  return database;
};

/** Creates missing folders; returns the path without symbolic links, so that one file has one lock. */
const prepareFile = async (location: string): Promise<string> => {
  await mkdir(dirname(location), { recursive: true, mode: FOLDER_MODE });
  const file = await realpath(await createFile(location));
  if (!(await stat(file)).isFile()) throw StoreOpenError.at(location, 'it is not a file. Check the path');
  return file;
};

/** SQLite would make it readable for everybody; the files that SQLite adds copy its mode. */
const createFile = async (path: string): Promise<string> => {
  try {
    await (await open(path, 'wx', FILE_MODE)).close();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return path;
};

/**
 * Takes a lock of the operating system, which drops it with the process: SQLite's exclusive one on a file beside the database, so
 * that tools can read the database. Nothing else in this process may open that file: closing it would drop the lock
 * (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
const lock = async (lockFile: string, location: string): Promise<KeyvSqlite> => {
  const connection = new KeyvSqlite({
    uri: `sqlite://${lockFile}`,
    table: 'lock',
    busyTimeout: LOCK_WAIT_MS,
  });
  try {
    await connect(connection);
    await connection.query('BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    await connection.close().catch(() => undefined);
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new StoreOpenError(
      `Another Easel uses this file: ${location}. End it first; several at once need Postgres`,
      { cause: error },
    );
  }
};

/** Looks whether the file is still where it was: a deleted one stays writable for processes that have it open. */
const lossCheck = (file: string, location: string, onLost: (error: Error) => void): (() => void) => {
  const inodeOf = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  const known = inodeOf();
  return () => {
    if (inodeOf() === known) return;
    const error = new StoreOpenError(
      `The database at ${location} was deleted or replaced while Easel was using it, so Easel exits. Restore the file, or start Easel with the file that is there now`,
    );
    onLost(error);
    throw error;
  };
};

/** Each page starts after the last key of the one before: rows that come and go move nothing out of sight. */
const pages = async function* (connection: KeyvSqlite, start: string): AsyncGenerator<Row[]> {
  const select = `SELECT key, value FROM ${TABLE} WHERE key > ? AND key < ? ORDER BY key LIMIT ?`;
  for (let last = start; ;) {
    const rows = await query<{ key: string; value: string }>(
      connection,
      select,
      last,
      endOf(start),
      PAGE_ROWS,
    );
    yield rows.map(({ key, value }) => [key, value]);
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)?.key ?? last;
  }
};

/** Searched over the connection that reads; checked again when removed, since a row may have been written in between. */
const clean = async (reader: KeyvSqlite, writer: SqliteWriter): Promise<void> => {
  for (let last = ''; ;) {
    const select = `SELECT key FROM ${TABLE} WHERE key > ? AND ${EXPIRED} ORDER BY key LIMIT ?`;
    const found = await query<{ key: string }>(reader, select, last, Date.now(), CLEAN_ROWS);
    const keys = found.map(({ key }) => key);
    if (keys.length > 0) await writer.removeExpired(keys);
    if (keys.length < CLEAN_ROWS) break;
    last = keys.at(-1) ?? last;
  }
  await writer.emptyLog();
};

/** Whether there is a file that has something in it. */
const isFilled = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );

/** Inspects a file, which may not exist yet. */
export const inspectSqlite = async (path: string): Promise<Inspection> => {
  const location = resolve(path);
  const isThere = await isFilled(location);
  const uri = isThere ? `sqlite://${location}` : 'sqlite://:memory:';
  try {
    const connection = await connect(new KeyvSqlite({ uri, table: TABLE }));
    try {
      const [row] = await query<{ version: string }>(connection, 'SELECT sqlite_version() AS version');
      const held = isThere && (await isLocked(`${location}.lock`)) ? 1 : 0;
      return {
        server: `SQLite ${row?.version ?? ''}`,
        schema: await connection.get<string>(SCHEMA_KEY),
        encryptionKey: await connection.get<string>(ENCRYPTION_KEY),
        parts: { all: 1, held },
        risks: [],
      };
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw StoreOpenError.at(location, reasonOf(error), { cause: error });
  }
};

/** Takes the lock for a moment; an Easel that starts just then waits for it. */
const isLocked = async (lockFile: string): Promise<boolean> => {
  if (!(await isFilled(lockFile))) return false;
  const connection = new KeyvSqlite({ uri: `sqlite://${lockFile}`, table: 'lock', busyTimeout: 1 });
  try {
    await connect(connection);
    return false;
  } catch (error) {
    return codeOf(error) === 'SQLITE_BUSY';
  } finally {
    await connection.close().catch(() => undefined);
  }
};

/**
 * Writes the rows of one moment to a new file that only its owner can read, while Easel may go on writing. The file is complete,
 * or isn't created. Easel doesn't start on it.
 * @throws StoreOpenError when there is no store, or the file exists already or can't be written.
 */
export const backUpSqlite = async (location: string, file: string): Promise<void> => {
  if (!(await isFilled(location))) throw StoreOpenError.at(location, "the file doesn't exist");
  if (await stat(file).then(Boolean, () => false))
    throw StoreOpenError.at(file, 'it already exists. Choose another name');
  const draft = `${file}.part`;
  try {
    await rm(draft, { force: true });
    await createFile(draft);
    const source = await connect(new KeyvSqlite({ uri: `sqlite://${location}`, table: TABLE }));
    try {
      if (!(await source.get(SCHEMA_KEY))) throw StoreOpenError.at(location, 'it is no store of Easel');
      await source.query('VACUUM INTO ?', draft);
    } finally {
      await source.close();
    }
    const copy = await connect(new KeyvSqlite({ uri: `sqlite://${draft}`, table: TABLE }));
    await copy.set(SCHEMA_KEY, COPIED_SCHEMA_TEXT);
    await copy.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof StoreOpenError) throw error;
    throw StoreOpenError.at(file, reasonOf(error), { cause: error });
  }
};
