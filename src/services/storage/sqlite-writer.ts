import { TABLE, type SqliteConnection } from './sqlite-connection.ts';
import type { SqliteWatch } from './sqlite-watch.ts';

/** A commit of that many rows takes some 20 ms; the next writes wait that long at most. */
const BATCH_ROWS = 1_000;

interface Write {
  key: string;
  /** `undefined` removes the row. */
  value: string | undefined;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * The one connection that writes. Writes that arrive while one is under way are committed together, so that
 * many writers share the price of one synchronisation with the disk; each is acknowledged after its commit.
 *
 * Writes of one key are not kept in order here: a key may have only one under way.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #watch: Pick<SqliteWatch, 'check'>;
  #waiting: Write[] = [];
  #committing = false;

  /** @param watch asked before a write is acknowledged, so that nothing is promised of a file that is gone. */
  constructor(connection: SqliteConnection, watch: Pick<SqliteWatch, 'check'>) {
    this.#connection = connection;
    this.#watch = watch;
  }

  /** Stores the value, or removes the row when there is none. */
  write(key: string, value: string | undefined): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ key, value, done, failed });
      if (!this.#committing) void this.#commitWaiting();
    });
  }

  /** Gives a row another key, with all that it holds. */
  async rename(from: string, to: string): Promise<void> {
    await this.#connection.query(`UPDATE ${TABLE} SET key = ? WHERE key = ?`, to, from);
    await this.#watch.check();
  }

  async #commitWaiting(): Promise<void> {
    this.#committing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_ROWS);
      const rows = batch.filter((write) => write.value !== undefined);
      const removals = batch.filter((write) => write.value === undefined);
      await settle(rows, () => this.#upsert(rows));
      await settle(removals, () => this.#remove(removals));
    }
    this.#committing = false;
  }

  /** The rows travel as one JSON text: keys have no characters, and values as JSON no raw ones, that it would change. */
  async #upsert(rows: readonly Write[]): Promise<void> {
    await this.#connection.query(
      `INSERT INTO ${TABLE} (key, value) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')
       FROM json_each(?) WHERE true ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      JSON.stringify(rows.map((row) => [row.key, row.value])),
    );
    await this.#watch.check();
  }

  async #remove(removals: readonly Write[]): Promise<void> {
    await this.#connection.query(
      `DELETE FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`,
      JSON.stringify(removals.map((removal) => removal.key)),
    );
    await this.#watch.check();
  }
}

/** Commits and tells every write how it ended; a batch is one statement, which SQLite does whole or not at all. */
const settle = async (writes: readonly Write[], commit: () => Promise<void>): Promise<void> => {
  if (writes.length === 0) return;
  try {
    await commit();
    for (const write of writes) write.done();
  } catch (error) {
    for (const write of writes) write.failed(error);
  }
};
