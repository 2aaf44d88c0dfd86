import { expect, test } from 'vitest';
import { GuildSettings } from '../../src/services/guilds/guild-settings.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/services/guilds/settings.ts';
import { StorageReadError, UnreadableValueError, type Store } from '../../src/services/storage/store.ts';
import { openOwnStores } from '../world/stores.ts';

const openSettings = async () => {
  const { stores } = await openOwnStores();
  let failure: Error | undefined;
  const store: Store<Settings> = {
    ...stores.guilds,
    get: (key) => (failure ? Promise.reject(failure) : stores.guilds.get(key)),
    update: (key, change) => stores.guilds.update(key, change),
  };
  const settings = new GuildSettings({ store, freshForMs: 0 });
  await settings.change('1', (before) => ({ ...before, roleIds: ['2'] }));
  return { settings, failWith: (error: Error) => (failure = error) };
};

test('settings that were read before stay valid while the store is away', async () => {
  const { settings, failWith } = await openSettings();
  failWith(new StorageReadError('guilds'));
  expect(await settings.of('1')).toEqual({ ...DEFAULT_SETTINGS, roleIds: ['2'] });
});

test("settings whose row can't be read any more don't, since a change would replace them", async () => {
  const { settings, failWith } = await openSettings();
  failWith(new UnreadableValueError('guilds', '1'));
  await expect(settings.of('1')).rejects.toThrow(UnreadableValueError);
});
