import KeyvPostgres from '@keyv/postgres';
import pg from 'pg';
import { z } from 'zod';
import { DatabaseStorage, type ServerOptions } from './database-storage.ts';
import type { RowWrite } from './row.ts';
import { StorageOpenError, type Storage } from './store.ts';

/** In a named schema, since the adapter names one, whatever the search path says. */
const SCHEMA = 'public';
const TABLE_NAME = 'easel';
const TABLE = `${SCHEMA}.${TABLE_NAME}`;
const PAGE_ROWS = 1_000;
const POOL_CONNECTIONS = 10;
const GIVE_UP_AFTER_SERVER_MS = 500;
/** Waiting for a turn may take as long as that many answers: 20 s by default, in which a server takes 60,000 writes. */
const QUEUE_FACTOR = 4;

/** Byte order, so that the keys of a namespace stand together and are found by the primary key's index. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS ${TABLE} (key VARCHAR(255) COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)`;

/** Two processes that create one table at once: the second is told by this code. */
const UNIQUE_VIOLATION = '23505';

/** A row with a lifetime starts with it. */
const SWEEP = `DELETE FROM ${TABLE} WHERE substring(value FROM '^\\{"expires":(\\d{1,18}),')::bigint < $1`;

/** One statement is one transaction, and one way to the server and back. */
const COMMIT = `WITH removed AS (DELETE FROM ${TABLE} WHERE key = ANY($1::text[]))
  INSERT INTO ${TABLE} (key, value) SELECT * FROM UNNEST($2::text[], $3::text[])
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const codeSchema = z.object({ code: z.string() });

/**
 * Opens a Postgres database, and makes the table where it is missing.
 * @throws StorageOpenError when the server does not answer, or does not let us in.
 */
export const openPostgres = async (url: string, options: ServerOptions): Promise<Storage> => {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS,
    // Also how long a query waits for its turn when thousands come at once; after that it is never sent.
    connectionTimeoutMillis: options.answerTimeoutMs * QUEUE_FACTOR,
    // The server gives up first, so that a write we took for failed does not happen later.
    statement_timeout: options.answerTimeoutMs,
    query_timeout: options.answerTimeoutMs + GIVE_UP_AFTER_SERVER_MS,
    keepAlive: true,
  });
  // Without a listener, a server that ends an idle connection ends this process.
  pool.on('error', options.onConnectionError);
  try {
    await createTable(pool);
  } catch (error) {
    await pool.end();
    throw new StorageOpenError(options.location, 'Postgres does not answer, or refuses', { cause: error });
  }
  return new DatabaseStorage({
    location: options.location,
    onUnreadable: options.onUnreadable,
    adapter: pooledPostgres(pool),
    prefix: '',
    commit: (writes) => commit(pool, writes),
    rename: async (from, to) => {
      await pool.query(`UPDATE ${TABLE} SET key = $2 WHERE key = $1`, [from, to]);
    },
    readAll: (prefix) => readAll(pool, prefix),
    sweep: async () => (await pool.query(SWEEP, [Date.now()])).rowCount ?? 0,
    // What was removed stays on the server's disks until it vacuums and recycles its log: that is its operator's affair.
    scrub: () => Promise.resolve(),
    close: () => pool.end(),
  });
};

const createTable = async (pool: pg.Pool): Promise<void> => {
  try {
    await pool.query(CREATE_TABLE);
  } catch (error) {
    if (codeSchema.safeParse(error).data?.code !== UNIQUE_VIOLATION) throw error;
  }
};

/** Keyv's adapter on our pool: its own is hidden, shared by all adapters, and has no listener for errors. */
const pooledPostgres = (pool: pg.Pool): KeyvPostgres => {
  class PooledPostgres extends KeyvPostgres {
    /** Called by the constructor, before a field of this class could be set. */
    override connect(): Promise<(sql: string, values?: unknown[]) => Promise<unknown[]>> {
      return Promise.resolve(
        async (sql, values) => (await pool.query<Record<string, unknown>>(sql, values)).rows,
      );
    }

    override async disconnect(): Promise<void> {
      // The pool belongs to the storage.
    }
  }
  return new PooledPostgres({ schema: SCHEMA, table: TABLE_NAME });
};

const commit = async (pool: pg.Pool, writes: readonly RowWrite[]): Promise<void> => {
  const removals = writes.flatMap(({ key, text }) => (text === undefined ? key : []));
  const rows = writes.flatMap(({ key, text }) => (text === undefined ? [] : { key, text }));
  await pool.query(COMMIT, [removals, rows.map(({ key }) => key), rows.map(({ text }) => text)]);
};

/** Page by page, each starting after the last key of the one before; the adapter's iterator hides errors. */
const readAll = async (pool: pg.Pool, prefix: string): Promise<[string, string][]> => {
  const end = `${prefix.slice(0, -1)};`;
  const all: [string, string][] = [];
  for (let last = prefix; ; last = all.at(-1)?.[0] ?? end) {
    const { rows } = await pool.query(
      `SELECT key, value FROM ${TABLE} WHERE key COLLATE "C" > $1 AND key COLLATE "C" < $2
       ORDER BY key COLLATE "C" LIMIT $3`,
      [last, end, PAGE_ROWS],
    );
    const page = rowsSchema.parse(rows);
    for (const row of page) all.push([row.key, row.value]);
    if (page.length < PAGE_ROWS) return all;
  }
};
