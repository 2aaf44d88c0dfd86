import type { Clock } from '../lib/clock.ts';
import { retry } from '../lib/retry.ts';
import type { Log } from '../services/operations/log.ts';
import type { Metrics } from '../services/operations/metrics.ts';
import { StoreError } from '../services/storage/errors.ts';
import { openStorage } from '../services/storage/index.ts';
import type { Storage } from '../services/storage/store.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/** Opens the store; what happens to it is logged and counted. */
export const openStore = (
  storeUrl: string,
  { log, metrics, onLost }: { log: Log; metrics: () => Metrics | undefined; onLost: (error: Error) => void },
): Promise<Storage> =>
  openStorage(storeUrl, {
    onConnectionError: (error) => {
      log.repeated('error', 'lost a connection to the store', { error });
    },
    onUnreadable: (row, error) => {
      log.error("can't read a stored row", { row, error });
      metrics()?.countUnreadableRow({ namespace: row.split(':', 1)[0] ?? '' });
    },
    onError: (error) => {
      log.repeated('error', 'the store failed', { error });
      metrics()?.countStoreError({ error: error.name });
    },
    onLost,
  });

/** Does something with the store; while it is away, it is done again. */
export const untilStoreAnswers = <Result>(
  act: () => Promise<Result>,
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
): Promise<Result> =>
  retry(act, {
    delayMs: (error, attempt) =>
      error instanceof StoreError ? Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS) : undefined,
    onFailure: (error, { waitMs }) => {
      if (waitMs !== undefined) log.repeated('warn', 'the store is away: Easel waits for it', { error });
    },
    clock,
    signal,
  });

/** Logs settings of the store's server that can lose acknowledged writes. */
export const logRisks = async ({ database }: Storage, log: Log): Promise<void> => {
  try {
    for (const setting of await database.risks())
      log.warn('a setting of the store is off, which can lose acknowledged writes', { setting });
  } catch (error) {
    log.warn("couldn't check the durability settings of the store", { error });
  }
};
