import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { POSTGRES_URL, REDIS_URL } from './storages.ts';

/** Of the sixteen that a Redis has: an operator's own data are rather in the others. */
const REDIS_DATABASES = [8, 9, 10, 11, 12, 13, 14, 15];
/** No test takes longer; the claim of a run that was killed ends by then. */
const CLAIM_S = 300;
const CLAIM_AGAIN_MS = 100;

const connect = (url: string) => createClient({ url }).connect();
type RedisClient = Awaited<ReturnType<typeof connect>>;

const callRedis = async <Result>(
  url: string,
  call: (client: RedisClient) => Promise<Result>,
): Promise<Result> => {
  const client = await connect(url);
  return call(client).finally(() => {
    client.destroy();
  });
};

const claimOf = (database: number): string => `easel-test:database:${database}`;

/** The number of a database that is no other test's until this one ends. */
const claimRedis = async (client: RedisClient): Promise<number> => {
  for (;;) {
    for (const database of REDIS_DATABASES)
      if ((await client.set(claimOf(database), '', { NX: true, EX: CLAIM_S })) !== null) return database;
    await delay(CLAIM_AGAIN_MS);
  }
};

/** A Redis database that is empty, and the test's own. */
const emptyRedis = async (url: string): Promise<string> => {
  const database = await callRedis(url, claimRedis);
  onTestFinished(async () => {
    await callRedis(url, (client) => client.del(claimOf(database)));
  });
  const own = new URL(url);
  own.pathname = `/${database}`;
  await callRedis(own.href, (client) => client.flushDb());
  return own.href;
};

/** A Postgres database of its own, which goes with the test. */
const newPostgres = async (url: string): Promise<string> => {
  const name = `easel_${randomInt(1e9)}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  onTestFinished(() => run(`DROP DATABASE ${name} WITH (FORCE)`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
};

/** The database servers that this machine has, each with a way to an empty database, its usual port and its words. */
export const SERVERS = [
  {
    title: 'Redis',
    available: REDIS_URL !== undefined,
    fresh: () => emptyRedis(REDIS_URL ?? ''),
    port: 6379,
    reconnects: true,
    writes: 'SET',
    removes: 'UNLINK',
    /** A part of a row, as it goes over the wire. */
    quoted: (name: string, value: string) => `"${name}":"${value}"`,
  },
  {
    title: 'Postgres',
    available: POSTGRES_URL !== undefined,
    fresh: () => newPostgres(POSTGRES_URL ?? ''),
    port: 5432,
    // A connection is made when something is asked.
    reconnects: false,
    writes: 'INSERT',
    removes: 'DELETE',
    quoted: (name: string, value: string) => String.raw`\"${name}\":\"${value}\"`,
  },
];
