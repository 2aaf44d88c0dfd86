import { z } from 'zod';
import { DatabaseStorage } from './database-storage.ts';
import type { ServerOptions } from './database.ts';
import { REDIS_RULES } from './durability.ts';
import { connect, pages, PREFIX, TimedRedis, type Client } from './redis-connection.ts';
import type { Condition, RowWrite } from './row.ts';
import type { Counting } from './shared-rate.ts';
import type { Storage } from './store.ts';

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
    prefix: PREFIX,
    commit: (writes) => connection.answer(commit(connection.client, writes)),
    shared: {
      replace: commitIfHeld,
      replaceOne: (condition, write) => commitIfHeld(condition, [write]),
      commitIf: commitIfHeld,
      readWithTime: (key, initial) => connection.answer(readWithTime(connection.client, key, initial)),
      count: (key, counting) => connection.answer(count(connection.client, key, counting)),
    },
    durability: {
      rules: REDIS_RULES,
      read: (settings) => connection.answer(connection.client.configGet([...settings])),
    },
    pages: (prefix) => pages(connection, prefix),
    count: () => connection.answer(connection.client.dbSize()),
    // Redis removes expired keys by itself.
    sweep: () => Promise.resolve(0),
    // Deleted data stays in the server's append-only file until it is rewritten, which is up to its operator.
    scrub: () => Promise.resolve(),
    close: () => {
      connection.close();
      return Promise.resolve();
    },
  });
};

/**
 * As a transaction (https://redis.io/docs/latest/develop/using-commands/transactions/): a command that the server refuses,
 * such as for want of memory, keeps all of them from being carried out.
 */
const commit = async (client: Client, writes: readonly RowWrite[]): Promise<void> => {
  // Unlike for a single command, the client would keep these until it is connected again, and carry them out then.
  if (!client.isReady) throw new Error("Redis can't be reached");
  const transaction = client.multi();
  for (const { key, text, lifetimeMs } of writes) {
    if (text === undefined) transaction.unlink(key);
    else transaction.set(key, text, lifetimeMs === undefined ? {} : { PX: lifetimeMs });
  }
  await transaction.exec();
};

/**
 * Values are stored first: a server that has no memory left refuses the first of them, and the script ends. It has no room for a
 * tombstone either, but removes what is in its place.
 */
const COMMIT_IF = `if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
local function isTombstone(text) return string.find(text, '^{"expires":%d+,"removed":') end
for i = 2, #KEYS do
  local text, lifetime = ARGV[2 * i - 2], ARGV[2 * i - 1]
  if text ~= '' and not isTombstone(text) then
    if lifetime ~= '' then redis.call('SET', KEYS[i], text, 'PX', lifetime)
    else redis.call('SET', KEYS[i], text) end
  end
end
for i = 2, #KEYS do
  local text, lifetime = ARGV[2 * i - 2], ARGV[2 * i - 1]
  if text == '' or isTombstone(text) and redis.pcall('SET', KEYS[i], text, 'PX', lifetime)['err'] then
    redis.call('UNLINK', KEYS[i])
  end
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

const COUNT = `local left = redis.call('PTTL', KEYS[1])
local points, window = ARGV[1], tonumber(ARGV[2])
if left > 0 and ARGV[3] == '' then return {redis.call('INCRBY', KEYS[1], points), left} end
redis.call('SET', KEYS[1], points, 'PX', math.max(left, window))
return {tonumber(points), math.max(left, window)}`;

const countSchema = z.tuple([z.number(), z.number()]);

const count = async (client: Client, key: string, { points, windowMs, isBlock }: Counting) =>
  countSchema.parse(
    await client.eval(COUNT, {
      keys: [key],
      arguments: [String(points), String(windowMs), isBlock ? 'block' : ''],
    }),
  );
