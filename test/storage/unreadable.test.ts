import { expect, it, vi } from 'vitest';
import { UnreadableValueError, type UnreadableRowPlace } from '../../src/services/storage/store.ts';
import {
  freshNamespace,
  KINDS,
  NOON,
  onEveryStorage,
  openForTest,
  parseNumber,
  parseText,
} from './storages.ts';

onEveryStorage((subject) => {
  /** A namespace of numbers in which one row is a text. */
  const openWithText = async () => {
    const { storage, url } = subject();
    const namespace = freshNamespace();
    const texts = storage.open(namespace, parseText);
    await texts.set('bad', 'seven', 60_000);
    await storage.close();
    const told: UnreadableRowPlace[] = [];
    const next = await openForTest(url, { onUnreadable: (row) => told.push(row) });
    const numbers = next.open(namespace, parseNumber);
    await numbers.set('good', 1);
    const setAside = async () => {
      const rows = await next.open('unreadable', parseText).entries();
      return rows.filter(([key]) => key.startsWith(`${namespace}:`));
    };
    return { namespace, numbers, told, setAside };
  };

  it("a row that can't be read does not hide the others, and is told of once", async () => {
    const { namespace, numbers, told } = await openWithText();
    expect(await numbers.entries()).toEqual([['good', 1]]);
    expect(await numbers.entries()).toEqual([['good', 1]]);
    await expect(numbers.get('bad')).rejects.toThrow(UnreadableValueError);
    expect(told).toEqual([{ namespace, key: 'bad' }]);
  });

  it("a row that can't be read is set aside when its key is written again, and both are kept", async () => {
    const { namespace, numbers, setAside } = await openWithText();
    await numbers.entries();
    await numbers.set('bad', 7);
    expect(await numbers.get('bad')).toBe(7);
    expect(await setAside()).toEqual([[`${namespace}:bad:${NOON.toString(36)}`, 'seven']]);
  });

  it("a row that can't be read is not there for a change, and is set aside by it", async () => {
    const { numbers, setAside } = await openWithText();
    expect(await numbers.update('bad', (present = 1) => present + 1)).toBe(2);
    expect(await numbers.entries()).toEqual(expect.arrayContaining([['bad', 2]]));
    expect((await setAside()).map(([, text]) => text)).toEqual(['seven']);
  });

  it("a change is told of a row that can't be read, and may leave it where it is", async () => {
    const { numbers, setAside } = await openWithText();
    const refuse = (_value?: number, unreadable?: Error): number => {
      throw unreadable ?? new Error('it can be read');
    };
    await expect(numbers.update('bad', refuse)).rejects.toThrow(UnreadableValueError);
    await expect(numbers.update('good', refuse)).rejects.toThrow('it can be read');
    await expect(numbers.get('bad')).rejects.toThrow(UnreadableValueError);
    expect(await setAside()).toEqual([]);
  });

  it("a row that can't be read and whose lifetime ended meanwhile is not in the way", async () => {
    const { numbers } = await openWithText();
    await numbers.entries();
    vi.setSystemTime(NOON + 120_000);
    await numbers.set('bad', 7);
    expect(await numbers.get('bad')).toBe(7);
  });
});

for (const kind of KINDS.slice(1))
  it.skipIf(!kind.available)(
    `${kind.title}: a row that another process has replaced is no longer one that can't be read`,
    async () => {
      const url = await kind.url();
      const namespace = freshNamespace();
      const other = (await openForTest(url)).open(namespace, parseText);
      await other.set('a', 'seven');
      const storage = await openForTest(url);
      const store = storage.open(namespace, parseNumber);
      await expect(store.get('a')).rejects.toThrow(UnreadableValueError);
      await (await openForTest(url)).open(namespace, parseNumber).set('a', 7);
      expect(await store.update('a', (before = 0) => before + 1)).toBe(8);
      const rows = await storage.open('unreadable', String).entries();
      expect(rows.filter(([key]) => key.startsWith(`${namespace}:`))).toEqual([]);
    },
  );
