import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { onTestFinished } from 'vitest';
import type { Storage, Store } from '../../src/services/storage/store.ts';
import { HandClock } from '../world/hand-clock.ts';
import { makeFolder, openForTest, numberSchema } from './storages.ts';

/** Another program's connection to the file. */
export const tool = async (file: string): Promise<KeyvSqlite> => {
  const keyv = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'other', busyTimeout: 5_000 });
  await keyv.query('SELECT 1');
  onTestFinished(() => keyv.close());
  return keyv;
};

/** Another program writes to the file of an Easel's store, and locks out everybody else until the test ends it. */
export const occupy = async ({ folder }: { folder: string }): Promise<() => Promise<unknown>> => {
  const { query } = await tool(`${folder}/easel.sqlite`);
  await query('BEGIN IMMEDIATE');
  return () => query('ROLLBACK');
};

/** A new storage with one namespace, and another program's look at its file. */
export const openFile = async (): Promise<{
  storage: Storage;
  store: Store<number>;
  query: KeyvSqlite['query'];
  clock: HandClock;
}> => {
  const clock = new HandClock();
  const file = join(await makeFolder(), 'easel.sqlite');
  const storage = await openForTest(`sqlite://${file}`, { clock });
  const { query } = await tool(file);
  return { storage, store: storage.open('open', numberSchema), query, clock };
};
