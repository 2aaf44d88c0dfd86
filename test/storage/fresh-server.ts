import { randomInt } from 'node:crypto';
import { createClient } from '@keyv/redis';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { POSTGRES_URL, REDIS_URL } from './storages.ts';

/** The tests of the storages stay in the first; files that run at the same time name others. */
const REDIS_DATABASE = 9;

/** A Redis database that is empty. */
const emptyRedis = async (url: string, database = REDIS_DATABASE): Promise<string> => {
  const own = new URL(url);
  own.pathname = `/${database}`;
  const client = createClient({ url: own.href });
  await client.connect();
  await client.flushDb();
  client.destroy();
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
    fresh: (redisDatabase?: number) => emptyRedis(REDIS_URL ?? '', redisDatabase),
    port: 6379,
    reconnects: true,
    writes: 'SET',
    removes: 'UNLINK',
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
  },
];
