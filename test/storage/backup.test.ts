import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { SCHEMA_VERSION } from '../../src/services/storage/migrations.ts';
import { SERVERS } from './fresh-server.ts';
import { allRows, fillStore, rowsOf, run } from './operator-commands.ts';
import { makeFolder, openForTest, parseNumber } from './storages.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 90_000 });

/** Every kind of store that this machine has, empty. */
const STORES: readonly { title: string; available: boolean; fresh: () => Promise<string> }[] = [
  {
    title: 'SQLite',
    available: true,
    fresh: async () => `sqlite://${join(await makeFolder(), 'easel.sqlite')}`,
  },
  ...SERVERS,
];

for (const [from, source] of STORES.entries()) {
  const target = STORES[(from + 1) % STORES.length];
  if (!target) continue;
  describe.skipIf(!source.available || !target.available)(`From ${source.title} to ${target.title}`, () => {
    let fromUrl: string;
    let toUrl: string;
    let file: string;
    beforeEach(async () => {
      fromUrl = await source.fresh();
      toUrl = await target.fresh();
      file = join(await makeFolder(), 'easel.backup');
      await fillStore(fromUrl);
    });

    it('a backup is restored row by row, lifetimes and all, and back again', async () => {
      const saved = await run('backup', [file], { STORE_URL: fromUrl });
      expect(saved).toMatchObject({ code: 0 });
      expect(saved.stdout).toContain("THIS BACKUP DOESN'T CONTAIN THE ENCRYPTION KEY");
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await run('restore', [file], { STORE_URL: toUrl })).toMatchObject({ code: 0 });
      const before = await rowsOf(fromUrl);
      expect(before.size).toBe(2_102);
      expect(await rowsOf(toUrl)).toEqual(before);
      const again = join(dirname(file), 'again');
      expect(await run('backup', [again], { STORE_URL: toUrl })).toMatchObject({ code: 0 });
      expect(await run('restore', [again, '--replace'], { STORE_URL: fromUrl })).toMatchObject({ code: 0 });
      expect(await rowsOf(fromUrl)).toEqual(before);
      const storage = await openForTest(fromUrl);
      expect(await storage.rows.readSchema()).toEqual({ version: SCHEMA_VERSION });
    });

    it('a move goes on after an interruption, and back again', async () => {
      const before = await rowsOf(fromUrl);
      // As an interrupted move leaves it: some rows are there, and one that its source has lost since.
      const half = await openForTest(toUrl);
      await half.rows.writeSchema({ version: SCHEMA_VERSION, filling: 'npm run move-store' });
      await half.rows.write([...before].slice(0, 900).map(([key, text = '']) => ({ key, text })));
      await half.rows.write([{ key: 'jobs:lost', text: '{"value":1}' }]);
      await half.close();
      const moved = await run('move-store', [fromUrl, toUrl]);
      expect(moved.stdout).toContain('Copied 2102 rows, and compared each of them');
      expect(await rowsOf(toUrl)).toEqual(before);
      const refused = await run('move-store', [toUrl, fromUrl]);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('This store is not empty')]);
      expect(await rowsOf(fromUrl)).toEqual(before);
    });

    it('nothing is restored or moved while Easel uses one of them', async () => {
      expect(await run('backup', [file], { STORE_URL: fromUrl })).toMatchObject({ code: 0 });
      const storage = await openForTest(toUrl);
      const claim = { owner: 'easel', slots: [0], total: 1, secret: 'key' };
      const lease = await storage.leases?.take(claim);
      const renewing = setInterval(() => {
        if (typeof lease === 'object') void storage.leases?.renew(lease);
      }, 1_000);
      try {
        for (const refused of [
          run('restore', [file], { STORE_URL: toUrl }),
          run('move-store', [fromUrl, toUrl]),
        ])
          expect(await refused).toMatchObject({
            code: 1,
            stderr: expect.stringMatching(/Easel (is using this store|uses this file)/) as string,
          });
      } finally {
        clearInterval(renewing);
      }
      expect(await storage.rows.readSchema()).toBeUndefined();
    });

    it('a backup of a store that is written to is one moment of it', async () => {
      const storage = await openForTest(fromUrl);
      const pairs = [storage.open('one', parseNumber), storage.open('other', parseNumber)] as const;
      let isOver = false;
      const writing = Promise.all(
        Array.from({ length: 4 }, async (_, writer) => {
          for (let count = 1; !isOver; count += 1) {
            const key = `w${writer}-${count % 40}`;
            await storage.writeTogether(
              pairs.map((store) => (count % 7 === 0 ? store.deleting(key) : store.setting(key, count))),
            );
          }
        }),
      );
      const rows = await allRows(fromUrl, () => delay(20)).finally(() => (isOver = true));
      await writing;
      const ones = [...rows].filter(([key, text]) => key.startsWith('one:') && text !== undefined);
      for (const [key, text] of ones)
        expect([key, rows.get(key.replace('one:', 'other:'))]).toEqual([key, text]);
      const others = [...rows].filter(([key, text]) => key.startsWith('other:') && text !== undefined);
      expect(others).toHaveLength(ones.length);
      expect([...rows].filter(([key]) => key.startsWith('jobs:'))).toHaveLength(2_102);
    });
  });
}

test('a move takes its addresses from variables, and from the files that they name', async () => {
  const folder = await makeFolder();
  const [from, to] = ['from', 'to'].map((name) => `sqlite://${join(folder, name)}.sqlite`) as [
    string,
    string,
  ];
  await fillStore(from);
  const file = join(folder, 'address');
  await writeFile(file, `${to}\n`);
  const moving = ['STORE_URL', 'NEW_STORE_URL'];
  const refused = await run('move-store', moving, { STORE_URL: from });
  expect([refused.code, refused.stderr]).toEqual([1, 'NEW_STORE_URL is not set\n']);
  const moved = await run('move-store', moving, { STORE_URL: from, NEW_STORE_URL_FILE: file });
  expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining('Copied')]);
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
});
