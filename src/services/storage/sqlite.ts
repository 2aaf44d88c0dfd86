import { constants, existsSync, statSync } from 'node:fs';
import { access, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { compact } from '../../lib/lists.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { FencedError, StoreOpenError } from './errors.ts';
import type { Lease } from './lease.ts';
import type { Change, Row } from './row.ts';
import { agree, COPIED_SCHEMA_TEXT, SCHEMA_KEY } from './schema.ts';

const TABLE = 'easel';
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** An Easel that is ending writes what is left before it lets go. */
const LOCK_WAIT_MS = 2_000;
/** Rows a statement removes; more would keep the bot's own writes waiting. */
const CLEAN_ROWS = 1_000;

/** Keys have no characters, and values as JSON no raw ones, that the way through JSON would change. */
const STORE = `INSERT INTO ${TABLE} (key, value)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const REMOVE = `DELETE FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`;
const PAGE = `SELECT key, value FROM ${TABLE} WHERE key > ? AND key < ? ORDER BY key LIMIT ?`;
const BEYOND = `SELECT key FROM ${TABLE} WHERE key > ? AND key < ? ORDER BY key DESC LIMIT ? OFFSET ?`;
/** A row with a lifetime starts with it, and a cast takes the digits that a text starts with. */
const HAS_END = `value GLOB '{"expires":[0-9]*'`;
const END = 'CAST(substr(value, 12) AS INTEGER)';
const CREATE_INDEX = `CREATE INDEX IF NOT EXISTS ${TABLE}_expires ON ${TABLE} (${END}) WHERE ${HAS_END}`;
const EXPIRED = `${HAS_END} AND ${END} < ?`;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The messages of SQLite and of the operating system say what is wrong. */
const failureOf = (error: unknown, location: string): StoreOpenError => {
  if (error instanceof StoreOpenError) return error;
  const reason = error instanceof Error ? error.message : 'unexpected failure';
  const advice = 'Check the path, that Easel may read and write the file and its folder, and the free space';
  return StoreOpenError.at(location, `${reason}. ${advice}`, { cause: error });
};

const query = async <Columns>(
  connection: KeyvSqlite,
  sql: string,
  ...parameters: unknown[]
): Promise<Columns[]> => (await connection.query(sql, ...parameters)) as Columns[];

const newConnection = (file: string, busyTimeout = LOCK_WAIT_MS): KeyvSqlite =>
  new KeyvSqlite({ uri: `sqlite://${file}`, table: TABLE, busyTimeout });

/** Asks at once: a connection that fails before it was asked something ends the process. @throws what SQLite says. */
const connect = async <Connection extends KeyvSqlite>(connection: Connection): Promise<Connection> => {
  // What fails is thrown by the query, too.
  connection.on('error', () => undefined);
  await connection.query('SELECT 1');
  return connection;
};

/** From now on a commit is durable before it is acknowledged, and a removal leaves nothing behind in the file. */
const prepare = async (connection: KeyvSqlite): Promise<void> => {
  await connection.query('PRAGMA journal_mode = WAL');
  await connection.query('PRAGMA synchronous = FULL');
  await connection.query('PRAGMA secure_delete = ON');
  // A file that can only be read, or a full disk, shows only when something is written.
  await connection.query('PRAGMA user_version = 1');
  await connection.query(CREATE_INDEX);
};

/** An SQL statement, and the rows that it is about as JSON. */
type Statement = readonly [sql: string, rows: string];

/**
 * The one connection that writes. What arrives while a commit is under way shares the next one, and with it the price of one
 * synchronisation with the disk. Writes of one key are not kept in order here: a key may have only one under way.
 */
class Writer {
  readonly #connection: KeyvSqlite;
  /** Throws when nothing may be acknowledged: see {@link lossCheck}. */
  readonly #check: () => void;
  /** Keeps statements out of each other's transactions. */
  readonly #turns = new KeyedMutex();
  /** The commit that hasn't begun. */
  #next: { changes: Change[]; done: Promise<true> } | undefined;

  constructor(connection: KeyvSqlite, check: () => void) {
    this.#connection = connection;
    this.#check = check;
  }

  commit(changes: readonly Change[]): Promise<true> {
    this.#next ??= this.#begin();
    this.#next.changes.push(...changes);
    return this.#next.done;
  }

  async removeExpired(keys: readonly string[], now: number): Promise<void> {
    const remove = `${REMOVE} AND ${EXPIRED}`;
    await this.#inTurn(() => this.#connection.query(remove, JSON.stringify(keys), now));
  }

  /**
   * Empties the write-ahead log, which holds what rows said before they were changed or removed.
   * @throws when another program reads all the while: it can't be emptied under a reader.
   */
  async emptyLog(): Promise<void> {
    const checkpoint = 'PRAGMA wal_checkpoint(TRUNCATE)';
    const [result] = await this.#inTurn(() => query<{ busy: number }>(this.#connection, checkpoint));
    if (result?.busy !== 0) throw new Error('Another program reads the database all the while');
  }

  /** Writes the file anew: pages keep remains of rows that SQLite has moved in them, also when those are removed. */
  async rewrite(): Promise<void> {
    await this.#inTurn(() => this.#connection.query('VACUUM'));
    await this.emptyLog();
  }

  #begin(): { changes: Change[]; done: Promise<true> } {
    const changes: Change[] = [];
    const done = this.#inTurn(() => {
      this.#next = undefined;
      return this.#write(changes);
    });
    return { changes, done };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(['writer'], work);
  }

  async #write(changes: readonly Change[]): Promise<true> {
    const stored = changes.flatMap(({ key, text }) => (text === undefined ? [] : [[key, text]]));
    const removed = changes.flatMap(({ key, text }) => (text === undefined ? key : []));
    const statements = compact<Statement>([
      stored.length > 0 && [STORE, JSON.stringify(stored)],
      removed.length > 0 && [REMOVE, JSON.stringify(removed)],
    ]);
    await (statements.length > 1 ? this.#transaction(statements) : this.#run(statements));
    this.#check();
    return true;
  }

  /** A statement alone is a transaction of its own: https://www.sqlite.org/lang_transaction.html */
  async #run(statements: readonly Statement[]): Promise<void> {
    for (const [sql, rows] of statements) await this.#connection.query(sql, rows);
  }

  async #transaction(statements: readonly Statement[]): Promise<void> {
    await this.#connection.query('BEGIN IMMEDIATE');
    try {
      await this.#run(statements);
      await this.#connection.query('COMMIT');
    } catch (error) {
      await this.#connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}

/** Keyv's adapter, whose writes share commits with all others. */
class SharingSqlite extends KeyvSqlite {
  readonly #writer: Writer;

  constructor(file: string, writer: Writer) {
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
 * Opens an SQLite file, which only one Easel at a time may use. Missing folders and the file are made, for the present user alone.
 * @throws StoreOpenError
 */
export const openSqlite = async (
  path: string,
  { onLost, isReader }: Pick<DatabaseOptions, 'onLost' | 'isReader'>,
): Promise<Database> => {
  if (path === '' || path === ':memory:')
    throw StoreOpenError.at('sqlite://', 'the path of a file is missing');
  const location = resolve(path);
  try {
    return await (isReader ? openToRead(location) : openToUse(location, onLost));
  } catch (error) {
    throw failureOf(error, location);
  }
};

const openToUse = async (location: string, onLost: (error: Error) => void): Promise<Database> => {
  await mkdir(dirname(location), { recursive: true, mode: FOLDER_MODE });
  // Without symbolic links, so that one file has one lock.
  const file = await realpath(await createFile(location));
  await refuseSecondName(file);
  // A file that is written anew takes its room once more, which /tmp may not have where that is memory.
  process.env['SQLITE_TMPDIR'] ??= dirname(file);
  const opened = [await lock(await createFile(`${file}.lock`), location)];
  const close = async () => {
    for (const connection of opened.splice(0).reverse()) await connection.close();
  };
  try {
    const connection = await connect(newConnection(file));
    opened.push(connection);
    await prepare(connection);
    const writer = new Writer(connection, lossCheck(file, onLost));
    const adapter = await connect(new SharingSqlite(file, writer));
    opened.push(adapter);
    return databaseOf({ location, adapter, writer, close });
  } catch (error) {
    await close();
    throw error;
  }
};

/** Readers need no lock. */
const openToRead = async (location: string): Promise<Database> => {
  const isThere = existsSync(location);
  if (isThere) await refuseSecondName(location);
  const adapter = await connect(newConnection(isThere ? location : ':memory:'));
  const writer = new Writer(adapter, () => undefined);
  return databaseOf({ location, adapter, writer, close: () => adapter.close() });
};

const databaseOf = ({
  location,
  adapter,
  writer,
  close,
}: Pick<Database, 'close'> & { location: string; adapter: KeyvSqlite; writer: Writer }): Database => {
  const database: Database = {
    location,
    adapter,
    close,
    isRefusal: () => true,
    commit: (changes) => writer.commit(changes),
    page: async (after, before, limit) => {
      const rows = await query<{ key: string; value: string }>(adapter, PAGE, after, before, limit);
      return rows.map(({ key, value }): Row => [key, value]);
    },
    keysBeyond: async (kept, { after, before, limit }) => {
      const rows = await query<{ key: string }>(adapter, BEYOND, after, before, limit, kept);
      return rows.map(({ key }) => key);
    },
    clean: (now) => clean(adapter, writer, now),
    rewrite: () => writer.rewrite(),
    problems: () => folderProblems(location),
    parts: () => Promise.resolve({ all: 1, held: 1 }),
    lease: ({ onEvent }) => ({
      ...ALWAYS_HELD,
      acquire: async (keyFingerprint) => {
        if (await agree(database, keyFingerprint)) onEvent('rekeyed');
      },
    }),
    alone: (work) => work(),
    backUp: (file) => backUp(adapter, location, resolve(file)),
  };
  return database;
};

const nearestFolder = (path: string): string => {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder);
};

/** SQLite adds files beside its own, and both have to be writable, as well as the folder in which missing ones are made. */
const folderProblems: (file: string) => ReturnType<Database['problems']> = async (file) => {
  for (const path of [...(existsSync(file) ? [file] : []), nearestFolder(file)])
    try {
      await access(path, constants.W_OK);
    } catch (error) {
      const text = `${path} can't be written by this user (${codeOf(error)}).`;
      const advice = 'Make it the property of the user who runs Easel, or set DATA_DIR or STORE_URL.';
      return [{ what: 'folder', text, advice }];
    }
  return [];
};

/** The file's lock is the lease, for all of the shards. */
const ALWAYS_HELD: Omit<Lease, 'acquire'> = {
  part: 0,
  isStandby: false,
  owns: () => true,
  isHeld: () => true,
  isUncertain: () => false,
  confirm: () => Promise.resolve(),
  guard: async (write) => {
    await write();
  },
  takeTurn: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

/** SQLite would make it readable for all users; the files that SQLite adds copy its mode. */
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
  const connection = newConnection(lockFile);
  try {
    await connect(connection);
    await connection.query('BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    await connection.close().catch(() => undefined);
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new StoreOpenError(
      `Another Easel uses this file: ${location}. End it first: "fuser ${lockFile}" names its process. Leave that file alone, since the lock ends with the process. Several at once need Postgres`,
      { cause: error },
    );
  }
};

/** Under each of its names a file has another log and another lock. */
const refuseSecondName = async (file: string): Promise<void> => {
  const stats = await stat(file);
  if (stats.isFile() && stats.nlink > 1)
    throw StoreOpenError.at(
      file,
      `the file has a second name (a hard link), under which another Easel could use it. Remove that name, or put a copy of the file in its place. "find / -xdev -samefile ${file}" shows all of its names`,
    );
};

/**
 * Looks whether the database, its log and its lock are still where they were. What was deleted or replaced can be written on, but
 * the next Easel that starts doesn't see it, and isn't kept from starting.
 */
const lossCheck = (file: string, onLost: (error: Error) => void): (() => void) => {
  const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;
  const known = [file, `${file}-wal`, `${file}.lock`].map((path) => ({ path, inode: inodeOf(path) }));
  return () => {
    const lost = known.find(({ path, inode }) => inodeOf(path) !== inode);
    if (!lost) return;
    const error = new FencedError(
      `${lost.path} was deleted or replaced while Easel was using it, so Easel exits. Bring the database back if that is gone, and start Easel again`,
    );
    onLost(error);
    throw error;
  };
};

/** Searched over the connection that reads; checked again when removed, since a row may have been written in between. */
const clean = async (reader: KeyvSqlite, writer: Writer, now: number): Promise<void> => {
  const select = `SELECT key FROM ${TABLE} WHERE ${EXPIRED} LIMIT ?`;
  for (let found = CLEAN_ROWS; found === CLEAN_ROWS;) {
    const keys = (await query<{ key: string }>(reader, select, now, CLEAN_ROWS)).map(({ key }) => key);
    if (keys.length > 0) await writer.removeExpired(keys, now);
    found = keys.length;
  }
  await writer.emptyLog();
};

const backUp = async (source: KeyvSqlite, location: string, file: string): Promise<void> => {
  if (!(await source.get(SCHEMA_KEY))) throw StoreOpenError.at(location, 'there is no store of Easel');
  if (existsSync(file)) throw StoreOpenError.at(file, 'it already exists. Choose another name');
  const draft = `${file}.part`;
  try {
    await rm(draft, { force: true });
    await createFile(draft);
    await source.query('VACUUM INTO ?', draft);
    const copy = await connect(newConnection(draft));
    await copy.set(SCHEMA_KEY, COPIED_SCHEMA_TEXT);
    await copy.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw failureOf(error, file);
  }
};
