import KeyvRedis, { createClient, type RedisClientOptions } from '@keyv/redis';
import { z } from 'zod';
import { DatabaseStorage, type ServerOptions } from './database-storage.ts';
import type { Condition, RowWrite } from './row.ts';
import { StorageOpenError, type Storage } from './store.ts';

/** A server in the same network is connected to within milliseconds; this leaves room for a lost packet. */
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_FIRST_MS = 100;
const MAX_RECONNECT_MS = 2_000;
/** How many keys Redis looks at for one answer; it serves nobody else meanwhile. */
const SCAN_KEYS = 1_000;

/** The server took a request and did not answer it in time: whether it was carried out is unknown. */
class ServerSilentError extends Error {
  override name = 'ServerSilentError';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The database server did not answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

type Client = ReturnType<typeof createClient>;

/** A connection, and how often it was made: a scan is whole only if it was made once. */
class RedisConnection {
  readonly client: Client;
  readonly #answerTimeoutMs: number;
  #made = 0;

  constructor(url: string, { onConnectionError, answerTimeoutMs }: ServerOptions) {
    this.#answerTimeoutMs = answerTimeoutMs;
    this.client = createClient(this.#options(url));
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
   * The answer to a command, if it comes in time.
   * @throws ServerSilentError when it does not.
   */
  async answer<Answer>(answer: Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new ServerSilentError(this.#answerTimeoutMs));
      }, this.#answerTimeoutMs);
    });
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** At once: nothing is under way any more, and a polite farewell waits for a stuck server. */
  close(): void {
    if (this.client.isOpen) this.client.destroy();
  }

  #options(url: string): RedisClientOptions {
    return {
      url,
      // Nothing waits for a reconnection: a write whose caller gave up must not happen later.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        reconnectStrategy: (attempts) =>
          this.#made > 0 && Math.min(RECONNECT_FIRST_MS * 2 ** attempts, MAX_RECONNECT_MS),
      },
    };
  }
}

/** Keyv's adapter, with an end to waiting for a server that is connected but stuck. */
class TimedRedis extends KeyvRedis<unknown> {
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

/**
 * Opens a Redis database. How durable an acknowledged write is, is the server's setting (`appendfsync`).
 * @throws StorageOpenError when it does not answer, or does not let us in.
 */
export const openRedis = async (url: string, options: ServerOptions): Promise<Storage> => {
  const connection = await connect(url, options);
  const commitIfHeld = (condition: Condition, writes: readonly RowWrite[]) =>
    connection.answer(commitIf(connection.client, condition, writes));
  return new DatabaseStorage({
    location: options.location,
    onUnreadable: options.onUnreadable,
    adapter: new TimedRedis(connection),
    prefix: 'easel:',
    commit: (writes) => connection.answer(commit(connection.client, writes)),
    shared: {
      replace: commitIfHeld,
      commitIf: commitIfHeld,
      readWithTime: (key, initial) => connection.answer(readWithTime(connection.client, key, initial)),
    },
    rename: (from, to) => connection.answer(rename(connection.client, from, to)),
    readAll: (prefix) => readAll(connection, prefix),
    // Redis removes expired keys by itself.
    sweep: () => Promise.resolve(0),
    // What was removed stays in the server's append-only file until it rewrites that: that is its operator's affair.
    scrub: () => Promise.resolve(),
    close: () => {
      connection.close();
      return Promise.resolve();
    },
  });
};

const connect = async (url: string, options: ServerOptions): Promise<RedisConnection> => {
  let connection: RedisConnection | undefined;
  try {
    connection = new RedisConnection(url, options);
    await connection.answer(connection.client.connect());
    await connection.answer(connection.client.ping());
    return connection;
  } catch (error) {
    connection?.close();
    throw new StorageOpenError(options.location, 'Redis does not answer, or refuses', { cause: error });
  }
};

/**
 * As a transaction (https://redis.io/docs/latest/develop/using-commands/transactions/): a command that the server refuses,
 * such as for want of memory, keeps all of them from being carried out.
 */
const commit = async (client: Client, writes: readonly RowWrite[]): Promise<void> => {
  // Unlike for a single command, the client would keep these until it is connected again, and carry them out then.
  if (!client.isReady) throw new Error('Redis can not be reached');
  const transaction = client.multi();
  for (const { key, text, lifetimeMs } of writes) {
    if (text === undefined) transaction.unlink(key);
    else transaction.set(key, text, lifetimeMs === undefined ? {} : { PX: lifetimeMs });
  }
  await transaction.exec();
};

/** Values are stored first: a server that has no memory left refuses the first of them, and the script ends. */
const COMMIT_IF = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
for i = 2, #KEYS do
  local text, lifetime = ARGV[2 * i - 2], ARGV[2 * i - 1]
  if lifetime ~= '' then redis.call('SET', KEYS[i], text, 'PX', lifetime)
  elseif text ~= '' then redis.call('SET', KEYS[i], text) end
end
for i = 2, #KEYS do
  if ARGV[2 * i - 2] == '' then redis.call('UNLINK', KEYS[i]) end
end
return 1`;

/** A script runs with nothing else in between: https://redis.io/docs/latest/develop/programmability/eval-intro/ */
const commitIf = async (
  client: Client,
  condition: Condition,
  writes: readonly RowWrite[],
): Promise<boolean> => {
  const outcome = await client.eval(COMMIT_IF, {
    keys: [condition.key, ...writes.map(({ key }) => key)],
    arguments: [
      condition.text,
      ...writes.flatMap(({ text = '', lifetimeMs }) => [text, text === '' ? '' : String(lifetimeMs ?? '')]),
    ],
  });
  return outcome === 1;
};

const READ_WITH_TIME = `redis.call('SET', KEYS[1], ARGV[1], 'NX')
local time = redis.call('TIME')
return {redis.call('GET', KEYS[1]), time[1], time[2]}`;

const readSchema = z.tuple([z.string(), z.coerce.number(), z.coerce.number()]);

const readWithTime = async (
  client: Client,
  key: string,
  initial: string,
): Promise<{ text: string; now: number }> => {
  const answer = await client.eval(READ_WITH_TIME, { keys: [key], arguments: [initial] });
  const [text, seconds, microseconds] = readSchema.parse(answer);
  return { text, now: seconds * 1_000 + Math.floor(microseconds / 1_000) };
};

/** A key that has expired meanwhile is in nobody's way. */
const rename = async (client: Client, from: string, to: string): Promise<void> => {
  try {
    await client.rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && error.message === 'ERR no such key')) throw error;
  }
};

/** Reads keys and then their values; a key that goes in between is not there. */
async function* readAll(connection: RedisConnection, prefix: string): AsyncGenerator<[string, string][]> {
  const { made, client } = connection;
  const rows = new Map<string, string>();
  let cursor = '0';
  do {
    const page = await connection.answer(client.scan(cursor, { MATCH: `${prefix}*`, COUNT: SCAN_KEYS }));
    cursor = page.cursor;
    const values = page.keys.length > 0 ? await connection.answer(client.mGet(page.keys)) : [];
    for (const [index, key] of page.keys.entries()) {
      const value = values[index];
      if (typeof value === 'string') rows.set(key, value);
    }
  } while (cursor !== '0');
  // A cursor means nothing to another server, nor to the same one after a restart.
  if (connection.made !== made) throw new Error('The connection to Redis changed in the middle of a scan');
  yield [...rows];
}
