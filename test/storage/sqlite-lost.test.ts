import { copyFile, link, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FencedError } from '../../src/services/storage/store.ts';
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
  ['lost its lock', (file) => unlink(`${file}.lock`)],
  ['had its lock moved away', (file) => rename(`${file}.lock`, `${file}.old`)],
  [
    'has a lock that is another file',
    async (file) => {
      await unlink(`${file}.lock`);
      await writeFile(`${file}.lock`, '');
    },
  ],
  ['lost its log', (file) => unlink(`${file}-wal`)],
  ['was in a folder that has another name now', (_, folder) => rename(folder, `${folder}.old`)],
];

describe('a database that is used', () => {
  it.each(waysToLoseIt)('and %s: no write is acknowledged any more', async (_, lose) => {
    const { file, folder, store, lost } = await openWatched();
    await lose(file, folder);
    await expect(store.set('b', 2)).rejects.toThrow(FencedError);
    await expect(store.delete('a')).rejects.toThrow(FencedError);
    expect(lost[0]).toBeInstanceOf(FencedError);
  });

  it('is opened under its only name alone', async () => {
    const file = join(await makeFolder(), 'easel.sqlite');
    await (await openForTest(`sqlite://${file}`)).close();
    await link(file, `${file}.link`);
    for (const name of [file, `${file}.link`])
      await expect(openForTest(`sqlite://${name}`)).rejects.toThrow('a second name (a hard link)');
    await unlink(file);
    await openForTest(`sqlite://${file}.link`);
  });

  it('is left alone when nothing happens to it', async () => {
    const { store, lost } = await openWatched();
    for (let count = 0; count < 50; count += 1) await store.set(`k${count}`, count);
    expect(lost).toEqual([]);
  });
});
