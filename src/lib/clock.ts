import { endWait } from './abort.ts';

/** The time, and waiting: the one door through which Easel learns either. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Milliseconds by a clock that can't be set, for waits, rests and deadlines. It began with the time of day when the process did,
   * so that a deadline can be stored.
   */
  steady(): number;
  /**
   * Waits that many milliseconds; returns early, without throwing, once the signal aborts.
   * The wait alone never keeps the process alive.
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000;

/** Node's timers fire at once when they are asked to wait longer than this (a signed 32-bit number). */
export const MAX_TIMER_MS = 2 ** 31 - 1;

const STARTED_AT = Date.now() - performance.now();

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => STARTED_AT + performance.now(),
  // The one of `node:timers/promises` makes an error with its stack for each wait that ends early, as most do.
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(milliseconds, MAX_TIMER_MS)).unref();
      signal?.addEventListener('abort', end);
    }),
};

/** The result of the work; undefined when it takes longer than that many milliseconds. The work goes on then. */
export const within = async <T>(
  milliseconds: number,
  work: Promise<T>,
  clock: Pick<Clock, 'sleep'>,
): Promise<T | undefined> => {
  const done = new AbortController();
  const late = clock.sleep(milliseconds, done.signal).then(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    endWait(done);
  }
};
