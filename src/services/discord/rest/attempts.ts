import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../operations/log.ts';
import { backOffMs, failureKind } from './failures.ts';

/** With growing gaps, some minute in all. */
const ATTEMPTS = 8;

export interface AttemptsOptions {
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** Gives up at once when it aborts. */
  signal?: AbortSignal;
}

/**
 * Does something until it works, as long as nothing is decided against it.
 *
 * @throws the first error that waiting can't mend, the last one of many, or the present one once the signal aborts.
 */
export const tryAgainAndAgain = async <T>(
  what: string,
  act: () => Promise<T>,
  { clock, random, log, signal }: AttemptsOptions,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (failureKind(error) !== 'again' || attempt === ATTEMPTS || signal?.aborted === true) throw error;
      log.debug('trying again', { what, attempt, error });
      await clock.sleep(backOffMs(error, attempt, random()), signal);
    }
  }
};
