import type { Config } from '../config.ts';
import { broken, brokenBy, ok, unreachable, type CheckResult } from '../lib/check.ts';
import type { Clock } from '../lib/clock.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { doubling, retry } from '../lib/retry.ts';
import { checkEncryptionKey } from '../services/accounts/encryption-keys.ts';
import type { Log } from '../services/operations/log.ts';
import type { Metrics } from '../services/operations/metrics.ts';
import type { Database } from '../services/storage/database.ts';
import { StoreError } from '../services/storage/errors.ts';
import { openStorage } from '../services/storage/index.ts';
import { checkSchema, readEncryptionKey, readSchema } from '../services/storage/schema.ts';
import type { Storage } from '../services/storage/store.ts';
import { checkOwner } from './application.ts';
import { checkParts } from './part.ts';

const nextWaitMs = doubling(250, 5_000);

/** Opens the store; what happens to it is logged and counted. */
export const openLoggedStorage = (
  storeUrl: string,
  {
    clock,
    log,
    metrics,
    onLost,
  }: { clock: Clock; log: Log; metrics: () => Metrics | undefined; onLost: (error: Error) => void },
): Promise<Storage> =>
  openStorage(storeUrl, {
    clock,
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
    delayMs: (error, attempt) => (error instanceof StoreError ? nextWaitMs(attempt) : undefined),
    onFailure: (error, { waitMs }) => {
      if (waitMs !== undefined) log.repeated('warn', 'the store is away: Easel waits for it', { error });
    },
    clock,
    signal,
  });

/** Logs what of the store's server can lose acknowledged writes, or keeps Easel from its work. */
export const logRisks = async ({ database }: Storage, log: Log): Promise<void> => {
  try {
    for (const { what, text, advice } of await database.problems())
      log.warn(`the store: ${text} ${advice}`, { what });
  } catch (error) {
    log.warn("couldn't check the durability settings of the store", { error });
  }
};

/** The kind of database in `STORE_URL`, and nothing else of it, since it may contain a password. */
export const storeKind = (storeUrl: string): string =>
  storeUrl.startsWith('sqlite:') ? 'SQLite' : 'Postgres';

/** Whether the encryption key is the store's, once it has one. */
const checkKeyOf = async (database: Database, config: Config): Promise<CheckResult[]> => {
  const known = await readEncryptionKey(database);
  if (known === undefined) return [];
  const hasApiKeys = (await database.page('apiKeys:', 'apiKeys;', 1)).length > 0;
  return [await checkEncryptionKey(config, { known, hasApiKeys })];
};

/** Whether the store can be read, and Easel could start on it. */
export const checkStore = async (config: Config): Promise<CheckResult[]> => {
  const { storeUrl } = config;
  const check = 'store';
  try {
    const storage = await openStorage(storeUrl, { isReader: true });
    try {
      const { database } = storage;
      const schema = await readSchema(database);
      if (schema !== undefined) checkSchema(schema);
      const rows = schema === undefined ? 'empty' : 'written by this version';
      return [
        ok(check, `${storeKind(storeUrl)} at ${database.location}; ${rows}.`),
        ...(await checkOwner(config, database)),
        ...(await checkKeyOf(database, config)),
        ...checkParts(await database.parts()),
        ...(await database.problems()).map(({ what, text, advice }) =>
          broken(`store: ${what}`, text, advice),
        ),
      ];
    } finally {
      await storage.close();
    }
  } catch (error) {
    // The error itself says how to fix it.
    if (error instanceof OperatorError) return [brokenBy(check, error)];
    const advice = `Check STORE_URL and the ${storeKind(storeUrl)} that it points to.`;
    return [broken(check, unreachable('The store', error), advice)];
  }
};
