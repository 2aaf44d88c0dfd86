import sqlite3, { type Database, type Statement } from 'sqlite3';

/** A row by its columns. */
export type SqliteRow = Record<string, unknown>;

type Callback<Result> = (error: Error | null, result: Result) => void;

/** The end of a call with one of the driver's callbacks. */
const ended = <Result>(call: (callback: Callback<Result>) => unknown): Promise<Result> =>
  new Promise((resolve, reject) => {
    call((error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });

/** A connection to a file. Each method rejects with what SQLite says, with its `code`. */
export class SqliteConnection {
  readonly #database: Database;
  /** By what it says. Preparing one takes longer than running it. */
  readonly #prepared = new Map<string, Statement | Promise<Statement>>();

  private constructor(database: Database) {
    this.#database = database;
  }

  /** @param busyTimeoutMs how long a statement waits for another process that writes. */
  static connect(file: string, busyTimeoutMs: number): Promise<SqliteConnection> {
    return new Promise((resolve, reject) => {
      const database = new sqlite3.Database(file, (error) => {
        if (error) {
          reject(error);
          return;
        }
        database.configure('busyTimeout', busyTimeoutMs);
        resolve(new SqliteConnection(database));
      });
    });
  }

  /** Runs a statement that isn't needed again. */
  query(sql: string, parameters: readonly unknown[]): Promise<SqliteRow[]> {
    return ended((callback) => this.#database.all(sql, parameters, callback));
  }

  /** Runs statements without parameters. */
  async exec(sql: string): Promise<void> {
    await ended((callback) => this.#database.exec(sql, (error) => callback(error, undefined)));
  }

  isPrepared(sql: string): boolean {
    return this.#prepared.has(sql);
  }

  /** Runs a statement that is needed often: it stays prepared. */
  run(sql: string, parameters: readonly unknown[]): Promise<SqliteRow[]> {
    const prepared = this.#prepared.get(sql) ?? this.#prepare(sql);
    if (!(prepared instanceof Promise)) return this.#runPrepared(sql, prepared, parameters);
    return prepared.then((statement) => this.#runPrepared(sql, statement, parameters));
  }

  async close(): Promise<void> {
    const preparing = [...this.#prepared.values()].map((prepared) => Promise.resolve(prepared));
    for (const prepared of await Promise.allSettled(preparing))
      if (prepared.status === 'fulfilled') prepared.value.finalize();
    this.#prepared.clear();
    await ended((callback) => {
      this.#database.close((error) => callback(error, undefined));
    });
  }

  #runPrepared(sql: string, statement: Statement, parameters: readonly unknown[]): Promise<SqliteRow[]> {
    return new Promise((resolve, reject) => {
      // Not `get`, which leaves the statement in its transaction.
      statement.all<SqliteRow>(parameters, (error, rows) => {
        if (!error) {
          resolve(rows);
          return;
        }
        // One that failed may hold on to its transaction (https://www.sqlite.org/c3ref/reset.html).
        if (this.#prepared.get(sql) === statement) {
          this.#prepared.delete(sql);
          statement.finalize();
        }
        reject(error);
      });
    });
  }

  #prepare(sql: string): Promise<Statement> {
    const preparing = new Promise<Statement>((resolve, reject) => {
      const statement = this.#database.prepare(sql, (error: Error | null) => {
        if (error) {
          this.#prepared.delete(sql);
          reject(error);
        } else {
          this.#prepared.set(sql, statement);
          resolve(statement);
        }
      });
    });
    this.#prepared.set(sql, preparing);
    return preparing;
  }
}
