import type { Clock } from '../../lib/clock.ts';
import { doubling, retry } from '../../lib/retry.ts';
import type { Log } from '../operations/log.ts';
import { FencedError, UnstorableError } from '../storage/store.ts';

const nextWaitMs = doubling(100, 5_000);

interface Storing {
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** Asked after each attempt, the first of which is 0; absent: it is tried on. */
  mayGiveUp?: (attempt: number) => boolean;
}

/**
 * Retries a write until it succeeds, for facts that must not be lost after the service or a person was answered.
 *
 * @param what names the write in the log.
 * @throws the last error once the signal aborts, or when retrying can't help: it can never be stored (UnstorableError), or another
 *   process has taken over (FencedError).
 */
export const retryStoring = <T>(
  what: string,
  write: () => Promise<T>,
  { clock, log, signal, mayGiveUp }: Storing,
): Promise<T> =>
  retry(write, {
    delayMs: (error, attempt) =>
      error instanceof UnstorableError || error instanceof FencedError || mayGiveUp?.(attempt) === true
        ? undefined
        : nextWaitMs(attempt),
    onFailure: (error, { waitMs }) => {
      if (waitMs !== undefined)
        log.repeated('error', 'a write to the store failed, trying again', { what, waitMs, error });
    },
    clock,
    signal,
  });
