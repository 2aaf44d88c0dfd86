import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { endOf, type RowWrite } from './row.ts';

/**
 * How long a statement waits for another process that writes, such as a person with a database tool. The process can't end
 * before: Node waits for the thread in which the statement waits.
 */
const BUSY_TIMEOUT_MS = 2_000;
const TABLE = 'easel';
/** Rows a statement reads: large enough to be fast, small enough not to block the event loop. */
const PAGE_ROWS = 1_000;
/** A commit of that many rows takes some 20 ms; the next writes wait that long at most. */
const BATCH_ROWS = 1_000;
/** Rows removed by one statement of a sweep; a longer one would keep the bot's own writes waiting. */
const SWEEP_ROWS = 1_000;

/** A row with a lifetime starts with it, and a cast takes the digits a text starts with. */
const EXPIRED = `value GLOB '{"expires":[0-9]*' AND CAST(substr(value, 12) AS INTEGER) < ?`;
/** The rows travel as one JSON text: keys have no characters, and values as JSON no raw ones, that it would change. */
const UPSERT = `INSERT INTO ${TABLE} (key, value) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')
  FROM json_each(?) WHERE true ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const REMOVE = `DELETE FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`;

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

const countSchema = z.tuple([z.object({ count: z.number() })]);

export const count = async (connection: Pick<KeyvSqlite, 'query'>): Promise<number> =>
  countSchema.parse(await connection.query(`SELECT count(*) AS count FROM ${TABLE}`))[0].count;

/**
 * Rows with a prefix that is empty or ends with a colon, each page starting after the last key of the one before: unlike with
 * the offset of the base class's iterator, rows that come and go move nothing out of sight.
 */
export const pages = async function* (
  connection: Pick<KeyvSqlite, 'query'>,
  prefix: string,
): AsyncGenerator<[key: string, text: string][]> {
  const select = `SELECT key, value FROM ${TABLE} WHERE key > ? AND key < ? ORDER BY key LIMIT ?`;
  for (let last = prefix; ;) {
    const page = rowsSchema.parse(await connection.query(select, last, endOf(prefix), PAGE_ROWS));
    yield page.map(({ key, value }) => [key, value]);
    if (page.length < PAGE_ROWS) return;
    last = page.at(-1)?.key ?? last;
  }
};

interface Batch {
  writes: readonly RowWrite[];
  done: () => void;
  failed: (error: unknown) => void;
}

export interface SqliteAdapterOptions {
  file: string;
  /** The one connection that writes. */
  writer: KeyvSqlite;
  /** Asked before a write is acknowledged, so that nothing is promised of a file that is gone. */
  check: () => void;
}

/**
 * Keyv's adapter, whose own connection reads, and whose writes are committed together: those that arrive while a commit is
 * under way share the next one, and with it the price of one synchronisation with the disk. Each is acknowledged after its
 * commit. Writes of one key are not kept in order here: a key may have only one under way.
 */
export class SqliteAdapter extends KeyvSqlite {
  readonly #writer: KeyvSqlite;
  readonly #check: () => void;
  /** Keeps other statements of the writer out of its transactions. */
  readonly #mutex = new KeyedMutex();
  #waiting: Batch[] = [];
  #committing = false;

  private constructor({ file, writer, check }: SqliteAdapterOptions) {
    super({ uri: `sqlite://${file}`, busyTimeout: BUSY_TIMEOUT_MS, table: TABLE });
    this.#writer = writer;
    this.#check = check;
  }

  /** @throws what SQLite says, with its `code`, when the file can't be opened. */
  static connect(options: SqliteAdapterOptions): Promise<SqliteAdapter> {
    return answering(new SqliteAdapter(options));
  }

  // The base class returns null and bytes, which Keyv would read as a missing row and as a value.
  override async get<Value>(key: string): Promise<Value | undefined>;
  override async get(key: string): Promise<string | undefined> {
    const value: unknown = await super.get(key);
    return value === undefined ? undefined : textOf(value);
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

  /** Stores and removes rows, each of another key: all of them, or it throws and none. */
  commit(writes: readonly RowWrite[]): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ writes, done, failed });
      if (!this.#committing) void this.#commitWaiting();
    });
  }

  /** Gives a row another key, with all that it holds. */
  async rename(from: string, to: string): Promise<void> {
    await this.#write(`UPDATE ${TABLE} SET key = ? WHERE key = ?`, to, from);
    this.#check();
  }

  /** Reads all rows with a prefix that is empty or ends with a colon. */
  pages(prefix: string): AsyncGenerator<[key: string, text: string][]> {
    return pages(this, prefix);
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
      const gone = await this.#write(`${REMOVE} AND ${EXPIRED} RETURNING key`, JSON.stringify(keys), now);
      removed += keysSchema.parse(gone).length;
      if (keys.length < SWEEP_ROWS) return removed;
      last = keys.at(-1) ?? last;
    }
  }

  #write(sql: string, ...parameters: unknown[]): Promise<unknown> {
    return this.#mutex.run(['writer'], () => this.#writer.query(sql, ...parameters));
  }

  async #commitWaiting(): Promise<void> {
    this.#committing = true;
    while (this.#waiting.length > 0) {
      const batches = this.#take();
      try {
        await this.#mutex.run(['writer'], () => this.#commit(batches.flatMap(({ writes }) => writes)));
        this.#check();
        for (const { done } of batches) done();
      } catch (error) {
        for (const { failed } of batches) failed(error);
      }
    }
    this.#committing = false;
  }

  /** Keeps writes that belong together in one batch. */
  #take(): Batch[] {
    let rows = 0;
    const full = this.#waiting.findIndex(({ writes }) => (rows += writes.length) >= BATCH_ROWS);
    return this.#waiting.splice(0, full < 0 ? this.#waiting.length : full + 1);
  }

  /** One statement is a transaction by itself. */
  async #commit(writes: readonly RowWrite[]): Promise<void> {
    const rows = writes.flatMap(({ key, text }) => (text === undefined ? [] : [[key, text]]));
    const removals = writes.flatMap(({ key, text }) => (text === undefined ? key : []));
    const upsert = () => this.#writer.query(UPSERT, JSON.stringify(rows));
    const remove = () => this.#writer.query(REMOVE, JSON.stringify(removals));
    if (removals.length === 0) await upsert();
    else if (rows.length === 0) await remove();
    else
      await this.#inTransaction(async () => {
        await upsert();
        await remove();
      });
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    try {
      await this.#writer.query('BEGIN IMMEDIATE');
      await work();
      await this.#writer.query('COMMIT');
    } catch (error) {
      // Some failures end the transaction by themselves (https://www.sqlite.org/lang_transaction.html).
      await this.#writer.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}
