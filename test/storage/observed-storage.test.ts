import { expect, test } from 'vitest';
import { UserError } from '../../src/lib/user-error.ts';
import { observedStorage } from '../../src/services/storage/observed-storage.ts';
import { makeFolder, openForTest, parseNumber } from './storages.ts';

test("what a person may not change is no failure of the store; a row that can't be written is one", async () => {
  const storage = await openForTest(`sqlite://${await makeFolder()}/easel.sqlite`);
  const failures: string[] = [];
  const observed = observedStorage(storage, (name) => failures.push(name));
  const numbers = observed.open('numbers', parseNumber);
  const refuse = () => {
    throw new UserError('too-many-presets', { limit: 1 });
  };
  await expect(numbers.update('a', refuse)).rejects.toThrow('too-many-presets');
  expect(failures).toEqual([]);
  await expect(numbers.set('a', Number.NaN)).rejects.toThrow();
  expect(failures).toEqual(['UnwritableValueError']);
});
