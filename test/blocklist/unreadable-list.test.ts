import { expect, test } from 'vitest';
import { Blocklists } from '../../src/services/guilds/blocklist/blocklists.ts';
import { BROKEN } from '../world/stored-rows.ts';
import { openOwnStores } from '../world/stores.ts';

test("a list that can't be read any more is not replaced by a ban or a removal, although it is in memory", async () => {
  const { storage, stores } = await openOwnStores();
  const blocklists = new Blocklists({ store: stores.blocklists, clock: { now: Date.now } });
  await blocklists.add('1', { rules: ['a weasel'] });
  await blocklists.ban('1', { personId: '2' });
  const row = { key: 'blocklists:1', text: BROKEN };
  // As another process may leave it, of a newer version.
  await storage.rows.write([row]);
  await expect(blocklists.ban('1', { personId: '3' })).rejects.toThrow('unreadable-choices');
  await expect(blocklists.unban('1', '2')).rejects.toThrow('unreadable-choices');
  await expect(blocklists.remove('1', 'rules', 'a weasel')).rejects.toThrow('unreadable-choices');
  await expect(blocklists.refuseBlocked('1', '2')).rejects.toThrow('unreadable-choices');
  expect(await storage.rows.texts([row.key])).toEqual([BROKEN]);
  expect(await blocklists.add('1', { rules: ['a stoat'] })).toEqual({ rules: 1, exceptions: 0 });
});
