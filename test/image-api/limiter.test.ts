import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountLimiter } from '../../src/services/image-api/limiter.ts';
import { failureOf } from './http-service.ts';
import { SPACING_MS, T0, expectSpaced, numbered, setUp } from './limiter-world.ts';
import { deferred } from '../world/deferred.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: T0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the calls of one account', () => {
  test('start in their order, no faster than allowed, and give what they give', async () => {
    const { limiter, diary, call, names } = setUp();
    const results = Promise.all(numbered(8).map((number) => limiter.submission('a', call(`s${number}`))));

    await vi.advanceTimersByTimeAsync(1_000);

    expect(await results).toEqual(numbered(8).map((number) => `s${number}`));
    expect(names()).toEqual(numbered(8).map((number) => `s${number}`));
    expectSpaced(diary.map(([, time]) => time));
    expect(diary.at(-1)?.[1]).toBeLessThan(7 * SPACING_MS + 50);
  });

  test('start at once in a free slot', async () => {
    const { limiter, diary, call } = setUp();
    const result = limiter.submission('a', call('s1'));
    await vi.advanceTimersByTimeAsync(SPACING_MS);
    await result;
    expect(diary).toEqual([['s1', 0]]);
  });

  test('pass on how they fail, also when they throw at once', async () => {
    const { limiter } = setUp();
    const broken = new Error('broken');
    const failures = Promise.all([
      failureOf(limiter.poll('a', () => Promise.reject(broken))),
      failureOf(
        limiter.submission('a', () => {
          throw broken;
        }),
      ),
    ]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await failures).toEqual([broken, broken]);
  });

  test('are never more at a time than allowed', async () => {
    const { limiter } = setUp({ concurrency: 2 });
    let underWay = 0;
    let most = 0;
    const calls = numbered(7).map(() =>
      limiter.submission('a', async () => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        underWay -= 1;
      }),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(calls);
    expect(most).toBe(2);
  });

  test('do not wait for those of another account', async () => {
    const { limiter, diary, call } = setUp({ concurrency: 1 });
    const stuck = limiter.submission('a', () => new Promise(() => undefined));
    limiter.pause('a', 60_000);
    const other = limiter.submission('b', call('b'));
    await vi.advanceTimersByTimeAsync(50);
    expect(await other).toBe('b');
    expect(diary[0]?.[1]).toBeLessThan(50);
    expect(stuck).toBeInstanceOf(Promise);
  });

  test('keep their slots when one runs longer than half an hour', async () => {
    const { limiter, names, call } = setUp({ concurrency: 1 });
    const long = deferred<string>();
    const first = limiter.submission('a', () => long.promise);
    const second = limiter.submission('a', call('second'));
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(names()).toEqual([]);
    long.resolve('done');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all([first, second])).toEqual(['done', 'second']);
  });
});

describe('polls', () => {
  test('let a submission pass after a few, however many of them there are', async () => {
    const { limiter, call, names } = setUp();
    const calls = numbered(9).map((number) => limiter.poll('a', call(`p${number}`)));
    calls.push(...numbered(2).map((number) => limiter.submission('a', call(`s${number}`))));
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all(calls);
    expect(names()).toEqual(['p1', 'p2', 'p3', 'p4', 's1', 'p5', 'p6', 'p7', 'p8', 's2', 'p9']);
  });

  test('go before all submissions that wait, in their own order', async () => {
    const { limiter, call, names } = setUp();
    const calls: Promise<string>[] = numbered(5).map((number) => limiter.submission('a', call(`s${number}`)));
    await vi.advanceTimersByTimeAsync(SPACING_MS + 50);
    calls.push(limiter.poll('a', call('p1')), limiter.poll('a', call('p2')));
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all(calls);
    expect(names()).toEqual(['s1', 's2', 'p1', 'p2', 's3', 's4', 's5']);
  });
});

test.each([
  { requestsPerSecond: 0, concurrency: 1 },
  { requestsPerSecond: Number.NaN, concurrency: 1 },
  { requestsPerSecond: 1, concurrency: 0 },
  { requestsPerSecond: 1, concurrency: 1.5 },
])('limits that make no sense are refused: %j', (options) => {
  expect(() => new AccountLimiter(options)).toThrow(TypeError);
});
