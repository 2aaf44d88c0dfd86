import { copyFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreOpenError } from '../../src/services/storage/store.ts';
import { makeFolder, openForTest, numberSchema } from './storages.ts';

const openWatched = async (path = 'easel.sqlite') => {
  const folder = await makeFolder();
  const file = join(folder, path);
  const lost: unknown[] = [];
  const storage = await openForTest(`sqlite://${file}`, { onLost: (error) => lost.push(error) });
  const store = storage.open('open', numberSchema);
  await store.set('a', 1);
  return { folder, file, lost, store };
};

const waysToLoseIt: [string, (file: string, folder: string) => Promise<unknown>][] = [
  ['was deleted', (file) => unlink(file)],
  ['was deleted with all that is beside it', (_, folder) => rm(folder, { recursive: true })],
  ['was moved away', (file) => rename(file, `${file}.old`)],
  [
    'was replaced by a copy',
    async (file) => {
      await copyFile(file, `${file}.copy`);
      await rename(`${file}.copy`, file);
    },
  ],
];

describe('a database that is used', () => {
  it.each(waysToLoseIt)('and %s: no write is acknowledged any more', async (_, lose) => {
    const { file, folder, store, lost } = await openWatched();
    await lose(file, folder);
    await expect(store.set('b', 2)).rejects.toMatchObject({ cause: expect.any(StoreOpenError) as unknown });
    await expect(store.delete('a')).rejects.toMatchObject({ cause: expect.any(StoreOpenError) as unknown });
    expect(lost[0]).toBeInstanceOf(StoreOpenError);
  });

  it('is left alone when nothing happens to it', async () => {
    const { store, lost } = await openWatched();
    for (let count = 0; count < 50; count += 1) await store.set(`k${count}`, count);
    expect(lost).toEqual([]);
  });
});
