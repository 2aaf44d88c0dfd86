import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/services/storage/store.ts';
import { tool } from './sqlite-tool.ts';
import { makeFolder, openForTest, textSchema } from './storages.ts';

const SECRET = 'a quokka in a yellow raincoat';

/** The files beside the database, and itself, that hold a text. */
const filesWith = async (file: string, text: string): Promise<string[]> => {
  const folder = dirname(file);
  const names = await readdir(folder);
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return names.filter((_, index) => contents[index]?.includes(text));
};

const openTexts = async () => {
  const file = join(await makeFolder(), 'easel.sqlite');
  const storage = await openForTest(`sqlite://${file}`);
  return { file, storage, texts: storage.open('open', textSchema) };
};

describe('what was removed', () => {
  it('stands in no file any more after a scrub, nor what was written over', async () => {
    const { file, storage, texts } = await openTexts();
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => texts.set(`k${index}`, `${SECRET} ${index}`)),
    );
    // Some of it is in the database already, some in the log alone.
    await (await tool(file)).query('PRAGMA wal_checkpoint(PASSIVE)');
    await Promise.all(Array.from({ length: 200 }, (_, index) => texts.delete(`k${index}`)));
    await Promise.all(Array.from({ length: 100 }, (_, index) => texts.set(`k${200 + index}`, 'short')));
    expect(await filesWith(file, SECRET)).not.toEqual([]);
    await storage.clean();
    expect(await filesWith(file, SECRET)).toEqual([]);
    await storage.close();
    expect(await filesWith(file, SECRET)).toEqual([]);
  });

  it('stands in no unused part of the file any more after it was written anew, in twenty rounds', async () => {
    const { file, storage, texts } = await openTexts();
    const random = fc.sample(fc.integer({ min: 0, max: 3_000 }), { numRuns: 4_000, seed: 1 }).values();
    const next = () => random.next().value ?? 0;
    for (let round = 0; round < 20; round += 1) {
      const keys = Array.from({ length: 60 }, () => `k${next()}`);
      const filled = (what: string) => `${what} ${'x'.repeat(next() % 1_500)}`;
      for (const [index, key] of keys.entries())
        await texts.set(key, filled(index % 2 === 0 ? SECRET : 'another'));
      for (const key of keys.filter((_, index) => index % 2 === 1)) await texts.set(key, filled('longer'));
      await Promise.all(keys.filter((_, index) => index % 2 === 0).map((key) => texts.delete(key)));
      await storage.clean();
      await storage.rewrite();
      expect(await filesWith(file, SECRET)).toEqual([]);
    }
  });

  it('waits for somebody who reads, and goes when they are done', async () => {
    const { file, storage, texts } = await openTexts();
    await texts.set('a', SECRET);
    const { query } = await tool(file);
    await query('BEGIN');
    await query('SELECT * FROM easel');
    await texts.delete('a');
    const scrubbed = storage.clean();
    // Writing goes on meanwhile.
    await texts.set('b', 'something else');
    expect(await filesWith(file, SECRET)).not.toEqual([]);
    await query('COMMIT');
    await scrubbed;
    expect(await filesWith(file, SECRET)).toEqual([]);
  });

  it('is not called gone while somebody goes on reading', async () => {
    const { file, storage, texts } = await openTexts();
    await texts.set('a', SECRET);
    const { query } = await tool(file);
    await query('BEGIN');
    await query('SELECT * FROM easel');
    await texts.delete('a');
    await expect(storage.clean()).rejects.toThrow(StoreError);
    await query('COMMIT');
    await storage.clean();
    expect(await filesWith(file, SECRET)).toEqual([]);
  });
});
