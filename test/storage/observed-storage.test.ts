import { expect, test } from 'vitest';
import { UserError } from '../../src/lib/user-error.ts';
import { observedStorage } from '../../src/services/storage/observed-storage.ts';
import { UnreadableValueError } from '../../src/services/storage/store.ts';
import { BROKEN } from '../world/stored-rows.ts';
import { makeFolder, openForTest, parseNumber } from './storages.ts';

test("what a person may not change is no failure of the store, nor a row that can't be read; one that can't be written is", async () => {
  const storage = await openForTest(`sqlite://${await makeFolder()}/easel.sqlite`);
  const failures: string[] = [];
  const observed = observedStorage(storage, (name) => failures.push(name));
  const numbers = observed.open('numbers', parseNumber, { isStrict: true });
  const refuse = () => {
    throw new UserError('too-many-presets', { limit: 1 });
  };
  await expect(numbers.update('a', refuse)).rejects.toThrow('too-many-presets');
  await storage.rows.write([{ key: 'numbers:b', text: BROKEN }]);
  await expect(numbers.get('b')).rejects.toThrow(UnreadableValueError);
  expect(failures).toEqual([]);
  await expect(numbers.set('a', Number.NaN)).rejects.toThrow();
  expect(failures).toEqual(['UnwritableValueError']);
});
