import { expect, it } from 'vitest';
import { UnreadableError } from '../../src/services/storage/store.ts';
import { freshNamespace, onEveryStorage, openForTest, numberSchema, textSchema } from './storages.ts';

onEveryStorage((subject) => {
  /** A namespace of numbers in which one row is a text. */
  const openWithText = async (isStrict = false) => {
    const { storage, url } = subject();
    const namespace = freshNamespace();
    await storage.open(namespace, textSchema).set('bad', 'seven');
    await storage.close();
    const told: string[] = [];
    const next = await openForTest(url, { onUnreadable: (row) => told.push(row) });
    const numbers = next.open(namespace, numberSchema, isStrict);
    await numbers.set('good', 1);
    return { namespace, numbers, told };
  };

  it("a row that can't be read is told of once, reads as nothing and does not hide the others", async () => {
    const { namespace, numbers, told } = await openWithText();
    expect(await numbers.get('bad')).toBeUndefined();
    expect(await numbers.getMany(['bad', 'good'])).toEqual([undefined, 1]);
    expect(await numbers.entries()).toEqual([['good', 1]]);
    expect((await numbers.keys()).sort()).toEqual(['bad', 'good']);
    expect(told).toEqual([`${namespace}:bad`]);
  });

  it("a row that can't be read is not there for a change, which replaces it", async () => {
    const { numbers } = await openWithText();
    expect(await numbers.update('bad', (present = 1) => present + 1)).toBe(2);
    expect(await numbers.get('bad')).toBe(2);
  });

  it("where a rule would be missing, a row that can't be read fails reads and changes, and stays", async () => {
    const { numbers } = await openWithText(true);
    for (const use of [
      () => numbers.get('bad'),
      () => numbers.getMany(['bad']),
      () => numbers.update('bad', () => 7),
      () => numbers.entries({ isStrict: true }),
    ])
      await expect(use()).rejects.toThrow(UnreadableError);
  });

  it("a search shows a row that can't be read as such, and goes on", async () => {
    const { numbers } = await openWithText(true);
    expect(await numbers.find('', (key, value) => [[key, value]])).toEqual([
      ['bad', undefined],
      ['good', 1],
    ]);
    expect(await numbers.find('seven', (key) => [key])).toEqual(['bad']);
  });
});
