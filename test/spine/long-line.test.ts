import { expect, test } from 'vitest';
import type { WaitingJob } from '../../src/services/jobs/job.ts';
import { Line } from '../../src/services/jobs/line.ts';
import { HandClock } from '../world/hand-clock.ts';
import { ACCEPTED } from '../world/job.ts';

const HOUR_MS = 3_600_000;

const lineOf = (waiting: readonly WaitingJob[], clock: HandClock) => {
  const byId = new Map(waiting.map((job) => [job.id, job]));
  let looks = 0;
  const look = <Found>(found: Found): Found => {
    looks += 1;
    return found;
  };
  const jobs = { get: (id: string) => look(byId.get(id)), all: () => look(byId.values()) };
  const line = new Line({ clock }, 'account', jobs, new Set());
  return { line, looks: () => looks };
};

const waitingOf = (count: number, acceptedAt: number): WaitingJob[] =>
  Array.from({ length: count }, (_, index) => ({
    ...ACCEPTED,
    id: `01${String(index).padStart(6, '0')}`,
    state: 'waiting',
    guildId: '5',
    atOnce: { person: 2 },
    acceptedAt,
  }));

test('requests join a line without a look at those that wait there', () => {
  const clock = new HandClock();
  const waiting = waitingOf(1_000, clock.now());
  const { line, looks } = lineOf(waiting, clock);
  for (const job of waiting) line.enqueue(job, false);
  expect(line.ready()).toHaveLength(2);
  // Each once, and all of them once where some may have to wait for others.
  expect(looks()).toBeLessThan(1_010);
});

test('those that could have gone at once count from when they were asked for, and others from when they may', () => {
  const clock = new HandClock();
  const waiting = waitingOf(3, clock.now() - HOUR_MS);
  const { line } = lineOf(waiting, clock);
  for (const job of waiting) line.enqueue(job, false);
  line.ready();
  const since = waiting.map((job) => clock.steady() - line.readySince(job));
  expect(since.slice(0, 2)).toEqual([HOUR_MS, HOUR_MS]);
});
