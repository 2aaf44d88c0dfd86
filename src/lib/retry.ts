import type { Clock } from './clock.ts';

/** When something that failed is tried again. */
export interface RetryOptions {
  /** Milliseconds before the next attempt; undefined: stop retrying. The first attempt is 0. */
  delayMs: (error: unknown, attempt: number) => number | undefined;
  /** Called for each failure, with the wait that follows. */
  onFailure?: (error: unknown, failure: { attempt: number; waitMs: number | undefined }) => void;
  clock: Pick<Clock, 'sleep'>;
  /** Ends the wait when it aborts; the attempt that follows is the last. */
  signal?: AbortSignal | undefined;
}

/** Waits by the number of failures before, from 0: the first one, twice as long each time, and none longer than the last. */
export const doubling =
  (firstMs: number, mostMs: number) =>
  (failures: number): number =>
    Math.min(firstMs * 2 ** failures, mostMs);

/**
 * Retries an operation until it succeeds or `delayMs` stops it.
 *
 * @throws what the last attempt threw.
 */
export const retry = async <T>(
  act: () => Promise<T>,
  { delayMs, onFailure, clock, signal }: RetryOptions,
): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      const waitMs = signal?.aborted === true ? undefined : delayMs(error, attempt);
      onFailure?.(error, { attempt, waitMs });
      if (waitMs === undefined) throw error;
      await clock.sleep(waitMs, signal);
    }
  }
};
