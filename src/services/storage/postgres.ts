import KeyvPostgres from '@keyv/postgres';
import type pg from 'pg';
import { z } from 'zod';
import { DatabaseStorage } from './database-storage.ts';
import type { ServerOptions } from './database.ts';
import { POSTGRES_RULES } from './durability.ts';
import { newPool } from './postgres-connection.ts';
import { endOf, type Condition, type RowWrite } from './row.ts';
import { StorageOpenError, unreachable, type Storage } from './store.ts';

/** In a named schema, since the adapter names one, whatever the search path says. */
const SCHEMA = 'public';
const TABLE_NAME = 'easel';
export const TABLE = `${SCHEMA}.${TABLE_NAME}`;
const PAGE_ROWS = 1_000;
const POOL_CONNECTIONS = 10;
/** Leases are renewed over connections of their own: they must not wait behind thousands of writes. */
const LEASE_CONNECTIONS = 2;
/** Byte order, so that the keys of a namespace stand together and are found by the primary key's index. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS ${TABLE} (key VARCHAR(255) COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)`;

/** When two processes create one table at once, the second gets one of these codes, depending on timing. */
const CREATED_MEANWHILE: readonly unknown[] = ['23505', '42710', '42P07'];

/** A row with a lifetime starts with it. */
const SWEEP = `DELETE FROM ${TABLE} WHERE substring(value FROM '^\\{"expires":(\\d{1,18}),')::bigint < $1`;

/** One statement is one transaction, and one way to the server and back. */
const COMMIT = `WITH removed AS (DELETE FROM ${TABLE} WHERE key = ANY($1::text[]))
  INSERT INTO ${TABLE} (key, value) SELECT * FROM UNNEST($2::text[], $3::text[])
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

/**
 * The same, if a row has a certain text. A shared lock keeps the row unchanged until everything is written, and others can
 * still compare it; a writer that waits for the lock then sees the row's newest version
 * (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED).
 */
const commitIfSql = (lock: 'SHARE' | 'UPDATE') =>
  `WITH held AS MATERIALIZED (SELECT 1 FROM ${TABLE} WHERE key = $4 AND value = $5 FOR ${lock}),
  removed AS (DELETE FROM ${TABLE} WHERE key = ANY($1::text[]) AND EXISTS (SELECT FROM held)),
  stored AS (INSERT INTO ${TABLE} (key, value)
    SELECT * FROM UNNEST($2::text[], $3::text[]) WHERE EXISTS (SELECT FROM held)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value)
  SELECT count(*)::int AS held FROM held`;
const COMMIT_IF = commitIfSql('SHARE');
/** Two that replace one row could each hold a shared lock on it, and wait for the other for ever. */
const REPLACE_IF = commitIfSql('UPDATE');
const heldSchema = z.tuple([z.object({ held: z.number() })]);

const CREATE_ROW = `INSERT INTO ${TABLE} (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING`;
const READ_WITH_TIME = `SELECT value, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
  FROM ${TABLE} WHERE key = $1`;
const readSchema = z.array(z.object({ value: z.string(), now: z.number() }));
const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const settingsSchema = z.array(z.object({ name: z.string(), setting: z.string() }));
const codeSchema = z.object({ code: z.string() });

/**
 * Opens a Postgres database, and makes the table where it is missing.
 * @throws StorageOpenError when the server does not answer, or does not let us in.
 */
export const openPostgres = async (url: string, options: ServerOptions): Promise<Storage> => {
  const pool = newPool(url, POOL_CONNECTIONS, options);
  const leasePool = newPool(url, LEASE_CONNECTIONS, options);
  const close = async () => {
    await Promise.all([pool.end(), leasePool.end()]);
  };
  try {
    await createTable(pool);
  } catch (error) {
    await close();
    throw new StorageOpenError(options.location, unreachable('Postgres'), { cause: error });
  }
  return new DatabaseStorage({
    location: options.location,
    onUnreadable: options.onUnreadable,
    adapter: pooledPostgres(pool),
    prefix: '',
    commit: (writes) => commit(pool, writes),
    shared: {
      readWithTime: (key, initial) => readWithTime(leasePool, key, initial),
      replace: (condition, writes) => commitIf(leasePool, REPLACE_IF, condition, writes),
      commitIf: (condition, writes) => commitIf(pool, COMMIT_IF, condition, writes),
    },
    durability: { rules: POSTGRES_RULES, read: (settings) => readSettings(pool, settings) },
    pages: (prefix) => pages(pool, prefix),
    sweep: async () => (await pool.query(SWEEP, [Date.now()])).rowCount ?? 0,
    // Deleted data stays on the server's disks until it vacuums and recycles its log, which is up to its operator.
    scrub: () => Promise.resolve(),
    close,
  });
};

const createTable = async (pool: pg.Pool): Promise<void> => {
  try {
    await pool.query(CREATE_TABLE);
  } catch (error) {
    if (!CREATED_MEANWHILE.includes(codeSchema.safeParse(error).data?.code)) throw error;
    await pool.query(CREATE_TABLE);
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

const parametersOf = (writes: readonly RowWrite[]): string[][] => {
  const removals = writes.flatMap(({ key, text }) => (text === undefined ? key : []));
  const rows = writes.flatMap(({ key, text }) => (text === undefined ? [] : { key, text }));
  return [removals, rows.map(({ key }) => key), rows.map(({ text }) => text)];
};

const commit = async (pool: pg.Pool, writes: readonly RowWrite[]): Promise<void> => {
  await pool.query(COMMIT, parametersOf(writes));
};

const commitIf = async (
  pool: pg.Pool,
  sql: string,
  condition: Condition,
  writes: readonly RowWrite[],
): Promise<boolean> => {
  const { rows } = await pool.query(sql, [...parametersOf(writes), condition.key, condition.text]);
  return heldSchema.parse(rows)[0].held > 0;
};

const readWithTime = async (
  pool: pg.Pool,
  key: string,
  initial: string,
): Promise<{ text: string; now: number }> => {
  const read = async () => readSchema.parse((await pool.query(READ_WITH_TIME, [key])).rows)[0];
  let row = await read();
  if (!row) {
    await pool.query(CREATE_ROW, [key, initial]);
    row = await read();
  }
  if (!row) throw new Error('The row is gone');
  return { text: row.value, now: Math.floor(row.now) };
};

/** The texts of rows, in the order of the keys. */
export const textsOf = async (
  connection: Pick<pg.Pool, 'query'>,
  keys: readonly string[],
): Promise<(string | undefined)[]> => {
  const { rows } = await connection.query(`SELECT key, value FROM ${TABLE} WHERE key = ANY($1)`, [keys]);
  const texts = new Map(rowsSchema.parse(rows).map(({ key, value }) => [key, value]));
  return keys.map((key) => texts.get(key));
};

/** The values of the server's settings of these names. */
export const readSettings = async (
  pool: pg.Pool,
  names: readonly string[],
): Promise<Record<string, string>> => {
  const { rows } = await pool.query('SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [names]);
  return Object.fromEntries(settingsSchema.parse(rows).map(({ name, setting }) => [name, setting]));
};

/** Each page starts after the last key of the one before; the adapter's iterator hides errors. */
const pages = async function* (
  connection: Pick<pg.Pool, 'query'>,
  prefix: string,
): AsyncGenerator<[string, string][]> {
  for (let last = prefix; ;) {
    const { rows } = await connection.query(
      `SELECT key, value FROM ${TABLE} WHERE key COLLATE "C" > $1 AND key COLLATE "C" < $2
       ORDER BY key COLLATE "C" LIMIT $3`,
      [last, endOf(prefix), PAGE_ROWS],
    );
    const page = rowsSchema.parse(rows);
    yield page.map(({ key, value }) => [key, value]);
    if (page.length < PAGE_ROWS) return;
    last = page.at(-1)?.key ?? last;
  }
};
