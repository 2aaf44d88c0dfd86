import { describe, expect, test } from 'vitest';
import type { JobFacts } from '../../src/services/usage/job-facts.ts';
import { durationAt } from '../../src/services/usage/durations.ts';
import {
  count,
  emptyTally,
  outcomeOf,
  usedBy,
  usedByAccount,
  usedByAll,
} from '../../src/services/usage/tally.ts';
import { factsOf } from './facts.ts';

const always = () => true;
const tell = (...jobs: JobFacts[]) => jobs.reduce((tally, job) => count(tally, [job], always), emptyTally());

const running = factsOf({ id: 'a', state: 'running', submittedAt: 1_000 });
const succeeded: JobFacts = { ...running, state: 'succeeded', endedAt: 41_000 };

describe('a job', () => {
  test('moves from outcome to outcome and is in one only', () => {
    expect(tell(running, succeeded).people['person']?.artgen).toEqual({ running: 0, succeeded: 1 });
  });

  test('counts once, however often it is told of', () => {
    expect(tell(running, running, succeeded, succeeded)).toEqual(tell(running, succeeded));
  });

  test("uses up a place of its account's, and gives it back there", () => {
    const other: JobFacts = { ...succeeded, id: 'b', account: { id: 'other', keyRef: 'k' } };
    const failed: JobFacts = { ...running, state: 'failed', failure: { kind: 'task-failed' } };
    const { id } = running.account;
    const both = tell(running, other);
    expect([usedByAccount(both, id), usedByAccount(both, 'other')]).toEqual([1, 1]);
    expect(usedByAccount(tell(running, other, failed), id)).toBe(0);
  });

  test('gives its place back when it failed', () => {
    const failed: JobFacts = { ...running, state: 'failed', failure: { kind: 'task-failed' } };
    expect(usedByAll(tell(running))).toBe(1);
    expect(usedByAll(tell(running, failed))).toBe(0);
  });

  test('keeps its place when it may have been paid for', () => {
    expect(usedBy(tell({ ...running, state: 'unknown' }), 'person')).toBe(1);
    expect(usedBy(tell({ ...running, state: 'timed-out' }), 'person')).toBe(1);
  });
});

test.each([
  ['waiting', undefined, undefined],
  ['submitting', undefined, undefined],
  ['stopped', undefined, undefined],
  ['failed', 'quota', 'quota'],
  ['failed', 'refused-key', 'refused'],
  ['failed', 'unreachable', 'refused'],
  ['failed', 'task-failed', 'failed'],
] as const)('%s (%s) counts as %s', (state, failure, outcome) => {
  expect(outcomeOf(factsOf({ id: 'a', state, ...(failure && { failure: { kind: failure } }) }))).toBe(
    outcome,
  );
});

test('usual times are read back with an error of at most 5 %', () => {
  const jobs = [10_000, 20_000, 30_000, 40_000, 90_000].map((took, index) =>
    factsOf({ id: String(index), state: 'succeeded', submittedAt: 0, endedAt: took }),
  );
  const durations = tell(...jobs).durations.artgen ?? {};
  expect(Math.abs((durationAt(durations, 0.5) ?? 0) / 30_000 - 1)).toBeLessThan(0.05);
  expect(Math.abs((durationAt(durations, 0.9) ?? 0) / 90_000 - 1)).toBeLessThan(0.05);
  expect(durationAt({}, 0.5)).toBeUndefined();
});
