import type { Clock } from '../lib/clock.ts';
import { retry } from '../lib/retry.ts';
import type { Log } from '../services/operations/log.ts';
import { backOffMs, failureKind, logFailure } from './failures.ts';

/** With growing gaps, some minute in all. */
const ATTEMPTS = 8;

export interface RetryRequestOptions {
  attempts?: number;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** The wait for the next attempt ends when it aborts, and that attempt is the last. */
  signal?: AbortSignal | undefined;
}

/**
 * Retries a request to Discord until it succeeds or can't succeed.
 *
 * @param what names the request in the log.
 * @throws the first permanent error, or that of the last attempt.
 */
export const retryRequest = <T>(
  what: string,
  request: () => Promise<T>,
  { attempts = ATTEMPTS, clock, random, log, signal }: RetryRequestOptions,
): Promise<T> =>
  retry(request, {
    delayMs: (error, attempt) =>
      failureKind(error) === 'retryable' && attempt + 1 < attempts
        ? backOffMs(error, attempt, random())
        : undefined,
    onFailure: (error, { attempt }) => {
      logFailure(log, 'a request to Discord failed', error, { what, attempt });
    },
    clock,
    signal,
  });
