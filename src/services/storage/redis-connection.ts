import KeyvRedis, { createClient, type RedisClientOptions } from '@keyv/redis';
import type { ServerOptions } from './database.ts';
import { StorageOpenError, unreachable } from './store.ts';

/** The prefix of every key. */
export const PREFIX = 'easel:';
/** How many keys Redis scans per call; the call blocks other clients. */
const SCAN_KEYS = 1_000;
/** A server in the same network is connected to within milliseconds; this leaves room for a lost packet. */
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_FIRST_MS = 100;
const MAX_RECONNECT_MS = 2_000;
/** A new connection over which nothing comes is given up. One in use is never idle for so long: leases are renewed each second. */
const IDLE_MS = 20_000;
/** While the address still leads to a replica, every other write would ask for a new connection. */
const RENEW_GAP_MS = 1_000;

/** The server took a request and did not answer it in time: whether it was carried out is unknown. */
class ServerSilentError extends Error {
  override name = 'ServerSilentError';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The database server didn't answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** After a failover, what was the primary refuses writes: https://redis.io/docs/latest/operate/oss_and_stack/management/replication */
const isFromReplica = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('READONLY');

export type Client = ReturnType<typeof createClient>;

/** A connection, and how often it was made: a scan is whole only if it was made once. */
export class RedisConnection {
  readonly client: Client;
  readonly #answerTimeoutMs: number;
  #made = 0;
  #heardAt = 0;
  #renewedAt = -Infinity;
  #isClosed = false;

  constructor(
    url: string,
    { onConnectionError, answerTimeoutMs }: ServerOptions,
    more: RedisClientOptions = {},
  ) {
    this.#answerTimeoutMs = answerTimeoutMs;
    this.client = createClient({ ...this.#options(url), ...more });
    this.client.on('connect', () => {
      // The client can't break off a connection that is just being made.
      if (this.#isClosed) this.client.unref();
    });
    this.client.on('ready', () => {
      this.#made += 1;
    });
    this.client.on('error', (error: unknown) => {
      // The first connection's failure is thrown by connect().
      if (this.#made > 0) onConnectionError(error);
    });
  }

  get made(): number {
    return this.#made;
  }

  /**
   * The answer to a command, if it comes in time. Connects anew where this connection has become useless, but would stand for
   * a quarter of an hour yet: nothing comes over it any more, or it leads to a server that is only a replica by now.
   *
   * @throws ServerSilentError when it does not.
   */
  async answer<Answer>(answer: Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new ServerSilentError(this.#answerTimeoutMs));
      }, this.#answerTimeoutMs);
    });
    const askedAt = performance.now();
    try {
      const answered = await Promise.race([answer, silence]);
      this.#heardAt = performance.now();
      return answered;
    } catch (error) {
      const isSilent = error instanceof ServerSilentError && this.#heardAt < askedAt;
      if (isSilent || isFromReplica(error)) this.#connectAnew();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** While the client connects by itself, this would make a second connection. */
  #connectAnew(): void {
    const now = performance.now();
    if (!this.client.isReady || now - this.#renewedAt < RENEW_GAP_MS) return;
    this.#renewedAt = now;
    this.client.destroy();
    // It tries until it succeeds; each failure is an error event.
    this.client.connect().catch(() => undefined);
  }

  /** Closes immediately: nothing is in progress, and QUIT would wait for a stuck server. */
  close(): void {
    this.#isClosed = true;
    if (this.client.isOpen) this.client.destroy();
  }

  #options(url: string): RedisClientOptions {
    return {
      url,
      // Nothing waits for a reconnection: a write whose caller gave up must not happen later.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: IDLE_MS,
        reconnectStrategy: (attempts) =>
          this.#made > 0 && Math.min(RECONNECT_FIRST_MS * 2 ** attempts, MAX_RECONNECT_MS),
      },
    };
  }
}

/** Keyv's adapter, with an end to waiting for a server that is connected but stuck. */
export class TimedRedis extends KeyvRedis<unknown> {
  readonly #connection: RedisConnection;

  constructor(connection: RedisConnection) {
    // Without this switch, which is another one than Keyv's, a refused write looks like success.
    super(connection.client, { throwOnErrors: true });
    this.#connection = connection;
  }

  override async get<Value>(key: string): Promise<Value | undefined> {
    return this.#connection.answer(super.get<Value>(key));
  }

  override async getMany<Value>(keys: string[]): Promise<(Value | undefined)[]> {
    return this.#connection.answer(super.getMany<Value>(keys));
  }

  override async set(key: string, value: string, lifetimeMs?: number): Promise<void> {
    await this.#connection.answer(super.set(key, value, lifetimeMs));
  }

  override async delete(key: string): Promise<boolean> {
    return this.#connection.answer(super.delete(key));
  }
}

/** Connects to a server. @throws StorageOpenError when it does not answer, or does not let us in. */
export const connect = async (
  url: string,
  options: ServerOptions,
  more?: RedisClientOptions,
): Promise<RedisConnection> => {
  let connection: RedisConnection | undefined;
  try {
    connection = new RedisConnection(url, options, more);
    await connection.answer(connection.client.connect());
    await connection.answer(connection.client.ping());
    return connection;
  } catch (error) {
    connection?.close();
    throw new StorageOpenError(options.location, unreachable('Redis'), { cause: error });
  }
};

/** Reads keys and then their values; a key that goes in between is not there. Redis may name a key more than once. */
export const pages = async function* (
  connection: RedisConnection,
  prefix: string,
): AsyncGenerator<[string, string][]> {
  const { made, client } = connection;
  let cursor = '0';
  do {
    const page = await connection.answer(client.scan(cursor, { MATCH: `${prefix}*`, COUNT: SCAN_KEYS }));
    cursor = page.cursor;
    const values = page.keys.length > 0 ? await connection.answer(client.mGet(page.keys)) : [];
    // A cursor means nothing to another server, nor to the same one after a restart.
    if (connection.made !== made) throw new Error('The connection to Redis changed in the middle of a scan');
    yield page.keys.flatMap((key, index): [string, string][] => {
      const value = values[index];
      return typeof value === 'string' ? [[key, value]] : [];
    });
  } while (cursor !== '0');
};
