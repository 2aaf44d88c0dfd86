import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { systemClock } from '../../lib/clock.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { FencedError, StoreError, StoreOpenError } from './errors.ts';
import { partOf, type Lease, type LeaseOptions } from './lease.ts';
import type { Condition } from './row.ts';

/** In a named schema, since Keyv's adapter names one, independent of the search path. */
export const SCHEMA = 'public';
export const TABLE_NAME = 'easel';
export const TABLE = `${SCHEMA}.${TABLE_NAME}`;
/** The classes of Easel's advisory locks. */
const PARTS = 0xea5e1;
const TURNS = 0xea5e2;
/** The lock of a process that joins, among those of the parts: processes join one after the other. */
const COMING = -1;
const BEAT_MS = 1_000;
/** The server ends a connection that is silent for this long, and so the lease of a paused process or a lost machine. */
const TERM_MS = 6_000;
/** Without an answer for this long, nothing is done for the part. */
const TRUST_MS = 3_000;
const CONNECT_MS = 3_000;
const RETRY_MS = 250;
/** The last holder knows answers that are stored nowhere: after an outage a standby leaves it the first seconds. */
const GRACE_MS = 3_000;
const GOODBYE_MS = 500;

/** A row's value is a number and its holder: `7 0b8e…`. */
const FIRST_RAISE = `INSERT INTO ${TABLE} AS e VALUES ($1, '1 ' || $2::text) ON CONFLICT (key)
  DO UPDATE SET value = (split_part(e.value, ' ', 1)::bigint + 1) || ' ' || $2::text RETURNING value`;
/** Changes only what this process raised last: a process that was cut off can't fence its successor. */
const NEXT_RAISE = `UPDATE ${TABLE} SET value = (split_part(value, ' ', 1)::bigint + 1) || ' ' || $2::text
  WHERE key = $1 AND split_part(value, ' ', 2) = $2::text RETURNING value`;
const READ = `SELECT value FROM ${TABLE} WHERE key = $1`;
const SET = `INSERT INTO ${TABLE} VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const LOCK = 'SELECT pg_try_advisory_lock($1, $2) AS "isLocked"';
const UNLOCK = 'SELECT pg_advisory_unlock($1, $2)';
/** Advisory locks are listed for all databases of a server. */
const HELD = `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND classid = ${PARTS} AND granted
  AND objid < 2147483648 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** The key of the row with the setup of the processes that run. */
const SETUP_KEY = 'setup';

const countHeld = async (connection: Pick<pg.Pool, 'query'>): Promise<number> =>
  (await connection.query<{ held: number }>(HELD)).rows[0]?.held ?? 0;

/** How many parts there are, by the processes that ran last, and how many of them a process has. */
export const partsIn = async (pool: pg.Pool): Promise<{ all: number; held: number }> => {
  const { rows } = await pool.query<{ value: string }>(READ, [SETUP_KEY]);
  const { parts } = JSON.parse(rows[0]?.value ?? '{"parts":1}') as { parts: number };
  return { all: parts, held: await countHeld(pool) };
};

const sleep = (milliseconds: number, signal?: AbortSignal) => systemClock.sleep(milliseconds, signal);

const end = async (client: pg.Client): Promise<void> => {
  await Promise.race([client.end().catch(() => undefined), sleep(GOODBYE_MS)]);
};

const connect = async (url: string): Promise<pg.Client> => {
  const limits = { query_timeout: TERM_MS, connectionTimeoutMillis: CONNECT_MS, keepAlive: true };
  const client = new pg.Client({ connectionString: url, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SET idle_session_timeout = ${TERM_MS}`);
    return client;
  } catch (error) {
    await end(client);
    throw error;
  }
};

const isLocked = async (client: pg.Client, group: number, lock: number): Promise<boolean> =>
  (await client.query<{ isLocked: boolean }>(LOCK, [group, lock])).rows[0]?.isLocked === true;

/**
 * Does some work while no process holds a part, nor can take one.
 * @throws StoreOpenError when one holds a part.
 */
export const whileNoneIsHeld = async <Result>(url: string, work: () => Promise<Result>): Promise<Result> => {
  const client = await connect(url);
  try {
    await client.query('SET idle_session_timeout = 0');
    if (!(await isLocked(client, PARTS, COMING)) || (await countHeld(client)) > 0)
      throw new StoreOpenError(
        'Easel is using this store. Nothing was changed. Stop all of its processes, and run this again',
      );
    return await work();
  } finally {
    await end(client);
  }
};

/** As {@link agree} of the schema. */
type Agree = (keyFingerprint: string, isInUse: () => Promise<boolean>) => Promise<boolean>;

/** What the server, or a pooler in its place, says of a connection that ended: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONNECTION_ENDED = /^(08|57P)/;

/** Whether the server itself said no: then certainly nothing was written. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !CONNECTION_ENDED.test(error.code ?? '');

/**
 * A part is an advisory lock on a connection of its own, held as long as the connection lives. Its epoch, a row that names its
 * holder, is compared in each guarded write: a process that was paused or cut off writes nothing more.
 */
export class ConnectionLease implements Lease {
  part = 0;
  isStandby = false;
  readonly #url: string;
  readonly #options: LeaseOptions;
  /** Compares the store's own encryption key with this process's. */
  readonly #agree: Agree;
  readonly #holder = randomUUID();
  readonly #queries = new KeyedMutex();
  readonly #turns = new KeyedMutex();
  /** The connection that holds the part, or waits for one. */
  #client: pg.Client | undefined;
  /** Aborted when the connection ends. */
  #dropped = new AbortController();
  #epoch = '';
  #beatAt = -Infinity;
  #mustRaise = false;
  #raising: Promise<void> | undefined;
  #wasAway = false;
  #isTaken = false;
  #isSuspended = false;
  #isLost = false;
  #isReleased = false;

  constructor(url: string, options: LeaseOptions, agree: Agree) {
    this.#url = url;
    this.#options = options;
    this.#agree = agree;
  }

  owns(guildId: string | undefined): boolean {
    return partOf(guildId, this.#options.parts) === this.part;
  }

  async acquire(keyFingerprint: string, signal: AbortSignal): Promise<void> {
    try {
      this.#client ??= await this.#connect();
      if (this.#wasAway) await sleep(GRACE_MS, signal);
      this.#wasAway = false;
      while (!(await this.#take(keyFingerprint))) {
        await sleep(RETRY_MS + 2 * RETRY_MS * Math.random(), signal);
        signal.throwIfAborted();
      }
    } catch (error) {
      this.#wasAway = true;
      await this.#disconnect();
      signal.throwIfAborted();
      if (error instanceof StoreOpenError) throw error;
      throw new StoreError("Couldn't ask the store for a part of the shards", { cause: error });
    }
    this.#isTaken = true;
    this.isStandby = false;
    this.#options.onEvent('taken');
    void this.#keep();
  }

  /** By a monotonic clock, from when the last answered beat was sent. */
  isHeld(): boolean {
    return !this.#isLost && performance.now() - this.#beatAt < TRUST_MS;
  }

  isUncertain(): boolean {
    return this.#isTaken && !this.#isEnded() && !this.isHeld();
  }

  async confirm(signal: AbortSignal): Promise<void> {
    while (this.isUncertain() && !signal.aborted) await sleep(RETRY_MS, signal);
    if (!this.isHeld()) throw new FencedError();
  }

  async guard(write: (fence: Condition) => Promise<boolean>): Promise<void> {
    for (;;) {
      if (this.#isEnded()) throw new FencedError();
      if (this.#mustRaise) await this.#raise();
      const epoch = this.#epoch;
      let isWritten = false;
      try {
        isWritten = await write({ key: this.#epochKey, text: epoch });
      } finally {
        // Without an answer it may still arrive, so the epoch is raised before the next write. Where it was refused,
        // another process has taken over, or this one has raised the epoch meanwhile: raising it tells which.
        if (!isWritten && epoch === this.#epoch) this.#mustRaise = true;
      }
      if (isWritten) return;
    }
  }

  /** One of this process's shards asks at a time: each look is a connection. */
  takeTurn(turn: number, forMs: number, signal: AbortSignal): Promise<void> {
    return this.#turns.run([String(turn)], async () => {
      for (;;) {
        signal.throwIfAborted();
        const client = await connect(this.#url).catch(() => undefined);
        if (client && (await isLocked(client, TURNS, turn).catch(() => false))) {
          void sleep(forMs).then(() => end(client));
          return;
        }
        if (client) await end(client);
        await sleep(RETRY_MS, signal);
      }
    });
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await this.#disconnect();
  }

  get #epochKey(): string {
    return `epoch:${this.part}`;
  }

  async #connect(): Promise<pg.Client> {
    const client = await connect(this.#url);
    const dropped = (this.#dropped = new AbortController());
    client.once('end', () => {
      dropped.abort();
    });
    if (!this.#isReleased) return client;
    await end(client);
    throw new StoreError('The lease was released');
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#beatAt = -Infinity;
    if (client) await end(client);
  }

  #connected(): pg.Client {
    if (!this.#client) throw new StoreError('The lease has no connection to the store');
    return this.#client;
  }

  /** One at a time: the library won't queue them. */
  #query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    return this.#queries.run(['connection'], () => this.#connected().query<Row>(sql, values));
  }

  /** Takes a free part, if there is one. On an error the connection is dropped, and with it what was locked. */
  async #take(keyFingerprint: string): Promise<boolean> {
    const client = this.#connected();
    // No lock is waited for: it could be granted to a process that is gone.
    if (!(await isLocked(client, PARTS, COMING))) return false;
    if (await this.#agree(keyFingerprint, async () => (await countHeld(client)) > 0))
      this.#options.onEvent('rekeyed');
    await this.#agreeOnSetup(client);
    let part = 0;
    while (part < this.#options.parts && !(await isLocked(client, PARTS, part))) part += 1;
    const isTaken = part < this.#options.parts;
    if (isTaken) {
      this.part = part;
      await this.#raised(FIRST_RAISE);
    }
    await client.query(UNLOCK, [PARTS, COMING]);
    if (!isTaken && !this.isStandby) {
      this.isStandby = true;
      this.#options.onEvent('waiting');
    }
    return isTaken;
  }

  async #agreeOnSetup(client: pg.Client): Promise<void> {
    const setup = JSON.stringify({ shards: this.#options.shards, parts: this.#options.parts });
    const { rows } = await client.query<{ value: string }>(READ, [SETUP_KEY]);
    if (rows[0]?.value === setup) return;
    if ((await countHeld(client)) > 0)
      throw new StoreOpenError(
        'Another process on this STORE_URL runs with other SHARDS or PARTS. Nothing was changed. Use the same SHARDS and PARTS everywhere. To change them, stop all processes, and start them with the new ones',
      );
    await client.query(SET, [SETUP_KEY, setup]);
  }

  /** One at a time for all writes that wait for it. */
  #raise(): Promise<void> {
    this.#raising ??= this.#raised(NEXT_RAISE)
      .catch((error: unknown) => {
        if (error instanceof FencedError) throw error;
        throw new StoreError("The store can't tell whether this process still has its part", {
          cause: error,
          isRefused: isRefusal(error),
        });
      })
      .finally(() => {
        this.#raising = undefined;
      });
    return this.#raising;
  }

  async #raised(raise: string): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await this.#query<{ value: string }>(raise, [this.#epochKey, this.#holder]);
    if (!rows[0]) throw this.#lose();
    this.#epoch = rows[0].value;
    this.#mustRaise = false;
    this.#beatAt = sentAt;
  }

  #lose(): FencedError {
    if (!this.#isLost && !this.#isReleased) this.#options.onEvent('lost');
    this.#isLost = true;
    return new FencedError();
  }

  #isEnded(): boolean {
    return this.#isReleased || this.#isLost;
  }

  async #keep(): Promise<void> {
    while (!this.#isEnded()) {
      const sentAt = performance.now();
      try {
        await this.#query('SELECT 1');
        this.#beatAt = sentAt;
        await sleep(BEAT_MS, this.#dropped.signal);
      } catch (error) {
        await this.#disconnect();
        if (this.#isEnded()) return;
        if (!this.#isSuspended) this.#options.onEvent('suspended', error);
        this.#isSuspended = true;
        await this.#takeAgain();
      }
    }
  }

  /** The store was away. */
  async #takeAgain(): Promise<void> {
    try {
      const client = await this.#connect();
      // Not this process's connection before it holds the part: a write that waits must not raise the epoch over it.
      if (await isLocked(client, PARTS, this.part).catch(() => false)) {
        this.#client = client;
        await this.#raise();
        this.#isSuspended = false;
        this.#options.onEvent('resumed');
        return;
      }
      const { rows } = await client
        .query<{ value: string }>(READ, [this.#epochKey])
        .finally(() => end(client));
      // Where it is still this process's, the server hasn't noticed yet that the former connection is gone.
      if (rows[0]?.value.split(' ')[1] !== this.#holder) this.#lose();
    } catch {
      await this.#disconnect();
    }
    await sleep(RETRY_MS);
  }
}
