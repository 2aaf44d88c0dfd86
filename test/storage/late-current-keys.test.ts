import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStores } from '../../src/app/stores.ts';
import { KeyedMutex } from '../../src/lib/keyed-mutex.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { Keys } from '../../src/services/accounts/keys.ts';
import { createLog } from '../../src/services/operations/log.ts';
import type { Storage } from '../../src/services/storage/store.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { inTheEnd, makeFolder, openForTest } from './storages.ts';

const OWNER = { guildId: '1', personId: '2' };
const API_KEY = 'an-api-key-0123456789';

/** The keys as one process sees them, which remembers for a minute what it read. */
const openKeys = async (storage: Storage): Promise<Keys> => {
  const keys = new Keys({
    store: openStores(storage).keys,
    dataDir: await makeFolder(),
    encryptionKey: Buffer.alloc(32, 1),
    locks: new KeyedMutex(),
    isOurs: () => true,
    isInUse: () => Promise.resolve(false),
    freshForMs: 60_000,
    randomBytes,
    clock: systemClock,
    log: createLog({ level: 'silent' }),
  });
  await keys.start();
  onTestFinished(() => keys.idle());
  return keys;
};

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`A key that comes late to ${server.title}`, () => {
    it('comes to nothing once its sealed part is gone, which nobody seemed to use', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const keys = await openKeys(await openForTest(url));
      proxy.sendLate('kind', 'current', 'setBy');
      await expect(keys.set(OWNER, API_KEY, '2')).rejects.toThrow();
      await inTheEnd(() => keys.dispose());
      await proxy.deliver();
      const afterwards = await openKeys(await openForTest(url));
      expect(await afterwards.current(OWNER)).toBeUndefined();
    });

    it('is removed by somebody who had just read that there is none, and who is told so', async () => {
      const url = await server.fresh();
      const here = await openKeys(await openForTest(url));
      const elsewhere = await openKeys(await openForTest(url));
      expect(await here.current(OWNER)).toBeUndefined();
      await elsewhere.set(OWNER, API_KEY, '2');
      expect(await here.remove(OWNER)).toBe(true);
      const afterwards = await openKeys(await openForTest(url));
      expect(await afterwards.current(OWNER)).toBeUndefined();
    });
  });
}
