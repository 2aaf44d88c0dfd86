import { openStores } from '../../src/app/stores.ts';
import { makeFolder, openForTest } from '../storage/storages.ts';

/** Easel's namespaces in a file of their own, which is gone after the test. */
export const openOwnStores = async () => {
  const folder = await makeFolder();
  const storage = await openForTest(`sqlite://${folder}/easel.sqlite`);
  const lease = storage.database.lease({ shards: 'auto', parts: 1, onEvent: () => undefined });
  return { folder, storage, stores: openStores(storage, lease) };
};
