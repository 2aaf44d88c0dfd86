import type { Config } from '../../config.ts';
import type { Storage } from '../../services/storage/store.ts';
import { leaseOf } from '../part.ts';
import type { Running } from '../runtime.ts';
import { openStores } from '../stores.ts';
import type { Network } from './network.ts';

/** The store, and the lease of this process's part of the shards. */
export const openStore = (config: Config, running: Running, storage: Storage, network: Network) => {
  const lease = leaseOf(config, running, storage, network);
  return { storage, lease, stores: openStores(storage, lease) };
};

export type OpenStore = ReturnType<typeof openStore>;
