import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { RowWrite } from './row.ts';
import { SqliteConnection, type SqliteRow } from './sqlite-connection.ts';

/** A commit of that many rows takes some 20 ms; the next writes wait that long at most. */
const BATCH_ROWS = 1_000;
/** For so many rows and fewer a statement is kept, each with its rows as parameters; more travel as one JSON text. */
const PREPARED_ROWS = 16;

/**
 * What is inserted here is stored, or removed where there is no value: one statement, and so a transaction by itself, makes
 * all of a commit's changes.
 */
const writesInto = (table: string): string => `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP VIEW writes AS SELECT NULL AS key, NULL AS value;
  CREATE TEMP TRIGGER storing INSTEAD OF INSERT ON writes WHEN NEW.value IS NOT NULL BEGIN
    INSERT INTO ${table} (key, value) VALUES (NEW.key, NEW.value)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value;
  END;
  CREATE TEMP TRIGGER removing INSTEAD OF INSERT ON writes WHEN NEW.value IS NULL BEGIN
    DELETE FROM ${table} WHERE key = NEW.key;
  END`;

const writeOf = (rows: number): string =>
  `INSERT INTO writes (key, value) VALUES ${Array.from({ length: rows }, () => '(?, ?)').join(', ')}`;

/** By how many rows they write. */
const WRITES: readonly string[] = Array.from({ length: PREPARED_ROWS + 1 }, (_, rows) => writeOf(rows));

/** Keys have no characters, and values as JSON no raw ones, that the way through JSON would change. */
const WRITE_MANY = `INSERT INTO writes (key, value)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)`;

/** How long a write waits for another one to share its commit, when nobody waits for it. */
const MAX_WAIT_MS = 100;

interface Batch {
  writes: readonly RowWrite[];
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * The one connection that writes. Writes are committed together: those that arrive while a commit is under way share the next
 * one, and with it the price of one synchronisation with the disk. Each is acknowledged after its commit. Writes of one key
 * are not kept in order here: a key may have only one under way.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  /** Keeps statements out of each other's transactions. */
  readonly #mutex = new KeyedMutex();
  #table = '';
  /** Asked before a write is acknowledged, so that nothing is promised of a file that is gone. */
  #check: () => void = () => undefined;
  #waiting: Batch[] = [];
  #isUrgent = false;
  #committing = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** @throws what SQLite says, with its `code`, when the file can't be opened. */
  static async connect(file: string, busyTimeoutMs: number): Promise<SqliteWriter> {
    return new SqliteWriter(await SqliteConnection.connect(file, busyTimeoutMs));
  }

  /** Everything is committed into that table from now on, and acknowledged unless the check throws. */
  async writeInto(table: string, check: () => void): Promise<void> {
    await this.#connection.exec(writesInto(table));
    this.#table = table;
    this.#check = check;
  }

  /** The rows that a statement brings. */
  query(sql: string, ...parameters: unknown[]): Promise<SqliteRow[]> {
    return this.#mutex.run(['writer'], () => this.#connection.query(sql, parameters));
  }

  /**
   * Stores and removes rows, each of another key: all of them, or it throws and none.
   *
   * @param mayWait leaves them some time to share the commit of others.
   */
  commit(writes: readonly RowWrite[], mayWait = false): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ writes, done, failed });
      if (mayWait) this.#timer ??= setTimeout(() => this.#hurry(), MAX_WAIT_MS);
      else this.#hurry();
    });
  }

  /** Commits at once what waits for others. */
  hurry(): void {
    if (this.#timer) this.#hurry();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #hurry(): void {
    this.#isUrgent = true;
    if (!this.#committing) void this.#commitWaiting();
  }

  async #commitWaiting(): Promise<void> {
    this.#committing = true;
    while (this.#isUrgent) {
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

  /** The oldest first; writes that belong together stay in one batch. */
  #take(): Batch[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let rows = 0;
    const full = this.#waiting.findIndex(({ writes }) => (rows += writes.length) >= BATCH_ROWS);
    const taken = this.#waiting.splice(0, full < 0 ? this.#waiting.length : full + 1);
    this.#isUrgent = this.#waiting.length > 0;
    return taken;
  }

  #commit(writes: readonly RowWrite[]): Promise<unknown> {
    const rows = writes.map(({ key, text = null }) => [key, text]);
    const write = WRITES[rows.length];
    if (write === undefined) return this.#run(WRITE_MANY, [JSON.stringify(rows)]);
    return rows.length > 0 ? this.#run(write, rows.flat()) : Promise.resolve();
  }

  async #run(sql: string, parameters: unknown[]): Promise<unknown> {
    // What a trigger needs is not looked for again when another program has changed the tables; what a query needs is.
    if (!this.#connection.isPrepared(sql))
      await this.#connection.exec(`SELECT 1 FROM ${this.#table} LIMIT 0`);
    return this.#connection.run(sql, parameters);
  }
}
