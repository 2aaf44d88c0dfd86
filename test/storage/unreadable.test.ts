import { expect, it, vi } from 'vitest';
import { DAY_MS } from '../../src/lib/clock.ts';
import { UnreadableValueError, type UnreadableRowPlace } from '../../src/services/storage/store.ts';
import { BROKEN, setAsideKey } from '../world/stored-rows.ts';
import { openOwnStores } from '../world/stores.ts';
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
    const unreadable = next.open('unreadable', parseText);
    const setAside = async () => {
      const rows = await unreadable.entries();
      return rows.filter(([key]) => key.startsWith(`${namespace}:`));
    };
    const withTexts = (keys: readonly string[]) =>
      next.rows.write(keys.map((key) => ({ key: `${namespace}:${key}`, text: '{"value":"seven"}' })));
    return { storage: next, namespace, numbers, told, setAside, withTexts };
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

  it('a row that was set aside is gone after 30 days', async () => {
    const { storage, numbers, setAside } = await openWithText();
    vi.setSystemTime(NOON - 30 * DAY_MS);
    await numbers.update('bad', () => 7);
    vi.setSystemTime(NOON - 1);
    await storage.sweepSetAside();
    expect(await setAside()).toHaveLength(1);
    vi.setSystemTime(NOON);
    expect(await storage.sweepSetAside()).toBeGreaterThan(0);
    expect(await setAside()).toEqual([]);
    expect(await numbers.get('bad')).toBe(7);
  });

  it('what was set aside of a person or a server can be removed at once, and no other', async () => {
    const { storage, numbers, setAside, withTexts } = await openWithText();
    const [own, other] = ['1574137248742375424', '1574137248742375425'];
    const keys = [own, `${own} direct`, `person:${own}`, other, `${other} ${own}1`];
    await withTexts(keys);
    for (const key of keys) await numbers.update(key, () => 7);
    await storage.forgetSetAside(own);
    const left = (await setAside()).map(([key]) => key.split(':')[1]);
    expect(left.sort()).toEqual([other, `${other} ${own}1`]);
    expect(await numbers.keys()).toHaveLength(7);
  });

  it("keys are told of rows that can't be read too, and not of those whose lifetime is over", async () => {
    const { numbers } = await openWithText();
    expect((await numbers.keys()).sort()).toEqual(['bad', 'good']);
    vi.setSystemTime(NOON + 120_000);
    expect(await numbers.keys()).toEqual(['good']);
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

it('very many rows that were set aside are removed in several passes', async () => {
  const { storage } = await openOwnStores();
  const at = Date.now() - 31 * DAY_MS;
  const rows = Array.from({ length: 11_000 }, (_, index) => ({
    key: setAsideKey(`jobs:${index}`, at),
    text: BROKEN,
  }));
  await storage.rows.write(rows);
  expect(await storage.sweepSetAside()).toBe(10_000);
  expect(await storage.sweepSetAside()).toBe(1_000);
  expect(await storage.sweepSetAside()).toBe(0);
});
