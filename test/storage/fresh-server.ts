import { randomInt } from 'node:crypto';
import { createClient } from '@keyv/redis';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { POSTGRES_URL, REDIS_URL } from './storages.ts';

/** The first stays with tests of the storages that share it, each in namespaces of its own. Redis has 16. */
const SHARED_DATABASES = 1;
/** As many as one test needs at most. */
const DATABASES_PER_WORKER = 3;
/** Files run at the same time, but only one in each worker. */
const FIRST_DATABASE = SHARED_DATABASES + (Number(process.env['VITEST_POOL_ID']) - 1) * DATABASES_PER_WORKER;
const free = Array.from({ length: DATABASES_PER_WORKER }, (_, index) => FIRST_DATABASE + index);

/** A Redis database that is empty, and nobody else's until the test ends. */
const emptyRedis = async (url: string): Promise<string> => {
  const database = free.shift();
  if (database === undefined) throw new Error('One test needs more Redis databases than a worker has');
  onTestFinished(() => {
    free.push(database);
  });
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
    fresh: () => emptyRedis(REDIS_URL ?? ''),
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
