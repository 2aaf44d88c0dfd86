import { describe, expect, test } from 'vitest';
import {
  type Operation,
  BadRequestError,
  OutcomeUnknownError,
  QuotaError,
  RateLimitedError,
  RefusedKeyError,
  UnavailableError,
} from '../../src/services/image-api/errors.ts';
import { isCertainlyNotTaken, parseRetryAfter, retryDelayMs } from '../../src/services/image-api/retry.ts';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 0);
const QUARTER_HOUR_MS = 15 * 60_000;

describe('a Retry-After header', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['1.5', 1_500],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
    ['900', QUARTER_HOUR_MS],
    ['901', QUARTER_HOUR_MS],
    ['9'.repeat(400), QUARTER_HOUR_MS],
    ['Fri, 31 Dec 9999 23:59:59 GMT', QUARTER_HOUR_MS],
  ])('of %j says to wait %d ms', (header, milliseconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
  });

  test.each([
    undefined,
    '',
    'soon',
    '-5',
    '5s',
    '1e3',
    'NaN',
    'Foo 12',
    '2026-01-01',
    'Sun, 99 Foo 1994 08:49:37 GMT',
  ])('of %j says nothing', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined();
  });
});

const repeatable = [RateLimitedError, UnavailableError];
const final = [QuotaError, RefusedKeyError, BadRequestError, OutcomeUnknownError];
const delay = (error: unknown, attempt = 0, chance = 0) =>
  retryDelayMs({ error, attempt, random: () => chance });

describe('a submission', () => {
  test.each(repeatable)('after %o may be sent again', (ErrorClass) => {
    const error = new ErrorClass({ operation: 'submit' });
    expect(isCertainlyNotTaken(error)).toBe(true);
    expect(delay(error)).toBeGreaterThan(0);
  });

  test.each(final)('after %o must not be sent again', (ErrorClass) => {
    const error = new ErrorClass({ operation: 'submit' });
    expect(isCertainlyNotTaken(error)).toBe(false);
    expect(delay(error)).toBeUndefined();
  });

  test('after an error of no known kind must not be sent again', () => {
    expect(isCertainlyNotTaken(new Error('?'))).toBe(false);
    expect(delay(new Error('?'))).toBeUndefined();
  });
});

test.each([...repeatable, ...final])(
  'a poll may be repeated after %o, though nothing was submitted',
  (ErrorClass) => {
    const error = new ErrorClass({ operation: 'job-status' });
    expect(isCertainlyNotTaken(error)).toBe(false);
    expect(delay(error)).toBeGreaterThan(0);
  },
);

describe('the wait before the next try', () => {
  const unavailable = new UnavailableError({ operation: 'submit' });

  test('is what the service said, without jitter', () => {
    for (const operation of ['submit', 'job-status'] satisfies Operation[]) {
      for (const ErrorClass of repeatable) {
        const error = new ErrorClass({ operation, retryAfterMs: 61_234 });
        expect(delay(error, 0, 0)).toBe(61_234);
        expect(delay(error, 9, 0.99)).toBe(61_234);
      }
    }
  });

  test('is our own when the service said 0, so that nothing spins', () => {
    expect(delay(new RateLimitedError({ operation: 'submit', retryAfterMs: 0 }))).toBe(delay(unavailable));
  });

  test('doubles from failure to failure up to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 2_000].map((attempt) => delay(unavailable, attempt, 0))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
    ]);
  });

  test('is spread over the upper half', () => {
    expect([0, 0.5, 0.999_999].map((chance) => delay(unavailable, 1, chance))).toEqual([1_000, 1_500, 2_000]);
  });
});
