import { openStorage } from '../../src/services/storage/index.ts';
import { apiKeyRowSchema, type ApiKeyRow } from '../../src/services/accounts/api-key-rows.ts';
import type { Store } from '../../src/services/storage/store.ts';
import type { World } from '../world/world.ts';

/** Does something to the stored keys while Easel does not run. */
export const withKeys = async <T>(
  { env }: Pick<World, 'env'>,
  act: (store: Store<ApiKeyRow>) => Promise<T>,
): Promise<T> => {
  const storage = await openStorage(env['STORE_URL'] ?? '', { onConnectionError: () => undefined });
  try {
    return await act(storage.open('apiKeys', apiKeyRowSchema));
  } finally {
    await storage.close();
  }
};

/** The rows of encrypted keys. */
export const sealedRows = (world: Pick<World, 'env'>): Promise<[string, ApiKeyRow][]> =>
  withKeys(world, async (store) => (await store.entries()).filter(([, { kind }]) => kind === 'sealed'));
