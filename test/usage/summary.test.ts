import { expect, test } from 'vitest';
import { toCsv } from '../../src/commands/usage/usage-report.ts';
import { type Countable, count, emptyTally, takenOf } from '../../src/services/usage/tally.ts';
import { peopleOf, percentOf, successRate, sumOf, usualTimes } from '../../src/services/usage/summary.ts';
import { factsOf } from './facts.ts';

const day = (...jobs: Partial<Countable>[]) =>
  jobs.reduce((tally, job) => count(tally, factsOf(job)), emptyTally());
const gen = { family: 'gen' as const, body: { prompt: 'a fox' } };
const succeeded = { state: 'succeeded', submittedAt: 0, endedAt: 30_000, isTimed: true } as const;

const monday = day(
  succeeded,
  { ...succeeded, personId: 'other', submission: gen },
  { state: 'failed', failure: { kind: 'quota' } },
);
const tuesday = day(
  succeeded,
  { state: 'failed', failure: { kind: 'task-failed' } },
  { state: 'running', submission: gen },
);

test('days add up, for everybody and for one person', () => {
  const { families, all } = sumOf([monday, tuesday]);
  expect(families).toEqual({
    artgen: { succeeded: 2, failed: 1, quota: 1 },
    gen: { succeeded: 1, running: 1 },
  });
  expect(takenOf(all)).toBe(5);
  expect(takenOf(sumOf([monday, tuesday], 'other').all)).toBe(1);
});

test('the success rate speaks of jobs that ended, and not of those for which there was no quota', () => {
  expect(successRate(sumOf([monday]).all)).toBe(1);
  expect(successRate(sumOf([tuesday]).all)).toBe(0.5);
  expect(successRate({ running: 3 })).toBeUndefined();
});

test.each([
  [0, '0'],
  [1 / 1_000, '<1'],
  [0.006, '1'],
  [2 / 3, '67'],
  [0.994, '99'],
  [999 / 1_000, '>99'],
  [1, '100'],
])('a share is rounded, but neither to none nor to all: %d is %s %', (share, percent) => {
  expect(percentOf(share)).toBe(percent);
});

test('people come with the busiest first', () => {
  expect(peopleOf([monday, tuesday])).toEqual([
    { personId: 'person', taken: 4 },
    { personId: 'other', taken: 1 },
  ]);
});

test('usual times are of all days together', () => {
  expect(usualTimes([monday, tuesday], 'artgen')?.usualMs).toBeCloseTo(30_000, -4);
  expect(usualTimes([day({ state: 'running' })], 'artgen')).toBeUndefined();
});

test('the CSV has a line for each day, person and command', () => {
  const csv = toCsv([
    { label: '2026-11-16', tally: monday },
    { label: '2026-11-17', tally: emptyTally() },
  ]);
  expect(csv.split('\r\n')).toEqual([
    'day,person_id,command,taken,running,succeeded,failed,timed_out,unknown,refused,quota',
    '2026-11-16,person,imagine,1,0,1,0,0,0,0,1',
    '2026-11-16,other,gen,1,0,1,0,0,0,0,0',
    '',
  ]);
});
