import { describe, expect, test } from 'vitest';
import { Delays } from '../../src/discord/gateway/delays.ts';

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
});
