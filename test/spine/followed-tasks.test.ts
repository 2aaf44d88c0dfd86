import { expect, test } from 'vitest';
import { FollowedTasks } from '../../src/services/jobs/followed-tasks.ts';
import type { RunningJob } from '../../src/services/jobs/job.ts';
import { planCalls } from '../../src/services/jobs/poll-plan.ts';
import { ACCEPTED } from '../world/job.ts';

const jobOf = (id: string, taskId: string): RunningJob => ({
  ...{ ...ACCEPTED, id, taskId },
  state: 'running',
  submittedAt: 0,
  deadlineAt: 1,
});

test('a task that several jobs have in common is asked for as soon as one of them wants, until the last has gone', () => {
  const tasks = new FollowedTasks();
  const [one, other] = [jobOf('one', 'task'), jobOf('other', 'task')];
  tasks.add(one, 20);
  tasks.add(other, 10);
  expect([tasks.earliest(), tasks.jobsOf('task')]).toEqual([10, ['one', 'other']]);
  tasks.askAt(other, 30);
  expect(tasks.earliest()).toBe(20);
  tasks.remove('task', 'one');
  expect([tasks.earliest(), tasks.jobsOf('task')]).toEqual([30, ['other']]);
  tasks.askAt(one, 1);
  expect(tasks.earliest()).toBe(30);
  tasks.remove('task', 'one');
  expect(tasks.isEmpty).toBe(false);
  tasks.remove('task', 'other');
  expect([tasks.isEmpty, tasks.earliest()]).toEqual([true, Infinity]);
});

test('the free places of the last call are filled with the tasks that are due next, in their order', () => {
  const candidates = [90, 5, 70, 40, 3, 60, 50, 80, 1].map((askAt) => ({
    taskId: String(askAt),
    askAt,
    alone: askAt === 40,
  }));
  expect(planCalls(candidates, 10, 3)).toEqual([['1', '3', '5']]);
  expect(planCalls(candidates, 10, 5)).toEqual([['1', '3', '5', '50', '60']]);
  expect(planCalls(candidates, 10, 100)).toEqual([['1', '3', '5', '50', '60', '70', '80', '90']]);
  expect(planCalls(candidates, 45, 2)).toEqual([['40'], ['1', '3'], ['5', '50']]);
  expect(planCalls(candidates, 0, 5)).toEqual([]);
});
