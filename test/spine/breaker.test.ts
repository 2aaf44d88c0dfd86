import { describe, expect, test } from 'vitest';
import { after, CLOSED, type Breaker, type Outcome } from '../../src/services/jobs/breaker.ts';

const NOW = 1_000_000;
const UNKNOWN: Outcome = { kind: 'unknown' };
const ANSWERED: Outcome = { kind: 'answered' };
const AWAY: Outcome = { kind: 'away' };
const BUSY: Outcome = { kind: 'busy' };

/** The breaker after some outcomes, each of a submission that left in the pause that stood then. */
const afterAll = (outcomes: readonly Outcome[], from: Breaker = CLOSED, now = NOW): Breaker =>
  outcomes.reduce((breaker, outcome) => after(breaker, outcome, breaker.pause, now, 1), from);

const restMs = ({ pause }: Breaker): number => (pause ? pause.until - NOW : 0);

describe('an account', () => {
  test('does not rest after one unknown outcome, but after two in a row', () => {
    expect(afterAll([UNKNOWN]).pause).toBeUndefined();
    expect(afterAll([UNKNOWN, ANSWERED, UNKNOWN]).pause).toBeUndefined();
    expect(afterAll([UNKNOWN, UNKNOWN]).pause?.reason).toBe('outage');
  });

  test.each([
    ['outage', [UNKNOWN, UNKNOWN], UNKNOWN, [15, 30, 60, 120, 120]],
    ['busy', [BUSY], BUSY, [1, 2, 4, 8, 16, 32, 60, 60]],
    ['away', [AWAY], AWAY, [1, 2, 4, 8, 16, 32, 60, 60]],
  ] as const)(
    'rests for %s twice as long after each try that fails, up to a bound',
    (reason, first, again, seconds) => {
      let breaker = afterAll(first);
      for (const second of seconds) {
        expect(breaker.pause?.reason).toBe(reason);
        expect(restMs(breaker)).toBe(second * 1_000);
        breaker = afterAll([again], breaker);
      }
    },
  );

  test('submits as usual as soon as a try is answered, whatever the answer', () => {
    expect(afterAll([ANSWERED], afterAll([UNKNOWN, UNKNOWN]))).toEqual(CLOSED);
    expect(afterAll([ANSWERED], afterAll([BUSY]))).toEqual(CLOSED);
  });

  test('rests exactly as long as the service says, an hour at most', () => {
    expect(restMs(afterAll([{ kind: 'busy', retryAfterMs: 7_000 }]))).toBe(7_000);
    expect(restMs(afterAll([{ kind: 'busy', retryAfterMs: 10 ** 12 }]))).toBe(3_600_000);
  });
});

describe('what was sent before a pause', () => {
  const paused = afterAll([{ kind: 'busy', retryAfterMs: 60_000 }]);

  test.each([ANSWERED, UNKNOWN])('neither ends nor prolongs it: %j', (outcome) => {
    expect(after(paused, outcome, undefined, NOW + 10, 1)).toEqual(paused);
  });

  test('prolongs it when the service names a later time', () => {
    const outcome: Outcome = { kind: 'busy', retryAfterMs: 90_000 };
    expect(restMs(after(paused, outcome, undefined, NOW, 1))).toBe(90_000);
  });
});
