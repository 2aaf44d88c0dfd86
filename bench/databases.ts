import pg from 'pg';
import { temporaryFolder } from './test-environment.ts';

/** A store of no rows, and what removes it. */
export interface EmptyStore {
  kind: string;
  url: string;
  remove: () => Promise<void>;
}

const TABLE = 'public.easel';

const emptyPostgres = async (url: string): Promise<EmptyStore> => {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ found: string | null }>(`SELECT to_regclass('${TABLE}') AS found`);
  if (rows[0]?.found !== null)
    throw new Error('BENCH_POSTGRES_URL has a store already: name an empty database');
  const remove = async () => {
    await client.query(`DROP TABLE ${TABLE}`);
    await client.end();
  };
  return { kind: 'Postgres', url, remove };
};

/** An empty store of each kind; of Postgres, where BENCH_POSTGRES_URL names an empty database of this machine. */
export const emptyStores = async (): Promise<EmptyStore[]> => {
  const { folder, remove } = await temporaryFolder();
  const postgres = process.env['BENCH_POSTGRES_URL'];
  return [
    { kind: 'SQLite', url: `sqlite://${folder}/easel.sqlite`, remove },
    ...(postgres === undefined ? [] : [await emptyPostgres(postgres)]),
  ];
};
