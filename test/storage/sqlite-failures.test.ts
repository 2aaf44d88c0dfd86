import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/services/storage/store.ts';
import { openFile } from './sqlite-tool.ts';
import { numberSchema } from './storages.ts';

describe('a failure of the database', () => {
  it('is thrown by every operation', async () => {
    const { storage, store, query } = await openFile();
    await store.set('a', 1);
    await query('ALTER TABLE easel RENAME TO gone');
    await expect(store.get('a')).rejects.toThrow(StoreError);
    await expect(store.getMany(['a'])).rejects.toThrow(StoreError);
    await expect(store.entries()).rejects.toThrow(StoreError);
    await expect(store.update('a', () => 2)).rejects.toThrow(StoreError);
    await expect(store.set('a', 2)).rejects.toThrow(StoreError);
    await expect(store.delete('a')).rejects.toThrow(StoreError);
    await expect(storage.clean()).rejects.toThrow(StoreError);
    await expect(store.set('a', 2)).rejects.toMatchObject({ cause: { code: 'SQLITE_ERROR' } });
    await query('ALTER TABLE gone RENAME TO easel');
    expect(await store.get('a')).toBe(1);
    await store.set('a', 2);
    expect(await store.get('a')).toBe(2);
  });

  it('fails every one of the writes that were to be committed together', async () => {
    const { store, query } = await openFile();
    await query(
      "CREATE TRIGGER refuse BEFORE INSERT ON easel WHEN NEW.key = 'open:bad' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    const writes = ['one', 'bad', 'two', 'three'].map((key) => store.set(key, 1));
    const ended = await Promise.allSettled(writes);
    const kept = new Set((await store.entries()).map(([key]) => key));
    const acknowledged = ['one', 'bad', 'two', 'three'].filter(
      (_, index) => ended[index]?.status === 'fulfilled',
    );
    expect(kept).toEqual(new Set(acknowledged));
    expect(acknowledged).not.toContain('bad');
  });
});

describe("a value that can't be read", () => {
  it.each([
    ['no JSON', '{"value":'],
    ['nothing', ''],
    ['null', 'null'],
    ['a value of another kind', '{"value":"seven"}'],
  ])('reads as nothing: %s', async (_, text) => {
    const { store, query } = await openFile();
    await store.set('good', 1);
    await query('INSERT INTO easel VALUES (?, ?)', 'open:bad', text);
    expect(await store.getMany(['good', 'bad'])).toEqual([1, undefined]);
    expect(await store.entries()).toEqual([['good', 1]]);
  });
});

describe('cleaning', () => {
  it('removes the rows whose lifetime is over, in all namespaces, and no others', async () => {
    const { storage, query, clock } = await openFile();
    const [one, other] = [storage.open('one', numberSchema), storage.open('other', numberSchema)];
    const short = Array.from({ length: 2_300 }, (_, index) => one.set(`k${index}`, index, 1_000));
    await Promise.all([...short, one.set('stays', 1), other.set('a', 1, 1_000), other.set('b', 2, 5_000)]);
    await query(
      'INSERT INTO easel VALUES (?, ?), (?, ?)',
      'x:bad',
      'no json',
      'x:odd',
      '{"expires":"1","value":2}',
    );
    await storage.clean();
    expect(await query("SELECT count(*) AS rows FROM easel WHERE key GLOB '*:*'")).toEqual([{ rows: 2_305 }]);
    clock.advance(2_000);
    await storage.clean();
    expect(await query("SELECT key FROM easel WHERE key GLOB '*:*' ORDER BY key")).toEqual([
      { key: 'one:stays' },
      { key: 'other:b' },
      { key: 'x:bad' },
      { key: 'x:odd' },
    ]);
  });
});
