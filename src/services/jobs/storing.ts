import type { Clock } from '../../lib/clock.ts';
import { retry } from '../../lib/retry.ts';
import type { Log } from '../operations/log.ts';
import { StorageFencedError, StorageKeyError, UnwritableValueError } from '../storage/store.ts';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;

/** The store refuses the key or the value itself: it would do so for ever. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof StorageKeyError || error instanceof UnwritableValueError;

/**
 * Writes to the store until it succeeds: for what may not be lost once the service or a person was answered.
 *
 * @param what stands in the log when it fails.
 * @throws what the last attempt threw, once the signal aborts, or when no further one can succeed: {@link isUnstorable},
 *   or another process does this one's work now (StorageFencedError).
 */
export const retryStoring = <T>(
  what: string,
  write: () => Promise<T>,
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
): Promise<T> =>
  retry(write, {
    delayMs: (error, attempt) =>
      isUnstorable(error) || error instanceof StorageFencedError
        ? undefined
        : Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS),
    onFailure: (error, { waitMs }) => {
      if (waitMs !== undefined)
        log.error('a write to the store failed, trying again', { what, waitMs, error });
    },
    clock,
    signal,
  });
