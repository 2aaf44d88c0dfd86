import { openStores } from '../../src/app/stores.ts';
import { systemClock, type Clock } from '../../src/lib/clock.ts';
import { makeFolder, openForTest } from '../storage/storages.ts';

/** Easel's namespaces in a file of their own, which is gone after the test. */
export const openOwnStores = async ({ clock = systemClock }: { clock?: Clock } = {}) => {
  const folder = await makeFolder();
  const storage = await openForTest(`sqlite://${folder}/easel.sqlite`, { clock });
  const lease = storage.database.lease({ shards: 'auto', parts: 1, onEvent: () => undefined });
  return { folder, storage, stores: openStores(storage, lease) };
};
