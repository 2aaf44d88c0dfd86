import { EventEmitter } from 'node:events';
import type { KeyvStoreAdapter } from 'keyv';
import { z } from 'zod';
import type { Backend } from './keyv-store.ts';
import { TABLE, type SqliteConnection } from './sqlite-connection.ts';
import type { SqliteWriter } from './sqlite-writer.ts';

/** Rows a statement reads: large enough to be fast, small enough not to block the event loop. */
const PAGE_ROWS = 1_000;

/** What is not even text reads as an empty one, which is no row of ours. */
const rowsSchema = z.array(z.object({ key: z.string(), value: z.string().catch('') }));

/** A Keyv adapter whose reads and writes go over connections that all namespaces share. */
class SqliteAdapter extends EventEmitter implements KeyvStoreAdapter {
  readonly opts = { dialect: 'sqlite' };
  readonly #reader: SqliteConnection;
  readonly #writer: SqliteWriter;

  constructor(reader: SqliteConnection, writer: SqliteWriter) {
    super();
    this.#reader = reader;
    this.#writer = writer;
  }

  // Keyv's interface wants these generic; what is handed over is text, which Keyv decodes.
  async get<Value>(key: string): Promise<Value | undefined>;
  async get(key: string): Promise<string | undefined> {
    const rows = await this.#reader.query(`SELECT key, value FROM ${TABLE} WHERE key = ?`, key);
    return rowsSchema.parse(rows)[0]?.value;
  }

  async getMany<Value>(keys: string[]): Promise<(Value | undefined)[]>;
  async getMany(keys: string[]): Promise<(string | undefined)[]> {
    const rows = await this.#reader.query(
      `SELECT key, value FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`,
      JSON.stringify(keys),
    );
    const texts = new Map(rowsSchema.parse(rows).map((row) => [row.key, row.value]));
    return keys.map((key) => texts.get(key));
  }

  async set(key: string, value: string): Promise<void> {
    await this.#writer.write(key, value);
  }

  async delete(key: string): Promise<boolean> {
    await this.#writer.write(key, undefined);
    return true;
  }

  /** Part of Keyv's interface; refused, since one table holds all namespaces. */
  clear(): Promise<void> {
    return Promise.reject(new Error('A namespace is never cleared as a whole'));
  }
}

/** The backend of a namespace. */
export const sqliteBackend = (namespace: string, reader: SqliteConnection, writer: SqliteWriter): Backend => {
  const prefix = `${namespace}:`;
  return {
    adapter: new SqliteAdapter(reader, writer),
    prefix,
    rename: (from, to) => writer.rename(from, to),
    readAll: () => readRange(reader, prefix, `${namespace};`),
  };
};

/**
 * Reads page by page, each starting after the last key of the one before: unlike with an offset, rows that come
 * and go in the meantime move nothing out of sight.
 */
const readRange = async (reader: SqliteConnection, from: string, to: string): Promise<[string, string][]> => {
  const all: [string, string][] = [];
  let last = from;
  for (;;) {
    const page = rowsSchema.parse(
      await reader.query(
        `SELECT key, value FROM ${TABLE} WHERE key > ? AND key < ? ORDER BY key LIMIT ?`,
        last,
        to,
        PAGE_ROWS,
      ),
    );
    for (const row of page) all.push([row.key, row.value]);
    if (page.length < PAGE_ROWS) return all;
    last = page.at(-1)?.key ?? to;
  }
};
