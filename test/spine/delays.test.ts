import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Delays } from '../../src/services/discord/gateway/delays.ts';
import { MINUTE_MS } from '../world/durations.ts';

const NOON = 1_900_000_000_000;

/** Delays that were learned from events with these delays in milliseconds, one a second from noon. */
const after = (...delaysMs: number[]): Delays => {
  const delays = new Delays();
  for (const [second, delayMs] of delaysMs.entries()) {
    const at = NOON + second * 1_000;
    delays.learn(at - delayMs, at);
  }
  return delays;
};

describe('how late an event is', () => {
  test('is told against what is usual, whatever the two clocks say', () => {
    for (const skewMs of [0, 7_000, -7_000, 3_600_000])
      expect(after(skewMs + 80, skewMs + 50, skewMs + 900).latenessMs(NOON - skewMs - 4_080, NOON)).toBe(
        4_000,
      );
  });

  test('is nothing as long as nothing is known', () => {
    expect(new Delays().latenessMs(NOON - 60_000, NOON)).toBe(0);
  });

  test('is never less than nothing', () => {
    expect(after(500).latenessMs(NOON, NOON)).toBe(0);
  });

  test('is not told by one event that met a wrong clock, or was held up', () => {
    for (const wrongMs of [-10_000, 10_000])
      expect(after(50, wrongMs, 50).latenessMs(NOON - 60, NOON)).toBe(10);
    expect(after(50, -10_000).latenessMs(NOON - 60, NOON)).toBe(10);
  });

  test('follows a clock that was set after a few events', () => {
    const before = Array.from({ length: 100 }, () => -10_000);
    expect(after(...before, 50, 50, 50, 50, 50).latenessMs(NOON - 60, NOON)).toBe(10);
  });

  test('forgets everything after ten minutes, and when the clock was set by more than that', () => {
    const delays = after(-10_000);
    expect(delays.latenessMs(NOON + 9 * MINUTE_MS, NOON + 9 * MINUTE_MS)).toBe(10_000);
    expect(delays.latenessMs(NOON + 11 * MINUTE_MS, NOON + 11 * MINUTE_MS)).toBe(0);
    expect(delays.latenessMs(NOON - 11 * MINUTE_MS, NOON - 11 * MINUTE_MS)).toBe(0);
  });

  test('is not told by what is no time, nor learned from it', () => {
    const nonsense = fc.oneof(
      fc.constantFrom(NaN, Infinity, -Infinity, 0),
      fc.double({ min: NOON + 86_400_001 }),
      fc.double({ max: NOON - 86_400_001 }),
    );
    fc.assert(
      fc.property(fc.array(nonsense), nonsense, (learned, asked) => {
        const delays = new Delays();
        delays.learn(NOON - 50, NOON);
        for (const createdAt of learned) delays.learn(createdAt, NOON);
        expect(delays.latenessMs(asked, NOON)).toBe(0);
        expect(delays.latenessMs(NOON - 4_050, NOON)).toBe(4_000);
      }),
    );
  });
});
