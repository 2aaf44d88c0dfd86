import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UnstorableError } from '../../src/services/storage/store.ts';
import { freshNamespace, onEveryStorage } from './storages.ts';

const anySchema = z.unknown();

onEveryStorage((subject) => {
  describe('a value', () => {
    it('is there after it was set, and gone after it was deleted', async () => {
      expect(await subject().numbers.get('a')).toBeUndefined();
      await subject().numbers.set('a', 1);
      expect(await subject().numbers.get('a')).toBe(1);
      await subject().numbers.set('a', 2);
      expect(await subject().numbers.get('a')).toBe(2);
      await subject().numbers.delete('a');
      expect(await subject().numbers.get('a')).toBeUndefined();
      await subject().numbers.delete('a');
    });

    it.each([
      ['text that starts with a colon', { text: ':base64:AAAA', colon: ':x', ':key': '::y' }],
      ['text of every kind', 'ünïcödé 🎨 "quotes" \\ \n \u0000 \ud800 end'],
      ['nothing but null', null],
      ['lists in lists', [[], [null, [0, -1.5, true]], {}]],
      ['a snowflake', { id: '1234567890123456789' }],
      ['what looks like a row of ours', { expires: 1, value: 2 }],
    ])('comes back as it was: %s', async (_, value) => {
      const store = subject().storage.open(freshNamespace(), anySchema);
      await store.set('a', value);
      expect(await store.get('a')).toEqual(value);
      expect(await store.getMany(['a'])).toEqual([value]);
      expect(await store.entries()).toEqual([['a', value]]);
    });

    it('of a megabyte comes back whole', async () => {
      const store = subject().storage.open(freshNamespace(), anySchema);
      const large = 'x'.repeat(1_000_000);
      await store.set('a', large);
      expect(await store.get('a')).toBe(large);
    });

    it.each([
      ['NaN', Number.NaN],
      ['infinity', Number.POSITIVE_INFINITY],
    ])('that would not come back is refused, and the old one stays: %s', async (_, value) => {
      await subject().numbers.set('a', 1);
      await expect(subject().numbers.set('a', value)).rejects.toThrow(UnstorableError);
      expect(await subject().numbers.get('a')).toBe(1);
    });

    it('that is not JSON is refused', async () => {
      const store = subject().storage.open(freshNamespace(), anySchema);
      const circle: Record<string, unknown> = {};
      circle['self'] = circle;
      for (const value of [12n, circle]) {
        await expect(store.set('a', value)).rejects.toThrow(UnstorableError);
      }
      expect(await store.get('a')).toBeUndefined();
    });
  });

  describe('many values', () => {
    it('come in the order of the keys, with gaps', async () => {
      await Promise.all([subject().numbers.set('a', 1), subject().numbers.set('b', 2)]);
      expect(await subject().numbers.getMany(['b', 'x', 'a', 'b'])).toEqual([2, undefined, 1, 2]);
      expect(await subject().numbers.getMany([])).toEqual([]);
    });

    it('are all among the entries, more than one page of them', async () => {
      const keys = Array.from({ length: 2_500 }, (_, index) => `key-${index}`);
      await subject().storage.commit(keys.map((key, index) => subject().numbers.setting(key, index)));
      const entries = new Map(await subject().numbers.entries());
      expect(entries).toEqual(new Map(keys.map((key, index) => [key, index])));
    });

    it('are found by what their keys start with', async () => {
      await Promise.all(['a 1', 'a 2', 'b 1'].map((key) => subject().numbers.set(key, 1)));
      expect(await subject().numbers.keys('a ')).toEqual(['a 1', 'a 2']);
      expect(await subject().numbers.keys()).toEqual(['a 1', 'a 2', 'b 1']);
    });

    it('are found by what their texts contain, more than one page of them, and no others are parsed', async () => {
      const { storage } = subject();
      const namespace = freshNamespace();
      const texts = storage.open(namespace, z.string());
      const keys = Array.from({ length: 70 }, (_, index) => `k${String(index).padStart(2, '0')}`);
      const textOf = (index: number) => (index % 30 === 9 ? `of Mona ${index}` : `of another ${index}`);
      await storage.commit(keys.map((key, index) => texts.setting(key, textOf(index))));
      const parsed: unknown[] = [];
      const counting = storage.open(
        namespace,
        z.string().transform((text) => (parsed.push(text), text)),
      );
      void texts.set('late', 'of Mona, too');
      const found = await counting.find('Mona', (key, text) => [[key, text]]);
      const expected = ['k09', 'k39', 'k69'].map((key) => [key, `of Mona ${Number(key.slice(1))}`]);
      expect(found).toEqual([...expected, ['late', 'of Mona, too']]);
      expect(parsed).toHaveLength(4);
    });

    it('are all among the entries while others come and go', async () => {
      const stable = Array.from({ length: 2_500 }, (_, index) => `s${index}`);
      const moving = Array.from({ length: 200 }, (_, index) => `${index}`);
      await subject().storage.commit([...stable, ...moving].map((key) => subject().numbers.setting(key, 1)));
      const changes = moving.map((key, index) =>
        index % 2 ? subject().numbers.delete(key) : subject().numbers.set(`n${key}`, 1),
      );
      const [entries] = await Promise.all([subject().numbers.entries(), ...changes]);
      const seen = new Set(entries.map(([key]) => key));
      expect(stable.filter((key) => !seen.has(key))).toEqual([]);
    });
  });

  describe('operations on one key', () => {
    it('that set it leave what was set last', async () => {
      const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
      await Promise.all(
        keys.flatMap((key) => [1, 2, 3, 4, 5].map((value) => subject().numbers.set(key, value))),
      );
      expect(new Set(await subject().numbers.getMany(keys))).toEqual(new Set([5]));
    });

    it('that set and delete it leave nothing', async () => {
      const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
      await Promise.all(
        keys.flatMap((key) => [subject().numbers.set(key, 1), subject().numbers.delete(key)]),
      );
      expect(await subject().numbers.entries()).toEqual([]);
    });

    it('that read it see what was called before', async () => {
      const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
      const reads = keys.map((key, index) => {
        void subject().numbers.set(key, index);
        return subject().numbers.get(key);
      });
      expect(await Promise.all(reads)).toEqual(keys.map((_, index) => index));
      void subject().numbers.set('k0', -1);
      const many = subject().numbers.getMany(['k1', 'k0']);
      void subject().numbers.set('k0', -2);
      expect(await many).toEqual([1, -1]);
      void subject().numbers.set('k0', -3);
      expect(new Map(await subject().numbers.entries()).get('k0')).toBe(-3);
    });

    it('that update it lose none of a hundred changes', async () => {
      const updates = Array.from({ length: 100 }, () =>
        subject().numbers.update('a', (value = 0) => value + 1),
      );
      expect(await Promise.all(updates)).toEqual(updates.map((_, index) => index + 1));
      expect(await subject().numbers.get('a')).toBe(100);
    });

    it('go on after one of them failed', async () => {
      await subject().numbers.set('a', 1);
      const refusal = new Error('not this one');
      const failing = subject().numbers.update('a', () => {
        throw refusal;
      });
      const next = subject().numbers.update('a', (value = 0) => value + 1);
      await expect(failing).rejects.toBe(refusal);
      expect(await next).toBe(2);
    });
  });

  it('an update that returns nothing removes the value', async () => {
    await subject().numbers.set('a', 1);
    expect(await subject().numbers.update('a', () => undefined)).toBeUndefined();
    expect(await subject().numbers.get('a')).toBeUndefined();
    expect(await subject().numbers.update('b', () => undefined)).toBeUndefined();
  });
});
