import { expect, test } from 'vitest';
import { heldBack } from '../../src/services/jobs/at-once.ts';
import type { Job, WaitingJob } from '../../src/services/jobs/job.ts';
import { ACCEPTED } from '../world/job.ts';

const waiting = (id: string, personId: string, atOnce: WaitingJob['atOnce']): WaitingJob => ({
  ...{ ...ACCEPTED, id, personId, guildId: '2', state: 'waiting' },
  ...(atOnce && { atOnce }),
});

const running = (id: string, personId: string, guildId = '2'): Job => ({
  ...{ ...ACCEPTED, id, personId, guildId },
  ...{ state: 'running', submittedAt: 0, taskId: id, deadlineAt: 1 },
});

test('a person’s next request waits for theirs, and for nobody else’s', () => {
  const order = [
    waiting('1', 'a', { person: 2 }),
    waiting('2', 'a', { person: 2 }),
    waiting('3', 'b', { person: 2 }),
  ];
  expect([...heldBack(order, [running('0', 'a'), running('4', 'b', '3')])]).toEqual([
    ['2', { by: 'person', ahead: 1 }],
  ]);
});

test('one that waits for its own person takes no place of the server’s', () => {
  const limits = { person: 1, server: 2 };
  const order = [waiting('1', 'a', limits), waiting('2', 'b', limits), waiting('3', 'c', limits)];
  expect([...heldBack(order, [running('0', 'a')])]).toEqual([
    ['1', { by: 'person', ahead: 1 }],
    ['3', { by: 'server', ahead: 2 }],
  ]);
});

test('who has no limit waits for nobody, and yet takes a place of the server’s', () => {
  const order = [waiting('1', 'a', undefined), waiting('2', 'b', { server: 1 })];
  expect([...heldBack(order, [])]).toEqual([['2', { by: 'server', ahead: 1 }]]);
});
