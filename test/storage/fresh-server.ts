import { randomInt } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { POSTGRES_URL } from './storages.ts';

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
    title: 'Postgres',
    available: POSTGRES_URL !== undefined,
    fresh: () => newPostgres(POSTGRES_URL ?? ''),
    port: 5432,
    writes: 'INSERT',
    removes: 'DELETE',
  },
];

/** All stores, each with the options of a world that has one of its own. */
export const STORES = [
  { name: 'SQLite', isThere: true, options: () => Promise.resolve({}) },
  ...SERVERS.map(({ title: name, available, fresh }) => ({
    name,
    isThere: available,
    options: async () => ({ env: { STORE_URL: await fresh() } }),
  })),
];
