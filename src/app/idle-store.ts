import { randomBytes } from 'node:crypto';
import { systemClock } from '../lib/clock.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { LeaseLostError } from '../services/storage/errors.ts';
import { EVERYTHING, TERM_MS } from '../services/storage/lease-table.ts';
import { Ownership } from '../services/storage/ownership.ts';
import type { Fence } from '../services/storage/row.ts';
import type { Storage } from '../services/storage/store.ts';

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

/**
 * Does some work on a store that no Easel uses.
 * @param work gets the fence for its writes, where several processes can share the database.
 * @throws StoreInUseError when one still uses it after the lease of a killed process would have expired; LeaseLostError when
 *   another process took the store meanwhile; the signal's reason once it aborts before the work began.
 */
export const withIdleStore = async <Result>(
  { leases }: Pick<Storage, 'leases'>,
  signal: AbortSignal,
  work: (fence: Fence | undefined) => Promise<Result>,
): Promise<Result> => {
  const lost = new AbortController();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const ownership = new Ownership({
    leases,
    claim: { owner: randomBytes(OWNER_BYTES).toString('hex'), ...EVERYTHING },
    ...{ clock: systemClock, random: Math.random, monotonic: () => performance.now() },
    onEvent: ({ kind }) => {
      if (kind === 'lost') lost.abort();
    },
  });
  try {
    await ownership.acquire([], AbortSignal.any([signal, timeout]));
    return await work(ownership.fence(EVERYTHING.slots[0]));
  } catch (error) {
    if (error === timeout.reason) throw new StoreInUseError();
    throw lost.signal.aborted ? new LeaseLostError() : error;
  } finally {
    await ownership.release();
  }
};
