import { expect, test } from 'vitest';
import { type Countable, count, emptyTally, outcomeOf, countedBy } from '../../src/services/usage/tally.ts';
import { factsOf } from './facts.ts';

const tell = (...jobs: Countable[]) => jobs.reduce((tally, job) => count(tally, job), emptyTally());

const running = factsOf({ state: 'running', submittedAt: 1_000 });
const succeeded: Countable = { ...running, state: 'succeeded', endedAt: 41_000, isTimed: true };
const failed: Countable = { ...running, state: 'failed', failure: { kind: 'task-failed' } };

test('what is taken back leaves nothing', () => {
  for (const job of [succeeded, failed, { ...running, state: 'timed-out' as const }]) {
    const tally = count(count(emptyTally(), job), job, -1);
    expect(countedBy(tally)).toEqual({ person: 0 });
    expect(tally.accounts).toEqual({ [running.account.id]: 0 });
    expect(tally.durations.artgen ?? {}).toEqual({});
  }
});

test('what was taken counts for its account, whatever became of it', () => {
  const other: Countable = { ...succeeded, account: { id: 'other', keyRef: 'k' } };
  const declined: Countable = { ...failed, failure: { kind: 'refused' } };
  expect(tell(succeeded, other, failed, declined).accounts).toEqual({ [running.account.id]: 2, other: 1 });
});

test('a job that failed counts for no limit, and neither does one that was never confirmed', () => {
  expect(countedBy(tell(failed))).toEqual({ person: 0 });
  expect(countedBy(tell({ ...running, state: 'unknown' }))).toEqual({ person: 0 });
  expect(countedBy(tell({ ...running, state: 'timed-out' }))).toEqual({ person: 1 });
});

test('a time that nobody followed is not counted as the time to finish', () => {
  const { isTimed, ...unseen } = succeeded;
  expect(isTimed).toBe(true);
  expect(tell(unseen).durations).toEqual({});
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
  expect(outcomeOf(factsOf({ state, ...(failure && { failure: { kind: failure } }) }))).toBe(outcome);
});
