import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StoreError, UnstorableError, type Store } from '../../src/services/storage/store.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { openFile } from './sqlite-tool.ts';
import { freshNamespace, onEveryStorage, openForTest, numberSchema, POSTGRES_URL } from './storages.ts';

const all = async (...stores: Store<number>[]) =>
  Promise.all(stores.map(async (store) => Object.fromEntries(await store.entries())));

onEveryStorage((subject) => {
  const open = () => {
    const { storage, numbers } = subject();
    return { storage, one: numbers, other: storage.open(freshNamespace(), numberSchema) };
  };

  describe('changes that are made together', () => {
    it('are all made, in whatever namespaces', async () => {
      const { storage, one, other } = open();
      await Promise.all([one.set('gone', 1), other.set('raised', 1), other.set('ended', 1)]);
      await storage.commit([
        one.setting('new', 1),
        one.deleting('gone'),
        other.setting('raised', 2),
        other.deleting('ended'),
        other.deleting('missing'),
      ]);
      expect(await all(one, other)).toEqual([{ new: 1 }, { raised: 2 }]);
    });

    it('live as long as each was told', async () => {
      const { storage, one, other } = open();
      await storage.commit([
        one.setting('a', 1, 1_000),
        other.setting('a', 1, 60_000),
        other.setting('b', 1),
      ]);
      expect(await all(one, other)).toEqual([{ a: 1 }, { a: 1, b: 1 }]);
      subject().clock.advance(1_500);
      expect([await one.get('a'), await other.get('a')]).toEqual([undefined, 1]);
      subject().clock.advance(60_000);
      expect([await other.get('a'), await other.get('b')]).toEqual([undefined, 1]);
    });

    it('can each be made, or are refused beforehand', () => {
      const { one } = open();
      expect(() => one.setting('c', Number.NaN)).toThrow(UnstorableError);
      expect(() => one.setting('', 1)).toThrow(UnstorableError);
    });

    it('stay in order with single operations on the same keys', async () => {
      const { storage, one, other } = open();
      const keys = Array.from({ length: 50 }, (_, index) => `k${index}`);
      const reads = keys.map((key, index) => {
        void one.set(key, -1);
        void storage.commit([one.setting(key, index), other.deleting(key)]);
        const read = one.get(key);
        void one.set(key, -2);
        return read;
      });
      expect(await Promise.all(reads)).toEqual(keys.map((_, index) => index));
      expect(new Set(await one.getMany(keys))).toEqual(new Set([-2]));
    });

    it('are refused once the storage is closed, and before that it waits for them', async () => {
      const { storage, one, other } = open();
      const writing = storage.commit([one.setting('a', 1), other.setting('a', 1)]);
      await storage.close();
      await writing;
      await expect(storage.commit([one.setting('a', 2)])).rejects.toThrow(StoreError);
    });
  });
});

describe('a database that refuses one of the changes makes none of them', () => {
  it('sqlite', async () => {
    const { storage, store, query } = await openFile();
    const other = storage.open('other', numberSchema);
    await store.set('kept', 1);
    await query(
      "CREATE TRIGGER refuse BEFORE DELETE ON easel WHEN OLD.key = 'open:kept' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    const writing = storage.commit([other.setting('a', 1), store.deleting('kept')]);
    await expect(writing).rejects.toMatchObject({ cause: { code: 'SQLITE_CONSTRAINT' } });
    expect(await all(store, other)).toEqual([{ kept: 1 }, {}]);
    await storage.commit([other.setting('a', 1), other.deleting('b')]);
    expect(await other.get('a')).toBe(1);
  });

  it.skipIf(POSTGRES_URL === undefined)('postgres', async () => {
    const url = (await SERVERS[0]?.fresh()) ?? '';
    const storage = await openForTest(url);
    const [store, other] = [storage.open('open', numberSchema), storage.open('other', numberSchema)];
    await store.set('kept', 1);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("ALTER TABLE public.easel ADD CHECK (key <> 'other:a')").finally(() => client.end());
    const writing = storage.commit([store.deleting('kept'), store.setting('b', 1), other.setting('a', 1)]);
    await expect(writing).rejects.toMatchObject({ cause: { code: '23514' } });
    expect(await all(store, other)).toEqual([{ kept: 1 }, {}]);
    await storage.close();
  });
});

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Changes that ${server.title} is to make together`, () => {
    const setTheScene = async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const storage = await openForTest(url);
      const [one, other] = [storage.open('one', numberSchema), storage.open('other', numberSchema)];
      await one.set('a', 1);
      const write = () => storage.commit([one.deleting('a'), other.setting('a', 2)]);
      const untilBack = () => expect.poll(() => one.get('b').catch(() => 'down')).toBeUndefined();
      return { proxy, one, other, write, untilBack };
    };

    it('fail at once while it is down, and are not made later', async () => {
      const { proxy, one, other, write, untilBack } = await setTheScene();
      proxy.goDown();
      await expect.poll(() => one.get('a').catch(() => 'down')).toBe('down');
      await expect(write()).rejects.toThrow(StoreError);
      proxy.comeBack();
      await untilBack();
      expect(await all(one, other)).toEqual([{ a: 1 }, {}]);
      await write();
      expect(await all(one, other)).toEqual([{}, { a: 2 }]);
    });

    it('are all made when nothing but the answer was lost, which is reported as a failure', async () => {
      const { proxy, one, other, write, untilBack } = await setTheScene();
      proxy.loseAnswerTo('other:a');
      await expect(write()).rejects.toThrow(StoreError);
      proxy.comeBack();
      await untilBack();
      expect(await all(one, other)).toEqual([{}, { a: 2 }]);
    });
  });
}
