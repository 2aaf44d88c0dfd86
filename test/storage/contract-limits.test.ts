import { describe, expect, it } from 'vitest';
import { StoreError, UnstorableError } from '../../src/services/storage/store.ts';
import { freshNamespace, onEveryStorage, openForTest, numberSchema } from './storages.ts';

onEveryStorage((subject) => {
  describe('a lifetime', () => {
    it('ends after its milliseconds, for every way of reading', async () => {
      await subject().numbers.set('short', 1, 60_000);
      await subject().numbers.set('long', 2, 120_000);
      await subject().numbers.set('endless', 3);
      await subject().numbers.update('updated', () => 4, 60_000);
      subject().clock.advance(60_000);
      expect(await subject().numbers.get('short')).toBe(1);
      subject().clock.advance(1);
      expect(new Map(await subject().numbers.entries())).toEqual(
        new Map([
          ['long', 2],
          ['endless', 3],
        ]),
      );
      expect(await subject().numbers.getMany(['short', 'long', 'endless'])).toEqual([undefined, 2, 3]);
      expect(await subject().numbers.get('short')).toBeUndefined();
      expect(await subject().numbers.get('updated')).toBeUndefined();
    });

    it('that is over lets cleaning remove the row, and no other', async () => {
      const { storage, numbers } = subject();
      await storage.clean();
      await Promise.all([
        numbers.set('over', 1, 1_000),
        numbers.set('young', 2, 9_000),
        numbers.set('endless', 3),
      ]);
      await storage.clean();
      subject().clock.advance(2_000);
      await storage.clean();
      expect(await numbers.getMany(['over', 'young', 'endless'])).toEqual([undefined, 2, 3]);
    });
  });

  it('cleaning removes more than one page of rows at a time', async () => {
    const { storage, numbers, clock } = subject();
    await storage.commit(
      Array.from({ length: 2_500 }, (_, index) => numbers.setting(`over${index}`, 1, 1_000)),
    );
    await numbers.set('young', 2, 9_000);
    clock.advance(2_000);
    await storage.clean();
    clock.advance(-2_000);
    expect(await numbers.keys()).toEqual(['young']);
  });

  it('the keys beyond the last so many are found, the last of them first', async () => {
    const { numbers } = subject();
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((key) => numbers.set(key, 1)));
    expect(await numbers.keysBeyond(2, 'a', 2)).toEqual(['a3', 'a2']);
    expect(await numbers.keysBeyond(5, 'a', 2)).toEqual([]);
    expect(await numbers.keysBeyond(0, 'c', 2)).toEqual([]);
  });

  it('many values are read in the order of their keys, page after page', async () => {
    const { storage, numbers } = subject();
    const keys = Array.from({ length: 250 }, (_, index) => `k${index}`);
    await storage.commit(keys.map((key, index) => numbers.setting(key, index)));
    const wanted = [...keys, 'none', ...keys].reverse();
    expect(await numbers.getMany(wanted)).toEqual(
      wanted.map((key) => (key === 'none' ? undefined : keys.indexOf(key))),
    );
  });

  describe('a namespace', () => {
    it('keeps its keys apart from all others', async () => {
      const name = freshNamespace();
      const one = subject().storage.open(name, numberSchema);
      const longer = subject().storage.open(`${name}b`, numberSchema);
      await one.set('b:k', 1);
      await longer.set('k', 2);
      await longer.set(`${name}:k`, 3);
      expect(await one.entries()).toEqual([['b:k', 1]]);
      expect(new Map(await longer.entries())).toEqual(
        new Map([
          ['k', 2],
          [`${name}:k`, 3],
        ]),
      );
    });
  });

  describe('a key', () => {
    it.each(["o'clock", '%', '_', 'a*b?[c]', '"', 'Ä 🎨', '__proto__', 'x'.repeat(200)])(
      'may be %j',
      async (key) => {
        await subject().numbers.set(key, 1);
        await subject().numbers.set(`${key.slice(0, 199)}~`, 2);
        expect(await subject().numbers.get(key)).toBe(1);
        expect(await subject().numbers.getMany([key])).toEqual([1]);
        expect(await subject().numbers.entries()).toHaveLength(2);
        await subject().numbers.delete(key);
        expect(await subject().numbers.get(key)).toBeUndefined();
      },
    );

    it.each(['', 'a\u0000b', 'line\nbreak', '\ud800', 'x'.repeat(201)])(
      'may not be %j, for any operation',
      async (key) => {
        await expect(subject().numbers.get(key)).rejects.toThrow(UnstorableError);
        await expect(subject().numbers.getMany(['a', key])).rejects.toThrow(UnstorableError);
        await expect(subject().numbers.set(key, 1)).rejects.toThrow(UnstorableError);
        await expect(subject().numbers.delete(key)).rejects.toThrow(UnstorableError);
        await expect(subject().numbers.update(key, () => 1)).rejects.toThrow(UnstorableError);
      },
    );
  });

  it('a closed storage has finished what was called before and refuses what is called after', async () => {
    const { url } = subject();
    const name = freshNamespace();
    await subject().storage.close();
    const first = await openForTest(url);
    const store = first.open(name, numberSchema);
    const writes = Array.from({ length: 50 }, (_, index) => store.set(`k${index}`, index));
    const sweep = first.clean();
    const entries = store.entries();
    await first.close();
    await first.close();
    await Promise.all([...writes, sweep]);
    expect(await entries).toHaveLength(50);
    await expect(store.get('k1')).rejects.toThrow(StoreError);
    await expect(store.set('k1', 1)).rejects.toThrow(StoreError);
    await expect(store.entries()).rejects.toThrow(StoreError);
    await expect(first.clean()).rejects.toThrow(StoreError);
    const again = (await openForTest(url)).open(name, numberSchema);
    expect(await again.entries()).toHaveLength(50);
  });
});
