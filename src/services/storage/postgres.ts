import KeyvPostgres from '@keyv/postgres';
import pg from 'pg';
import {
  ConnectionLease,
  isRefusal,
  partsIn,
  SCHEMA,
  TABLE,
  TABLE_NAME,
  whileNoneIsHeld,
} from './connection-lease.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { StoreError, StoreOpenError } from './errors.ts';
import type { Change, Condition, Row } from './row.ts';
import { agree } from './schema.ts';
import { compact } from '../../lib/lists.ts';
import { systemClock } from '../../lib/clock.ts';
import { doubling, retry } from '../../lib/retry.ts';
import { parseUrl } from '../../lib/url.ts';

const POOL_CONNECTIONS = 10;
/** With that of the lease, and two to look at a pooler. */
const MOST_CONNECTIONS = POOL_CONNECTIONS + 3;
/** The server, or the role, has no connection left. */
const TOO_MANY_CONNECTIONS = '53300';
const PERMISSION_DENIED = '42501';
const WAITS_FOR_CONNECTION = 6;
const connectionWaitMs = doubling(100, 2_000);
const OLDEST_VERSION = 14;
/** Far more than a healthy server needs, and a wait that a person at a chat may just bear. */
const ANSWER_MS = 5_000;
/** The server gives a statement up by itself; then its answer is waited for a moment longer. */
const GIVE_UP_AFTER_SERVER_MS = 500;
/** How long a query may wait for its turn when thousands come at once. */
const TURN_MS = 20_000;
/** A backend whose client is gone would hold its locks for two hours: https://www.postgresql.org/docs/current/runtime-config-connection.html */
const KEEPALIVES = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';
/** The number of an advisory lock. */
const CREATING = 0xea5e3;
/** The server refuses us, and will again: no such user, password, database or permission, or a pooler that takes no options. */
const REFUSED = /^(28|3D|3F|42|08P01)/;

/** When a row expires: one with a lifetime starts with it. */
const END = `substring(value FROM '^\\{"expires":(\\d{1,18}),')::bigint`;
const INDEX_NAME = `${TABLE_NAME}_expires`;
/** Rows a statement removes; more could take longer than a statement may. */
const CLEAN_ROWS = 1_000;
/** How long the index of a large table may take that has none. */
const CREATE_MS = 3_600_000;

/**
 * One process after the other, or both would make it. Byte order, so that the keys of a namespace stand together and are found by
 * the primary key's index.
 */
const CREATE = {
  text: `SET LOCAL statement_timeout = ${CREATE_MS};
    SELECT pg_advisory_xact_lock(${CREATING});
    CREATE TABLE IF NOT EXISTS ${TABLE} (key VARCHAR(255) COLLATE "C" PRIMARY KEY, value TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS ${INDEX_NAME} ON ${TABLE} ((${END})) WHERE ${END} IS NOT NULL`,
  query_timeout: CREATE_MS,
};
const FIND = 'SELECT to_regclass($1) IS NOT NULL AS "isThere"';
const PAGE = `SELECT key, value FROM ${TABLE} WHERE key > $1 AND key < $2 ORDER BY key LIMIT $3`;
const BEYOND = `SELECT key FROM ${TABLE} WHERE key > $1 AND key < $2 ORDER BY key DESC LIMIT $3 OFFSET $4`;
/** In the index's order, or the planner may look through the whole table. Compared again, since a row may have been written since. */
const CLEAN = `DELETE FROM ${TABLE} WHERE ${END} < $1
  AND key = ANY(ARRAY(SELECT key FROM ${TABLE} WHERE ${END} < $1 ORDER BY ${END} LIMIT ${CLEAN_ROWS}))`;
/** What a crash can cost: https://www.postgresql.org/docs/current/runtime-config-wal.html */
const RISKS = `SELECT name FROM pg_settings
  WHERE name IN ('synchronous_commit', 'fsync', 'full_page_writes') AND setting = 'off'`;

/** What of a role's rights and limits Easel needs. The table, where it is there; else the right to make it. */
const RIGHTS = `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly",
  CASE WHEN to_regclass('${TABLE}') IS NULL THEN has_schema_privilege('${SCHEMA}', 'CREATE')
    ELSE (SELECT bool_and(has_table_privilege('${TABLE}', needed))
      FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS needed) END AS "may",
  rolconnlimit AS connections FROM pg_roles WHERE rolname = current_user`;

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

type Query = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Nothing was asked where there was no connection, so it is asked again: one of our own may be free then. */
const patient = <T>(ask: () => Promise<T>): Promise<T> =>
  retry(ask, {
    delayMs: (error, attempt) =>
      error instanceof pg.DatabaseError &&
      error.code === TOO_MANY_CONNECTIONS &&
      attempt < WAITS_FOR_CONNECTION
        ? connectionWaitMs(attempt)
        : undefined,
    clock: systemClock,
  });

/**
 * Looks whether Easel can use the server, and makes the table and its index where they are missing, unless it is only to be read.
 * @returns whether there is no table
 */
const prepare = async (pool: pg.Pool, url: string, isReader: boolean): Promise<boolean> => {
  const location = locationOf(url);
  try {
    return await patient(async () => {
      await checkServer(pool, location);
      const wanted = isReader ? TABLE : `${SCHEMA}.${INDEX_NAME}`;
      const isThere = (await pool.query<{ isThere: boolean }>(FIND, [wanted])).rows[0]?.isThere === true;
      if (!isReader && !isThere) await pool.query(CREATE);
      return isReader && !isThere;
    });
  } catch (error) {
    await pool.end();
    throw failureOf(error, location, url);
  }
};

/**
 * Opens a Postgres database, and makes the table where it is missing. A reader finds a database without it empty.
 * @throws StoreOpenError when the server refuses, StoreError when it doesn't answer.
 */
export const openPostgres = async (
  url: string,
  { onConnectionError, isReader }: Pick<DatabaseOptions, 'onConnectionError' | 'isReader'>,
): Promise<Database> => {
  const location = locationOf(url);
  const pool = newPool(url, onConnectionError);
  const isEmpty = await prepare(pool, url, isReader);
  const read: Query = isEmpty
    ? () => Promise.resolve([])
    : async (sql, values) => (await patient(() => pool.query<Record<string, unknown>>(sql, values))).rows;
  const database: Database = {
    location,
    adapter: pooledPostgres(read),
    isRefusal,
    commit: (changes, condition) => commit(pool, changes, condition),
    page: async (after, before, limit) => {
      const rows = await read(PAGE, [after, before, limit]);
      return rows.map(({ key, value }): Row => [String(key), String(value)]);
    },
    keysBeyond: async (kept, { after, before, limit }) =>
      (await read(BEYOND, [after, before, limit, kept])).map(({ key }) => String(key)),
    // Removed data stays on the server's disks until it vacuums and recycles its log, which is up to its operator.
    clean: async (now) => {
      while (((await patient(() => pool.query(CLEAN, [now]))).rowCount ?? 0) > 0);
    },
    rewrite: () => Promise.resolve(),
    problems: async () => [...(await risks(pool)), ...(await missingRights(pool, url))],
    parts: () => (isEmpty ? Promise.resolve({ all: 1, held: 0 }) : partsIn(pool)),
    lease: (options) =>
      new ConnectionLease(url, options, (fingerprint, isInUse) => agree(database, fingerprint, isInUse)),
    alone: (work) => whileNoneIsHeld(url, work),
    backUp: () => {
      throw StoreOpenError.at(location, 'Postgres is backed up with its own tools, such as pg_dump');
    },
    close: () => pool.end(),
  };
  return database;
};

const risks = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>(RISKS)).rows.map(({ name }) => ({
    what: name,
    text: 'The setting is off.',
    advice: 'Set it to on: otherwise a crash of the server can lose what Easel has stored.',
  }));

/** The one command that lets a role make its table, or use it. */
const grantTo = (url: string): string => {
  const { username = '', pathname = '' } = parseUrl(url) ?? {};
  const role = `"${decodeURIComponent(username)}"`;
  return `As an administrator in the database ${pathname.slice(1)}, run: GRANT USAGE, CREATE ON SCHEMA ${SCHEMA} TO ${role}; GRANT ALL ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${role}`;
};

const missingRights = async (pool: pg.Pool, url: string) => {
  const [found] = (await pool.query<{ isReadOnly: boolean; may: boolean; connections: number }>(RIGHTS)).rows;
  const { isReadOnly = false, may = true, connections = -1 } = found ?? {};
  const areFew = connections >= 0 && connections < MOST_CONNECTIONS;
  return compact([
    isReadOnly && {
      what: 'read only',
      text: 'Nothing can be written there.',
      advice: 'Lead STORE_URL to the primary.',
    },
    !may && { what: 'rights', text: "The role can't make or use Easel's table.", advice: grantTo(url) },
    areFew && {
      what: 'connections',
      text: `The role may have ${connections}, and each process of Easel takes up to ${MOST_CONNECTIONS}.`,
      advice: 'Raise its limit: ALTER ROLE … CONNECTION LIMIT.',
    },
  ]);
};

/** The address without user, password and options. The error that a bad URL throws would carry the password. */
const locationOf = (url: string): string => {
  const parsed = parseUrl(url);
  if (parsed === undefined) throw StoreOpenError.at('postgres://', 'it is not a URL');
  const { protocol, host, pathname } = parsed;
  return `${protocol}//${host}${pathname}`;
};

const newPool = (url: string, onConnectionError: (error: unknown) => void): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: TURN_MS,
    // The server times out first, so that a slow write can't succeed after it failed for us. What arrives late, fences refuse.
    statement_timeout: ANSWER_MS,
    query_timeout: ANSWER_MS + GIVE_UP_AFTER_SERVER_MS,
    keepAlive: true,
    options: KEEPALIVES,
  });
  // Without a listener, a server that ends a connection ends this process: the pool's own is for those that are idle.
  pool.on('error', onConnectionError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** Codes of OpenSSL, and pg's own words: https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/connection.js */
const isAboutTls = (error: unknown): error is Error =>
  error instanceof Error &&
  (/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(
    'code' in error ? String(error.code) : '',
  ) ||
    /server does not support SSL|There was an error establishing an SSL connection/.test(error.message));

const TLS_ADVICE =
  'With a certificate authority of your own, add ?sslmode=verify-full&sslrootcert=/path/to/ca.pem to STORE_URL, or set NODE_EXTRA_CA_CERTS. Without TLS, remove sslmode';

const failureOf = (error: unknown, location: string, url: string): Error => {
  if (error instanceof StoreOpenError) return error;
  // No waiting mends it.
  if (isAboutTls(error))
    return StoreOpenError.at(location, `TLS fails: ${error.message}. ${TLS_ADVICE}`, { cause: error });
  if (error instanceof pg.DatabaseError && error.message.includes('unsupported startup parameter'))
    return StoreOpenError.at(
      location,
      `the pooler refuses: ${error.message}. Set ignore_startup_parameters = options,statement_timeout in PgBouncer, and pool_mode = session`,
      { cause: error },
    );
  if (error instanceof pg.DatabaseError && error.code === PERMISSION_DENIED)
    return StoreOpenError.at(location, `Postgres refuses: ${error.message}. ${grantTo(url)}`, {
      cause: error,
    });
  if (!(error instanceof pg.DatabaseError) || !REFUSED.test(error.code ?? ''))
    return new StoreError(`Postgres does not answer at ${location}`, { cause: error });
  return StoreOpenError.at(
    location,
    `Postgres refuses: ${error.message}. Check the address with its user, password and database. It has to lead to Postgres itself, or to a pooler in session mode`,
    { cause: error },
  );
};

/** A lease is a connection, so a pooler must not give its server's connections to others in between. */
const checkServer = async (pool: pg.Pool, location: string): Promise<void> => {
  const { rows } = await pool.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version",
  );
  if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
    throw StoreOpenError.at(location, `Easel needs Postgres ${OLDEST_VERSION} or newer`);
  const one = await pool.connect();
  let other: pg.PoolClient | undefined;
  const backendOf = async (client: pg.PoolClient) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  try {
    other = await pool.connect();
    const before = await backendOf(one);
    await other.query('BEGIN');
    // What has begun a transaction keeps its connection; a pooler with a single one would let the other wait.
    if ((await backendOf(other)) === before || (await backendOf(one)) !== before)
      throw StoreOpenError.at(
        location,
        'a pooler in front of Postgres shares its connections, and Easel needs one of its own. Set STORE_URL to Postgres itself, or to a pooler in session mode',
      );
  } finally {
    one.release(true);
    other?.release(true);
  }
};

/** Keyv's adapter on our pool: its own is hidden, and ends the process when the server ends an idle connection. */
const pooledPostgres = (query: Query): KeyvPostgres => {
  class PooledPostgres extends KeyvPostgres {
    /** Called by the constructor, before a field of this class could be set. */
    override connect(): Promise<Query> {
      return Promise.resolve(query);
    }

    override async disconnect(): Promise<void> {
      // The pool belongs to the database.
    }
  }
  return new PooledPostgres({ schema: SCHEMA, table: TABLE_NAME });
};

const commit = async (pool: pg.Pool, changes: readonly Change[], condition?: Condition): Promise<boolean> => {
  const removed = changes.flatMap(({ key, text }) => (text === undefined ? key : []));
  const stored = changes.filter(({ text }) => text !== undefined);
  const [keys, texts] = [stored.map(({ key }) => key), stored.map(({ text }) => text)];
  const parameters = [removed, keys, texts, condition?.key, condition?.text];
  const { rows } = await patient(() => pool.query<{ isDone: boolean }>(COMMIT, parameters));
  return rows[0]?.isDone === true;
};
