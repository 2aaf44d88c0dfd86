import type { KeyvSqlite } from '@keyv/sqlite';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { sorted, type Change, type Condition, type Row } from './row.ts';
import { EXPIRED, query, TABLE } from './sqlite-connection.ts';

/** A commit of that many rows takes some 20 ms; the next writes wait that long at most. */
const BATCH_ROWS = 1_000;

/** Keys have no characters, and values as JSON no raw ones, that the way through JSON would change. */
const STORE = `INSERT INTO ${TABLE} (key, value)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const REMOVE = `DELETE FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`;

interface Batch {
  changes: readonly Change[];
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * The one connection that writes. What arrives while a commit is under way shares the next one, and with it the price of one
 * synchronisation with the disk. Writes of one key are not kept in order here: a key may have only one under way.
 */
export class SqliteWriter {
  readonly #connection: KeyvSqlite;
  /** Throws when nothing may be acknowledged, since the file is gone. */
  readonly #check: () => void;
  /** Keeps statements out of each other's transactions. */
  readonly #turns = new KeyedMutex();
  #waiting: Batch[] = [];

  constructor(connection: KeyvSqlite, check: () => void) {
    this.#connection = connection;
    this.#check = check;
  }

  /** A commit is durable before it is acknowledged, and a removal leaves nothing behind in the file. */
  async prepare(): Promise<void> {
    await this.#connection.query('PRAGMA journal_mode = WAL');
    await this.#connection.query('PRAGMA synchronous = FULL');
    await this.#connection.query('PRAGMA secure_delete = ON');
    // A file that can only be read, or a full disk, shows only when something is written.
    await this.#connection.query('PRAGMA user_version = 1');
  }

  /** See {@link Database.commit}. */
  commit(changes: readonly Change[], condition?: Condition): Promise<boolean> {
    if (condition) return this.#inTurn(() => this.#write(changes, condition));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, done: () => resolve(true), failed: reject });
      if (this.#waiting.length === 1) void this.#inTurn(() => this.#commitWaiting());
    });
  }

  async removeExpired(keys: readonly string[]): Promise<void> {
    const remove = `${REMOVE} AND ${EXPIRED}`;
    await this.#inTurn(() => this.#connection.query(remove, JSON.stringify(keys), Date.now()));
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

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(['writer'], work);
  }

  /** The oldest first; changes that belong together stay in one batch. */
  async #commitWaiting(): Promise<void> {
    let rows = 0;
    const full = this.#waiting.findIndex(({ changes }) => (rows += changes.length) >= BATCH_ROWS);
    const batches = this.#waiting.splice(0, full < 0 ? this.#waiting.length : full + 1);
    if (this.#waiting.length > 0) void this.#inTurn(() => this.#commitWaiting());
    try {
      await this.#write(batches.flatMap(({ changes }) => changes));
      for (const { done } of batches) done();
    } catch (error) {
      for (const { failed } of batches) failed(error);
    }
  }

  async #write(changes: readonly Change[], condition?: Condition): Promise<boolean> {
    const { stored, removed } = sorted(changes);
    const holds =
      !condition && removed.length === 0
        ? await this.#store(stored)
        : await this.#transact(stored, removed, condition);
    this.#check();
    return holds;
  }

  /** One statement is a transaction by itself. */
  async #store(rows: readonly Row[]): Promise<true> {
    if (rows.length > 0) await this.#connection.query(STORE, JSON.stringify(rows));
    return true;
  }

  async #transact(
    stored: readonly Row[],
    removed: readonly string[],
    condition?: Condition,
  ): Promise<boolean> {
    await this.#connection.query('BEGIN IMMEDIATE');
    try {
      const holds = !condition || (await this.#connection.get(condition.key)) === condition.text;
      if (holds) {
        await this.#store(stored);
        await this.#connection.query(REMOVE, JSON.stringify(removed));
      }
      await this.#connection.query('COMMIT');
      return holds;
    } catch (error) {
      await this.#connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}
