import { expect } from 'vitest';
import type { Clock } from '../../src/lib/clock.ts';
import { AccountLimiter } from '../../src/services/image-api/limiter.ts';

export const T0 = Date.UTC(2026, 0, 1);
export const SPACING_MS = 100;

/** Bottleneck looks at the global timers; this clock makes the limiter's own waits look at the same ones. */
const clock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/** A limiter of ten starts a second, and a diary of what started when. */
export const setUp = ({ concurrency = 10 } = {}) => {
  const limiter = new AccountLimiter({
    requestsPerSecond: 1_000 / SPACING_MS,
    concurrency,
    clock,
  });
  const diary: [string, number][] = [];
  const call = (name: string) => () => {
    diary.push([name, Date.now() - T0]);
    return Promise.resolve(name);
  };
  return { limiter, diary, call, names: () => diary.map(([name]) => name) };
};

export const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export const expectSpaced = (times: number[]): void => {
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? time)).toBeGreaterThanOrEqual(SPACING_MS - 1);
  }
};
