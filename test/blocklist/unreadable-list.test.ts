import { expect, test } from 'vitest';
import { Blocklists, type Blocklist } from '../../src/services/guilds/blocklist/blocklists.ts';
import { UnreadableValueError, type Store } from '../../src/services/storage/store.ts';
import { openOwnStores } from '../world/stores.ts';

test("a list that can't be read any more is not replaced by a ban or a removal, although it is in memory", async () => {
  const { stores } = await openOwnStores();
  let isReadable = true;
  const replacements: unknown[] = [];
  // As another process may find it after a newer version has written it.
  const store: Store<Blocklist> = {
    ...stores.blocklists,
    get: (key) =>
      isReadable ? stores.blocklists.get(key) : Promise.reject(new UnreadableValueError('blocklists', key)),
    update: async (key, change) => {
      if (isReadable) return stores.blocklists.update(key, change);
      replacements.push(change(undefined));
      return undefined;
    },
  };
  const blocklists = new Blocklists({ store, clock: { now: Date.now } });
  await blocklists.add('1', { rules: ['a weasel'] });
  await blocklists.ban('1', { personId: '2' });
  isReadable = false;
  await expect(blocklists.ban('1', { personId: '3' })).rejects.toThrow('unreadable-choices');
  await expect(blocklists.unban('1', '2')).rejects.toThrow('unreadable-choices');
  await expect(blocklists.remove('1', 'rules', 'a weasel')).rejects.toThrow('unreadable-choices');
  expect(replacements).toEqual([]);
  await expect(blocklists.refuseBlocked('1', '2')).rejects.toThrow('banned');
});
