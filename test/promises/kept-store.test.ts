import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openStores } from '../../src/app/stores.ts';
import { Store } from '../../src/services/storage/store.ts';
import { expectAllClosed, promptsOf } from '../world/asking.ts';
import { makeFolder, openForTest } from '../storage/storages.ts';
import { HandClock } from '../world/hand-clock.ts';
import { expectKept, openStore, writeStore } from './kept-store.ts';

/** Where to keep the store that this version writes, if anywhere. */
const { WRITE_STORE } = process.env;

const copyOf = async (version: string): Promise<string> => {
  const file = join(await makeFolder(), 'easel.sqlite');
  await copyFile(fileURLToPath(new URL(`easel-${version}.sqlite`, import.meta.url)), file);
  return file;
};

const STORES = [
  // Without what shows a job besides its card, what is to be taken down, and what the operator decides and has paid for.
  { title: '1.0', newNamespaces: 4, file: () => copyOf('1.0') },
  { title: '1.1', newNamespaces: 0, file: () => copyOf('1.1') },
  {
    title: 'this version',
    newNamespaces: 0,
    file: async () => {
      const file = join(await makeFolder(), 'easel.sqlite');
      await writeStore(file);
      if (WRITE_STORE !== undefined) await copyFile(file, WRITE_STORE);
      return file;
    },
  },
];

for (const { title, newNamespaces, file } of STORES) {
  test(`a store of ${title} is opened, with everything that people had in it`, async () => {
    const world = await openStore(await file());
    await expectKept(world);
    await expectAllClosed(world);
    expect(promptsOf(world)).toEqual(['a bay']);
  });

  test(`each row of a store of ${title} can be read`, async () => {
    // Before any of its rows expires.
    const storage = await openForTest(`sqlite://${await file()}`, { clock: new HandClock() });
    const stores = Object.values(openStores(storage, { guard: () => Promise.resolve() })).filter(
      (store) => store instanceof Store,
    );
    expect(stores.length).toBeGreaterThan(10);
    const entries = await Promise.all(stores.map((store) => store.entries(true)));
    const empty = entries.filter(({ length }) => length === 0);
    expect(empty).toHaveLength(newNamespaces);
  });
}
