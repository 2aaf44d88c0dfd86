import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ServerOptions } from './database.ts';
import type { RedisConnection } from './redis-connection.ts';
import { StorageOpenError } from './errors.ts';
import { reasonOf } from './sqlite-failure.ts';
import { isValue, ReadableRows, type Schema, type StoredRow } from './stored-rows.ts';

/** A consistent snapshot of all rows, while processes keep writing. */
export interface Snapshot {
  schema: Schema | undefined;
  /** About how many rows there are. */
  count: number;
  /**
   * The rows, page by page, once. A later row takes the place of an earlier one with its key, and one without a text is not
   * there. When the last page has come, they are those of one moment.
   */
  pages: () => AsyncIterable<StoredRow[]>;
  close: () => Promise<void>;
}

/** How many keys Redis is asked for at once. */
const PAGE_ROWS = 1_000;
/** How often what changed is read again before Redis is asked to let writes wait for a moment. */
const FREE_ROUNDS = 20;
/** At most that long: a lease is renewed in time all the same. It ends as soon as the rows are read. */
const PAUSE_MS = 500;
/** Longer than any backup takes. The marker of a killed backup expires by then. */
const MARK_S = 24 * 3_600;

const snapshotOf = async (rows: ReadableRows, close: () => Promise<void>): Promise<Snapshot> => ({
  schema: await rows.readSchema(),
  count: await rows.count(),
  pages: () => rows.pages(),
  close,
});

/**
 * The rows of an existing SQLite file.
 *
 * A read transaction sees one moment and doesn't block writers (https://www.sqlite.org/isolation.html). While it is open, the
 * write-ahead log can't be emptied of deleted data.
 * @throws StorageOpenError
 */
export const openSqliteSnapshot = async (path: string): Promise<Snapshot> => {
  const { connectSqlite, count, pages, textsOf } = await import('./sqlite-adapter.ts');
  const location = resolve(path);
  const isFile = await stat(location).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new StorageOpenError(location, "the file doesn't exist");
  const connection = await connectSqlite(location).catch((error: unknown) => {
    throw new StorageOpenError(location, reasonOf(error), { cause: error });
  });
  // The transaction begins with the first row that is read.
  await connection.query('BEGIN');
  const rows = new ReadableRows({
    prefix: '',
    adapter: { getMany: (keys) => textsOf(connection, keys) },
    pages: (prefix) => pages(connection.query, prefix),
    count: () => count(connection),
  });
  return snapshotOf(rows, () => connection.close());
};

/**
 * The rows of a Postgres database. A transaction that repeats its reads sees one moment
 * (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-REPEATABLE-READ).
 * @throws StorageOpenError
 */
export const openPostgresSnapshot = async (url: string, options: ServerOptions): Promise<Snapshot> => {
  const { newPool } = await import('./postgres-connection.ts');
  const { countRows, pages, textsOf } = await import('./postgres.ts');
  const pool = newPool(url, 1, options);
  try {
    const connection = await pool.connect();
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rows = new ReadableRows({
      prefix: '',
      adapter: { getMany: (keys) => textsOf(connection, keys) },
      pages: (prefix) => pages(connection, prefix),
      count: () => countRows(connection),
    });
    return await snapshotOf(rows, async () => {
      connection.release(true);
      await pool.end();
    });
  } catch (error) {
    void pool.end();
    throw new StorageOpenError(options.location, "it doesn't answer, or has no rows of Easel", {
      cause: error,
    });
  }
};

/**
 * The rows of a Redis database, in bounded memory.
 *
 * Redis has no snapshots for clients, but it reports changed keys (https://redis.io/docs/latest/commands/client-tracking/). So all keys
 * are scanned, then the changed ones are read again until none has changed in between. If they keep changing, writes are paused
 * for the last pass (https://redis.io/docs/latest/commands/client-pause/).
 * @throws StorageOpenError
 */
export const openRedisSnapshot = async (url: string, options: ServerOptions): Promise<Snapshot> => {
  const { connect, pages, PREFIX } = await import('./redis-connection.ts');
  const connection = await connect(url, options, { RESP: 3, emitInvalidate: true });
  const { client } = connection;
  const read = async (keys: string[]) => (await connection.answer(client.mGet(keys))).map(textOrNothing);
  const rows = new ReadableRows({
    prefix: PREFIX,
    adapter: { getMany: read },
    pages: (prefix) => pages(connection, prefix),
    count: () => connection.answer(client.dbSize()),
  });
  const close = () => {
    connection.close();
    return Promise.resolve();
  };
  return { ...(await snapshotOf(rows, close)), pages: () => settledPages(connection, rows, PREFIX) };
};

/** All rows, then the changed ones again until none changes. */
const settledPages = async function* (
  connection: RedisConnection,
  rows: ReadableRows,
  prefix: string,
): AsyncGenerator<StoredRow[]> {
  const { client, made } = connection;
  const changes = new RedisChanges(prefix);
  client.on('invalidate', (key: unknown) => {
    changes.note(key);
  });
  const send = (...words: string[]) => connection.answer(client.sendCommand(['CLIENT', ...words]));
  // The client has turned on tracking of the keys it reads.
  await send('TRACKING', 'OFF');
  await send('TRACKING', 'ON', 'BCAST', 'PREFIX', prefix);
  const mark = `easel-backup:${randomUUID()}`;
  await connection.answer(client.set(mark, '', { EX: MARK_S }));
  // Redis reports changes before it answers later calls. It reports a flush to all clients, whichever database was
  // flushed; if it was this one, the marker is gone.
  const hear = async () => {
    const isMarked = await connection.answer(client.exists(mark));
    if (connection.made !== made) throw new Error('The connection to Redis changed in the middle of a scan');
    if (isMarked === 0) throw new Error('The Redis database was emptied in the middle of a scan');
  };
  yield* rows.pages();
  for (let round = 0; ; round += 1) {
    if (round >= FREE_ROUNDS) await send('PAUSE', String(PAUSE_MS), 'WRITE');
    await hear();
    const changed = await readRows(rows, changes.take());
    await hear();
    const isOver = changes.isEmpty;
    if (round >= FREE_ROUNDS) await send('UNPAUSE');
    yield* changed;
    if (isOver) break;
  }
  await connection.answer(client.del(mark));
};

const readRows = async (
  rows: Pick<ReadableRows, 'texts'>,
  keys: readonly string[],
): Promise<StoredRow[][]> => {
  const pages: StoredRow[][] = [];
  for (let first = 0; first < keys.length; first += PAGE_ROWS) {
    const page = keys.slice(first, first + PAGE_ROWS);
    const texts = await rows.texts(page);
    pages.push(
      page.map((key, index) => {
        const text = texts[index];
        return text === undefined ? { key } : { key, text };
      }),
    );
  }
  return pages;
};

const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The keys of values that changed since they were taken last. */
class RedisChanges {
  readonly #prefix: string;
  #keys = new Set<string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** @param fullKey bytes or text; null when a whole database was emptied. */
  note(fullKey: unknown): void {
    if (typeof fullKey !== 'string' && !Buffer.isBuffer(fullKey)) return;
    const key = fullKey.toString().slice(this.#prefix.length);
    if (isValue(key)) this.#keys.add(key);
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  take(): string[] {
    const keys = [...this.#keys];
    this.#keys = new Set();
    return keys;
  }
}
