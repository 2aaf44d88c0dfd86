import { copyFile, rename, rm, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StorageLostError } from '../../src/services/storage/store.ts';
import { makeFolder, openForTest, parseNumber } from './storages.ts';

const openWatched = async (path = 'easel.sqlite') => {
  const folder = await makeFolder();
  const file = join(folder, path);
  const lost: unknown[] = [];
  const storage = await openForTest(`sqlite://${file}`, { onLost: (error) => lost.push(error) });
  const store = storage.open('open', parseNumber);
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
  ['lost its write-ahead log', (file) => unlink(`${file}-wal`)],
  ['lost its lock', (file) => unlink(`${file}.lock`)],
];

describe('a database that is used', () => {
  it.each(waysToLoseIt)('and %s: no write is acknowledged any more', async (_, lose) => {
    const { file, folder, store, lost } = await openWatched();
    await lose(file, folder);
    await expect(store.set('b', 2)).rejects.toMatchObject({ cause: expect.any(StorageLostError) as unknown });
    await expect(store.delete('a')).rejects.toMatchObject({ cause: expect.any(StorageLostError) as unknown });
    expect(lost).toEqual([expect.any(StorageLostError)]);
  });

  it('is missed within seconds, even when nothing is written', async () => {
    const { file, lost } = await openWatched();
    await unlink(file);
    await expect.poll(() => lost, { timeout: 20_000 }).toEqual([expect.any(StorageLostError)]);
    expect(String(lost[0])).toContain(`${file} was deleted or replaced`);
  });

  it('is another one when the link to it leads elsewhere', async () => {
    const folder = await makeFolder();
    const [one, other, link] = ['one', 'other', 'link'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await (await openForTest(`sqlite://${other}`)).close();
    await (await openForTest(`sqlite://${one}`)).close();
    await symlink(one, link);
    const store = (await openForTest(`sqlite://${link}`)).open('open', parseNumber);
    await store.set('a', 1);
    await unlink(link);
    await symlink(other, link);
    await expect(store.set('b', 2)).rejects.toMatchObject({ cause: expect.any(StorageLostError) as unknown });
  });

  it('is left alone when nothing happens to it', async () => {
    const { store, lost } = await openWatched();
    for (let count = 0; count < 50; count += 1) await store.set(`k${count}`, count);
    expect(lost).toEqual([]);
  });
});
