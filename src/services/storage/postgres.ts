import KeyvPostgres from '@keyv/postgres';
import pg from 'pg';
import type { Database, Inspection, RiskySetting } from './database.ts';
import { endOf, sorted, type Change, type Condition, type Row } from './row.ts';
import { StoreError, StoreOpenError } from './errors.ts';
import {
  ConnectionLease,
  countHeld,
  countParts,
  SCHEMA,
  TABLE,
  TABLE_NAME,
  whileNoneIsHeld,
} from './connection-lease.ts';
import { ENCRYPTION_KEY, agree, SCHEMA_KEY } from './schema.ts';

const PAGE_ROWS = 1_000;
const POOL_CONNECTIONS = 10;
const OLDEST_VERSION = 14;
/** Far more than a healthy server needs, and a wait that a person at a chat may just bear. */
const ANSWER_MS = 5_000;
/** The server gives a statement up by itself; then its answer is waited for a moment longer. */
const GIVE_UP_AFTER_SERVER_MS = 500;
/** How many answer times a query may wait for its turn when thousands come at once. */
const QUEUE_FACTOR = 4;
/** A backend whose client is gone would hold its locks for two hours: https://www.postgresql.org/docs/current/runtime-config-connection.html */
const KEEPALIVES = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** Byte order, so that the keys of a namespace stand together and are found by the primary key's index. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS ${TABLE} (key VARCHAR(255) COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)`;
/** When two processes create one table at once, the second gets one of these codes, depending on timing. */
const CREATED_MEANWHILE = ['23505', '42710', '42P07'];
/** The server refuses us, and will again: no such user, password, database or permission, or a pooler that takes no options. */
const REFUSED = /^(28|3D|3F|42|08P01)/;

/** A row with a lifetime starts with it. */
const CLEAN = `DELETE FROM ${TABLE} WHERE substring(value FROM '^\\{"expires":(\\d{1,18}),')::bigint < $1`;

/**
 * One statement is one transaction, and one way to the server and back. A shared lock keeps the condition's row unchanged until
 * everything is written, and others can still compare it. In the order of their keys: two commits that share rows lock them in
 * the same order.
 */
const COMMIT = `WITH held AS MATERIALIZED (SELECT 1 FROM ${TABLE} WHERE key = $4 AND value = $5 FOR SHARE),
  removed AS (DELETE FROM ${TABLE} WHERE key = ANY($1::text[]) AND ($4::text IS NULL OR EXISTS (SELECT FROM held))),
  stored AS (INSERT INTO ${TABLE} (key, value)
    SELECT k, v FROM UNNEST($2::text[], $3::text[]) AS rows (k, v)
    WHERE $4::text IS NULL OR EXISTS (SELECT FROM held) ORDER BY k
    ON CONFLICT (key) DO UPDATE SET value = excluded.value)
  SELECT $4::text IS NULL OR EXISTS (SELECT FROM held) AS "isDone"`;

/** What a crash can cost: https://www.postgresql.org/docs/current/runtime-config-wal.html */
const DURABILITY: Record<string, { isSafe: (value: string) => boolean; advice: string }> = {
  synchronous_commit: {
    isSafe: (value) => value !== 'off',
    advice: 'set it to on: otherwise a crash of the server loses the last writes',
  },
  fsync: {
    isSafe: (value) => value === 'on',
    advice: 'set it to on: otherwise a crash of the machine can destroy the whole database',
  },
  full_page_writes: {
    isSafe: (value) => value === 'on',
    advice: 'set it to on: otherwise a crash of the machine can damage the database',
  },
};

interface PoolOptions {
  max: number;
  onConnectionError: (error: unknown) => void;
  /** How long an operation waits for a server that is stuck. */
  answerTimeoutMs?: number | undefined;
}

const newPool = (
  url: string,
  { max, onConnectionError, answerTimeoutMs = ANSWER_MS }: PoolOptions,
): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: answerTimeoutMs * QUEUE_FACTOR,
    // The server times out first, so that a slow write can't succeed after it failed for us. What arrives late, fences refuse.
    statement_timeout: answerTimeoutMs,
    query_timeout: answerTimeoutMs + GIVE_UP_AFTER_SERVER_MS,
    keepAlive: true,
    options: KEEPALIVES,
  });
  // Without a listener, a server that ends an idle connection ends this process.
  pool.on('error', onConnectionError);
  return pool;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const failureOf = (error: unknown, location: string): Error => {
  if (error instanceof StoreOpenError) return error;
  if (!REFUSED.test(codeOf(error)))
    return new StoreError(`Postgres does not answer at ${location}`, { cause: error });
  const reason = error instanceof Error ? error.message : '';
  return StoreOpenError.at(
    location,
    `Postgres refuses: ${reason}. Check the address with its user, password and database. It has to lead to Postgres itself, or to a pooler in session mode`,
    { cause: error },
  );
};

/**
 * Opens a Postgres database, and makes the table where it is missing.
 * @param location the address without user and password.
 * @throws StoreOpenError when the server refuses, StoreError when it doesn't answer.
 */
export const openPostgres = async (
  url: string,
  location: string,
  options: Omit<PoolOptions, 'max'>,
): Promise<Database> => {
  const pool = newPool(url, { max: POOL_CONNECTIONS, ...options });
  try {
    await checkServer(pool, location);
    await createTable(pool);
  } catch (error) {
    await pool.end();
    throw failureOf(error, location);
  }
  const database: Database = {
    location,
    adapter: pooledPostgres(pool),
    commit: (changes, condition) => commit(pool, changes, condition),
    pages: (start) => pages(pool, start),
    // Removed data stays on the server's disks until it vacuums and recycles its log, which is up to its operator.
    clean: async () => {
      await pool.query(CLEAN, [Date.now()]);
    },
    risks: () => readRisks(pool),
    lease: (leaseOptions) =>
      new ConnectionLease(url, leaseOptions, (fingerprint) => agree(database, fingerprint)),
    alone: (work, signal) => whileNoneIsHeld(url, work, signal),
    close: () => pool.end(),
  };
  return database;
};

/** A lease is a connection, so a pooler must not give its server's connections to others in between. */
const checkServer = async (pool: pg.Pool, location: string): Promise<void> => {
  const { rows } = await pool.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version",
  );
  if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
    throw StoreOpenError.at(location, `Easel needs Postgres ${OLDEST_VERSION} or newer`);
  const [one, other] = [await pool.connect(), await pool.connect()];
  const backendOf = async (client: pg.PoolClient) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  try {
    const before = await backendOf(one);
    await other.query('BEGIN');
    // Whoever has begun a transaction keeps its connection; a pooler with a single one would let the other wait.
    if ((await backendOf(other)) === before || (await backendOf(one)) !== before)
      throw StoreOpenError.at(
        location,
        'a pooler in front of Postgres shares its connections, and Easel needs one of its own. Set STORE_URL to Postgres itself, or to a pooler in session mode',
      );
  } finally {
    one.release(true);
    other.release(true);
  }
};

const createTable = async (pool: pg.Pool): Promise<void> => {
  try {
    await pool.query(CREATE_TABLE);
  } catch (error) {
    if (!CREATED_MEANWHILE.includes(codeOf(error))) throw error;
    await pool.query(CREATE_TABLE);
  }
};

/** Keyv's adapter on our pool: its own is hidden, and ends the process when the server ends an idle connection. */
const pooledPostgres = (pool: pg.Pool): KeyvPostgres => {
  class PooledPostgres extends KeyvPostgres {
    /** Called by the constructor, before a field of this class could be set. */
    override connect(): Promise<(sql: string, values?: unknown[]) => Promise<unknown[]>> {
      return Promise.resolve(
        async (sql, values) => (await pool.query<Record<string, unknown>>(sql, values)).rows,
      );
    }

    override async disconnect(): Promise<void> {
      // The pool belongs to the database.
    }
  }
  return new PooledPostgres({ schema: SCHEMA, table: TABLE_NAME });
};

const commit = async (pool: pg.Pool, changes: readonly Change[], condition?: Condition): Promise<boolean> => {
  const { stored, removed } = sorted(changes);
  const { rows } = await pool.query<{ isDone: boolean }>(COMMIT, [
    removed,
    stored.map(([key]) => key),
    stored.map(([, text]) => text),
    condition?.key,
    condition?.text,
  ]);
  return rows[0]?.isDone === true;
};

/** Each page starts after the last key of the one before; the adapter's iterator hides errors. */
const pages = async function* (pool: pg.Pool, start: string): AsyncGenerator<Row[]> {
  const select = `SELECT key, value FROM ${TABLE} WHERE key COLLATE "C" > $1 AND key COLLATE "C" < $2
    ORDER BY key COLLATE "C" LIMIT $3`;
  for (let last = start; ;) {
    const { rows } = await pool.query<{ key: string; value: string }>(select, [
      last,
      endOf(start),
      PAGE_ROWS,
    ]);
    yield rows.map(({ key, value }) => [key, value]);
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)?.key ?? last;
  }
};

const readRisks = async (pool: pg.Pool): Promise<RiskySetting[]> => {
  const { rows } = await pool.query<{ setting: string; value: string }>(
    'SELECT name AS setting, setting AS value FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(DURABILITY)],
  );
  return rows.flatMap(({ setting, value }) => {
    const rule = DURABILITY[setting];
    return !rule || rule.isSafe(value) ? [] : { setting, value, advice: rule.advice };
  });
};

/** @throws StoreOpenError when it refuses, StoreError when it doesn't answer. */
export const inspectPostgres = async (url: string, location: string): Promise<Inspection> => {
  const pool = newPool(url, { max: 2, onConnectionError: () => undefined });
  try {
    await checkServer(pool, location);
    const { rows } = await pool.query<{ version: string; isThere: boolean }>(
      `SELECT current_setting('server_version') AS version, to_regclass($1) IS NOT NULL AS "isThere"`,
      [TABLE],
    );
    const isThere = rows[0]?.isThere === true;
    const read = async (key: string) =>
      isThere
        ? (await pool.query<{ value: string }>(`SELECT value FROM ${TABLE} WHERE key = $1`, [key])).rows[0]
            ?.value
        : undefined;
    return {
      server: `Postgres ${rows[0]?.version ?? ''}`,
      schema: await read(SCHEMA_KEY),
      encryptionKey: await read(ENCRYPTION_KEY),
      parts: { all: isThere ? await countParts(pool) : 1, held: await countHeld(pool) },
      risks: await readRisks(pool),
    };
  } catch (error) {
    throw failureOf(error, location);
  } finally {
    await pool.end();
  }
};
