import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../operations/log.ts';
import { StorageKeyError, UnwritableValueError } from '../storage/store.ts';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;

/** The store refuses the key or the value itself: it would do so for ever. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof StorageKeyError || error instanceof UnwritableValueError;

/**
 * Does something again until it succeeds: for what may not be lost once the service has answered, such as a task id.
 *
 * @throws what the last try threw, once the signal aborts, or when no further try can succeed ({@link isUnstorable}).
 */
export const insist = async <T>(
  what: string,
  act: () => Promise<T>,
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
): Promise<T> => {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await act();
    } catch (error) {
      if (signal.aborted || isUnstorable(error)) throw error;
      log.error('failed, trying again', { what, waitMs: wait, error });
      await clock.sleep(wait, signal);
    }
  }
};
