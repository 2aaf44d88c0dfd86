import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from './http-service.ts';
import { SPACING_MS, T0, expectSpaced, numbered, setUp } from './limiter-world.ts';
import { deferred } from '../world/deferred.ts';

const STOPPED = { message: 'The limiter was stopped before the call could start' };

beforeEach(() => {
  vi.useFakeTimers({ now: T0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a pause', () => {
  test('holds everything of that account, then goes on at the usual spacing with polls first', async () => {
    const { limiter, diary, call, names } = setUp();
    const calls = numbered(4).map((number) => limiter.submission('a', call(`s${number}`)));
    await vi.advanceTimersByTimeAsync(50);
    expect(names()).toEqual(['s1']);

    limiter.pause('a', 5_000);
    calls.push(limiter.poll('a', call('p1')));
    await vi.advanceTimersByTimeAsync(4_900);
    expect(names()).toEqual(['s1']);
    expect(limiter.pausedUntil('a')).toBe(T0 + 5_050);

    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all(calls);
    expect(names()).toEqual(['s1', 'p1', 's2', 's3', 's4']);
    const times = diary.map(([, time]) => time).slice(1);
    expect(times[0]).toBeGreaterThanOrEqual(5_050);
    expect(times[0]).toBeLessThan(5_200);
    expectSpaced(times);
    expect(limiter.pausedUntil('a')).toBeUndefined();
  });

  test('holds calls that come during it', async () => {
    const { limiter, diary, call } = setUp();
    limiter.pause('a', 1_000);
    const result = limiter.poll('a', call('p'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await result).toBe('p');
    expect(diary[0]?.[1]).toBeGreaterThanOrEqual(1_000);
  });

  test.each([
    ['a longer one prolongs', 1_000, 3_000, 3_000],
    ['a shorter one does not shorten', 3_000, 1_000, 3_000],
  ])('is one of several: %s it', async (_, first, second, end) => {
    const { limiter, diary, call } = setUp();
    limiter.pause('a', first);
    limiter.pause('a', second);
    expect(limiter.pausedUntil('a')).toBe(T0 + end);
    const result = limiter.submission('a', call('s'));
    await vi.advanceTimersByTimeAsync(end + 500);
    await result;
    expect(diary[0]?.[1]).toBeGreaterThanOrEqual(end);
  });

  test.each([0, -5, Number.NaN])('of %d ms is none', (milliseconds) => {
    const { limiter } = setUp();
    limiter.pause('a', milliseconds);
    expect(limiter.pausedUntil('a')).toBeUndefined();
  });

  test('begun while calls are under way lets those end', async () => {
    const { limiter } = setUp();
    const call = deferred<string>();
    const result = limiter.submission('a', () => call.promise);
    await vi.advanceTimersByTimeAsync(50);
    limiter.pause('a', 60_000);
    call.resolve('done');
    await vi.advanceTimersByTimeAsync(50);
    expect(await result).toBe('done');
    expect(limiter.pausedUntil('a')).toBe(T0 + 60_050);
  });
});

describe('stopping', () => {
  test('refuses what waits and what comes, and waits for what is under way', async () => {
    const { limiter, call, names } = setUp({ concurrency: 1 });
    const running = deferred<string>();
    const first = limiter.submission('a', () => running.promise);
    await vi.advanceTimersByTimeAsync(50);
    const waiting = [limiter.submission('a', call('s')), limiter.poll('a', call('p'))].map(failureOf);
    limiter.pause('b', 60_000);
    const paused = failureOf(limiter.submission('b', call('b')));
    const unstarted = failureOf(limiter.submission('c', call('c')));

    let isStopped = false;
    const stopped = limiter.stop().then(() => {
      isStopped = true;
    });

    for (const refusal of [...waiting, paused, unstarted, failureOf(limiter.poll('a', call('late')))]) {
      expect(await refusal).toMatchObject(STOPPED);
    }
    await vi.advanceTimersByTimeAsync(500);
    expect(isStopped).toBe(false);
    running.resolve('done');
    await vi.advanceTimersByTimeAsync(500);
    await stopped;
    expect(await first).toBe('done');
    expect(names()).toEqual([]);
    limiter.pause('b', 1_000);
    expect(limiter.pausedUntil('b')).toBeUndefined();
  });

  test('twice is the same as once, and leaves no timer behind but the sweep', async () => {
    const { limiter, call } = setUp();
    const calls = numbered(20).map((number) => limiter.submission('a', call(`s${number}`)));
    const outcomes = Promise.allSettled(calls);
    await vi.advanceTimersByTimeAsync(SPACING_MS - 50);
    const stops = Promise.all([limiter.stop(), limiter.stop()]);
    await vi.advanceTimersByTimeAsync(50);
    await stops;
    const results = (await outcomes).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as unknown),
    );
    expect(results).toMatchObject(['s1', ...Array.from({ length: 19 }, () => STOPPED)]);
    expect(vi.getTimerCount()).toBe(1);
  });
});
