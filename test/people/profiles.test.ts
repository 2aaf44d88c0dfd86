import { expect, test, vi } from 'vitest';
import { EMPTY_PROFILE } from '../../src/services/people/profile.ts';
import { Profiles } from '../../src/services/people/profiles.ts';
import { openOwnStores } from '../world/stores.ts';

const PERSON = '100000000000000001';

test("a person's choices that several ask for at one moment are read once, and again afterwards", async () => {
  const { people: store } = (await openOwnStores()).stores;
  const profiles = new Profiles({ store, newPresetId: () => 'preset' });
  const read = vi.spyOn(store, 'get');
  expect(await Promise.all([profiles.of(PERSON), profiles.of(PERSON)])).toEqual([
    EMPTY_PROFILE,
    EMPTY_PROFILE,
  ]);
  expect(read).toHaveBeenCalledTimes(1);
  const changed = await profiles.setDefaults(PERSON, { isPrivate: true });
  expect(await profiles.of(PERSON)).toEqual(changed);
  read.mockRejectedValueOnce(new Error('The store is away'));
  await expect(profiles.of(PERSON)).rejects.toThrow('The store is away');
  expect(await profiles.of(PERSON)).toEqual(changed);
});
