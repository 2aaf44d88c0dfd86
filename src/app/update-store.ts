import { basename } from 'node:path';
import { randomBytes } from 'node:crypto';
import { systemClock } from '../lib/clock.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { EVERYTHING, TERM_MS } from '../services/storage/lease-table.ts';
import { checkSchema, migrate, type Migration, MIGRATIONS } from '../services/storage/migrations.ts';
import { Ownership, type OwnershipEvent } from '../services/storage/ownership.ts';
import { LeaseLostError } from '../services/storage/errors.ts';
import type { Fence } from '../services/storage/row.ts';
import type { Storage } from '../services/storage/store.ts';
import type { Runtime } from './runtime.ts';

const OWNER_BYTES = 8;
/** How long a script waits for the lease of a killed process to expire. */
const TIMEOUT_MS = TERM_MS + 3_000;

/** A script needs a store for itself that another process uses. */
class StoreInUseError extends OperatorError {
  override name = 'StoreInUseError';

  constructor() {
    super('Easel is using this store. Nothing was changed. Stop all of its processes, and run this again');
  }
}

/** Called while a process waits for the store. */
type OnEvent = (event: OwnershipEvent) => void;

/**
 * Waits until no other process uses the store, then does some work on it.
 * @param work gets the fence for its writes, where several processes can share the database.
 * @throws what the work throws; LeaseLostError when another process took the store meanwhile; the signal's reason once it
 *   aborts before the work began.
 */
const withWholeStore = async <Result>(
  { leases }: Pick<Storage, 'leases'>,
  { clock, random, randomBytes }: Pick<Runtime, 'clock' | 'random' | 'randomBytes'>,
  { signal, onEvent }: { signal: AbortSignal; onEvent: OnEvent },
  work: (fence: Fence | undefined) => Promise<Result>,
): Promise<Result> => {
  const lost = new AbortController();
  const ownership = new Ownership({
    leases,
    claim: { owner: randomBytes(OWNER_BYTES).toString('hex'), ...EVERYTHING },
    ...{ clock, random, monotonic: () => performance.now() },
    onEvent: (event) => {
      if (event.kind === 'lost') lost.abort();
      onEvent(event);
    },
  });
  await ownership.acquire([], signal);
  try {
    return await work(ownership.fence(EVERYTHING.slots[0]));
  } catch (error) {
    throw lost.signal.aborted ? new LeaseLostError() : error;
  } finally {
    await ownership.release();
  }
};

/**
 * Does some work on a store that no Easel uses.
 * @throws StoreInUseError when one still uses it after the lease of a killed process would have expired.
 */
export const withIdleStore = async <Result>(
  storage: Pick<Storage, 'leases'>,
  signal: AbortSignal,
  work: (fence: Fence | undefined) => Promise<Result>,
): Promise<Result> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const runtime = { clock: systemClock, random: Math.random, randomBytes };
  const options = { signal: AbortSignal.any([signal, timeout]), onEvent: () => undefined };
  try {
    return await withWholeStore(storage, runtime, options, work);
  } catch (error) {
    throw error === timeout.reason ? new StoreInUseError() : error;
  }
};

/** Options of {@link updateStore}. */
export interface UpdateOptions {
  runtime: Pick<Runtime, 'clock' | 'random' | 'randomBytes' | 'log'>;
  signal: AbortSignal;
  /** Called with whether this process waits for others that still use the older version. */
  onStandby?: (isStandby: boolean) => void;
  migrations?: readonly Migration[];
}

/**
 * Migrates the rows to this version, before anything reads them. With several processes, one does it after all processes of
 * the older version have ended.
 * @throws StorageVersionError when a newer Easel wrote the rows; StorageIncompleteError when some are missing.
 */
export const updateStore = async (
  storage: Pick<Storage, 'rows' | 'leases'>,
  { runtime, signal, onStandby = () => undefined, migrations = MIGRATIONS }: UpdateOptions,
): Promise<void> => {
  const { log } = runtime;
  const version = await checkSchema(storage.rows, migrations);
  if ((version ?? 1) > migrations.length) {
    if (version === undefined) await migrate(storage.rows, { migrations });
    return;
  }
  const onEvent: OnEvent = (event) => {
    const { kind } = event;
    if (kind === 'waiting')
      log.info('standing by: the store must be migrated, but other processes still use it');
    if (kind === 'failed') log.warn("couldn't read the leases from the store", { error: event.error });
    if (kind === 'waiting' || kind === 'taken') onStandby(kind === 'waiting');
  };
  await withWholeStore(storage, runtime, { signal, onEvent }, async (fence) => {
    const { from, to, copy } = await migrate(storage.rows, { migrations, fence });
    if (from < to) log.info('migrated the store', { from, to, copy: copy && basename(copy) });
  });
};
