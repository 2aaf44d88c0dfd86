import { KeyvSqlite } from '@keyv/sqlite';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { endOf, type RowWrite } from './row.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteWriter } from './sqlite-writer.ts';

/**
 * How long a statement waits for another process that writes, such as a person with a database tool. The process can't end
 * before: Node waits for the thread in which the statement waits.
 */
const BUSY_TIMEOUT_MS = 2_000;
export const TABLE = 'easel';
/** Rows a statement reads: large enough to be fast, small enough not to block the event loop. */
const PAGE_ROWS = 200;
/** Rows removed by one statement of a sweep; a longer one would keep the bot's own writes waiting. */
const SWEEP_ROWS = 1_000;
/** How much of the rows that were read lately is kept in memory, in characters: some thousand rows. */
const KEPT_CHARACTERS = 1_000_000;

/** A row with a lifetime starts with it, and a cast takes the digits a text starts with. */
const EXPIRED = `value GLOB '{"expires":[0-9]*' AND CAST(substr(value, 12) AS INTEGER) < ?`;
const REMOVE = `DELETE FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`;

const SELECT = `SELECT value FROM ${TABLE} WHERE key = ?`;

/** A value that isn't text reads as an empty text, which isn't one of our rows. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const rowsSchema = z.array(z.object({ key: z.string(), value: z.unknown().transform(textOf) }));
const keysSchema = z.array(z.object({ key: z.string() }));

export interface ConnectOptions {
  busyTimeoutMs?: number;
  table?: string;
}

/**
 * Connects to a file and makes the table where it is missing.
 * @param file an absolute path.
 * @throws what SQLite says, with its `code`, when the file can't be opened or is no database.
 */
export const connectSqlite = async (
  file: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS, table = TABLE }: ConnectOptions = {},
): Promise<KeyvSqlite> =>
  answering(new KeyvSqlite({ uri: `sqlite://${file}`, busyTimeout: busyTimeoutMs, table }));

const answering = async <Connection extends KeyvSqlite>(connection: Connection): Promise<Connection> => {
  // The failed connection is thrown by the query below; an event without a listener would be thrown as well.
  connection.on('error', () => undefined);
  // A connection that fails before anybody has asked it something ends the process: ask at once.
  await connection.query('SELECT 1');
  return connection;
};

/** The texts of rows, in the order of the keys. */
export const textsOf = async (
  connection: Pick<KeyvSqlite, 'query'>,
  keys: readonly string[],
): Promise<(string | undefined)[]> => {
  const select = `SELECT key, value FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`;
  const rows = rowsSchema.parse(await connection.query(select, JSON.stringify(keys)));
  const texts = new Map(rows.map((row) => [row.key, row.value]));
  return keys.map((key) => texts.get(key));
};

/**
 * Rows with a prefix that is empty or ends with a colon, each page starting after the last key of the one before: unlike with
 * the offset of the base class's iterator, rows that come and go move nothing out of sight. The next page is read while its
 * reader works on the present one.
 */
const pages = async function* (
  query: (sql: string, ...parameters: unknown[]) => Promise<unknown>,
  prefix: string,
): AsyncGenerator<[key: string, text: string][]> {
  const select = `SELECT key, value FROM ${TABLE} WHERE key > ? AND key < ? ORDER BY key LIMIT ?`;
  const read = (last: string): Promise<unknown> => query(select, last, endOf(prefix), PAGE_ROWS);
  for (let reading: Promise<unknown> | undefined = read(prefix); reading;) {
    const page = rowsSchema.parse(await reading);
    const last = page.at(PAGE_ROWS - 1);
    reading = last && read(last.key);
    // Thrown by the turn that waits for it, which never comes where the reader has had enough.
    reading?.catch(() => undefined);
    yield page.map(({ key, value }) => [key, value]);
  }
};

export interface SqliteAdapterOptions {
  file: string;
  /** Reads single rows. */
  reader: SqliteConnection;
  /** Where a single row can't be read, its statement is finalised in the event loop, which would wait for a page's. */
  pageReader: SqliteConnection;
  writer: SqliteWriter;
  /** Asked before a write is acknowledged, so that nothing is promised of a file that is gone. */
  check: () => void;
}

/** Connects what writes; {@link SqliteAdapter.connect} readies it for rows. @throws as {@link connectSqlite} does. */
export const connectWriter = (file: string): Promise<SqliteWriter> =>
  SqliteWriter.connect(file, BUSY_TIMEOUT_MS);

/** Connects what reads rows. @throws as {@link connectSqlite} does. */
export const connectReader = (file: string): Promise<SqliteConnection> =>
  SqliteConnection.connect(file, BUSY_TIMEOUT_MS);

/** Keyv's adapter: connections of their own read single rows, read pages, and write; its own does the rest. */
export class SqliteAdapter extends KeyvSqlite {
  readonly #reader: SqliteConnection;
  readonly #pageReader: SqliteConnection;
  readonly #writer: SqliteWriter;
  /** Rows that were read lately, as they stand in the file, which nobody else writes to. */
  readonly #known = new LRUCache<string, { text: string | undefined }>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ text = '' }, key) => key.length + text.length,
  });

  private constructor({ file, reader, pageReader, writer }: SqliteAdapterOptions) {
    super({ uri: `sqlite://${file}`, busyTimeout: BUSY_TIMEOUT_MS, table: TABLE });
    this.#reader = reader;
    this.#pageReader = pageReader;
    this.#writer = writer;
  }

  /** @throws what SQLite says, with its `code`, when the file can't be opened. */
  static async connect(options: SqliteAdapterOptions): Promise<SqliteAdapter> {
    const adapter = await answering(new SqliteAdapter(options));
    await options.writer.writeInto(TABLE, options.check);
    return adapter;
  }

  // The base class prepares a statement each time, and returns null and bytes, which Keyv would read as a missing row and
  // as a value.
  override async get<Value>(key: string): Promise<Value | undefined>;
  override async get(key: string): Promise<string | undefined> {
    const known = this.#known.get(key);
    if (known) return known.text;
    const [row] = await this.#reader.run(SELECT, [key]);
    const text = row && textOf(row['value']);
    this.#known.set(key, { text });
    return text;
  }

  // The base class looks for each key among all of the rows.
  override async getMany<Value>(keys: string[]): Promise<(Value | undefined)[]>;
  override async getMany(keys: string[]): Promise<(string | undefined)[]> {
    return textsOf(this, keys);
  }

  override async set(key: string, text: string): Promise<void> {
    await this.commit([{ key, text }]);
  }

  override async delete(key: string): Promise<boolean> {
    await this.commit([{ key }]);
    return true;
  }

  /** See {@link SqliteWriter.commit}. */
  commit(writes: readonly RowWrite[], mayWait?: boolean): Promise<void> {
    const known = writes.filter(({ key }) => this.#known.delete(key));
    const committing = this.#writer.commit(writes, mayWait);
    if (known.length === 0) return committing;
    return committing.then(() => {
      for (const { key, text } of known) this.#known.set(key, { text });
    });
  }

  /** Reads all rows with a prefix that is empty or ends with a colon. */
  pages(prefix: string): AsyncGenerator<[key: string, text: string][]> {
    // A statement that stays prepared is run while its reader works; to prepare one, the event loop has to be free.
    return pages((sql, ...parameters) => this.#pageReader.run(sql, parameters), prefix);
  }

  /**
   * Removes expired rows. The read connection searches the table, so that writes continue. The removal checks the expiry
   * again, since the row may have been written in between.
   * @param now milliseconds since the epoch.
   * @returns how many rows were removed.
   */
  async sweep(now: number): Promise<number> {
    const select = `SELECT key FROM ${TABLE} WHERE key > ? AND ${EXPIRED} ORDER BY key LIMIT ?`;
    let removed = 0;
    for (let last = ''; ;) {
      const found = keysSchema.parse(await this.query(select, last, now, SWEEP_ROWS));
      const keys = found.map(({ key }) => key);
      const gone = await this.#writer.query(
        `${REMOVE} AND ${EXPIRED} RETURNING key`,
        JSON.stringify(keys),
        now,
      );
      const removedKeys = keysSchema.parse(gone).map(({ key }) => key);
      for (const key of removedKeys) this.#known.delete(key);
      removed += removedKeys.length;
      if (keys.length < SWEEP_ROWS) return removed;
      last = keys.at(-1) ?? last;
    }
  }
}
