import { expect, test } from 'vitest';
import {
  backOffMs,
  clear,
  type Followed,
  learn,
  nextAskAt,
  nextTryAt,
  nextTurnAt,
  NOTHING_LEARNED,
  planTurn,
} from '../../src/services/jobs/poll-plan.ts';
import { REQUEST } from '../world/job.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';

const INTERVAL_MS = 1_000;
const RANDOM = 0.5;

const taskOf = (id: string, submittedAt = 0): Followed => ({
  jobId: id,
  taskId: id,
  submission: REQUEST.submission,
  submittedAt,
  askAt: Math.max(0, submittedAt),
  askedAt: -Infinity,
  seenAt: submittedAt,
  giveUpAt: Infinity,
  isSuspect: false,
  spoilt: 0,
});
const tasksOf = (count: number, submittedAt = 0): Followed[] =>
  Array.from({ length: count }, (_, nth) => taskOf(`t${nth}`, submittedAt));

/** Whether the service answers a call about these tasks. */
type Answers = (ids: ReadonlySet<string>, now: number) => boolean;

/** Follows tasks with the calls that are planned, in a time of its own. */
class Follower {
  tasks: Followed[];
  now = 0;
  /** Of all calls: when, about how many tasks. */
  calls: { at: number; size: number }[] = [];
  readonly #learned = { ...NOTHING_LEARNED };

  constructor(tasks: Followed[]) {
    this.tasks = tasks;
  }

  get culprits(): string[] {
    return this.tasks.filter(({ spoilt }) => spoilt > 0).map(({ taskId }) => taskId);
  }

  /** Follows them for so long, or until it holds. Returns the minutes that passed. */
  run(minutes: number, answers: Answers, isOver = () => false): number {
    const began = this.now;
    const until = began + minutes * MINUTE_MS;
    while (this.now < until && !isOver()) this.#round(answers);
    return (this.now - began) / MINUTE_MS;
  }

  #next(task: Followed): void {
    const { submittedAt, spoilt } = task;
    const facts = { submittedAt, askedAt: this.now, estimate: undefined };
    task.askAt =
      spoilt > 0
        ? nextTryAt(spoilt, this.now)
        : nextAskAt({ ...facts, intervalMs: INTERVAL_MS, random: RANDOM });
  }

  #round(answers: Answers): void {
    const { tasks, now } = this;
    const { calls, passed } = planTurn(tasks, this.#learned, now);
    const round = calls.map((call) => {
      const isAnswered = answers(new Set(call.map(({ taskId }) => taskId)), now);
      if (isAnswered) clear(this.#learned, call);
      for (const task of call) if (isAnswered) task.seenAt = now;
      this.calls.push({ at: now, size: call.length });
      return { call, result: isAnswered ? ('answered' as const) : ('useless' as const) };
    });
    learn(this.#learned, tasks, round, now);
    for (const task of [...passed, ...calls.flat()]) this.#next(task);
    const pause = Math.max(INTERVAL_MS, backOffMs(this.#learned.silentRounds, RANDOM));
    this.now = Math.max(now + pause, nextTurnAt(tasks));
  }
}

/** Those that answer no call about one of these. */
const without =
  (...bad: string[]): Answers =>
  (ids) =>
    !bad.some((id) => ids.has(id));
const WELL: Answers = () => true;
const NONE: Answers = () => false;

/** The calls that such tasks cost while they are followed for so long. */
const callsIn = (tasks: Followed[], minutes: number, answers: Answers): number => {
  const follower = new Follower(tasks);
  follower.run(minutes, answers);
  return follower.calls.length;
};

const idsOf = (tasks: readonly Followed[]): string[] => tasks.map(({ taskId }) => taskId);

test.each([
  ['one of 100', 100, ['t42'], 3],
  ['two in different halves of 100', 100, ['t3', 't97'], 5],
  ['three of 1,000', 1_000, ['t3', 't497', 't900'], 3],
  ['the one of two', 2, ['t1'], 1],
  ['three in ten', 100, idsOf(tasksOf(30)), 12],
])(
  'tasks that spoil every call are found: %s. All others are served, for no more calls than when all is well',
  (_what, count, bad, minutes) => {
    const follower = new Follower(tasksOf(count));
    const isFound = () => follower.culprits.length === bad.length;
    const took = follower.run(HOUR_MS / MINUTE_MS, without(...bad), isFound);
    expect(follower.culprits).toEqual(bad);
    expect(took).toBeLessThan(minutes);
    const foundAt = follower.now;
    follower.run(10, without(...bad));
    expect(follower.culprits).toEqual(bad);
    for (const { taskId, seenAt } of follower.tasks)
      if (!bad.includes(taskId)) expect(seenAt).toBeGreaterThan(foundAt);
    expect(follower.calls.length).toBeLessThanOrEqual(callsIn(tasksOf(count), took + 10, WELL));
  },
);

test('a service that has forgotten each second task: all others end within minutes, for no more calls', () => {
  const isBad = (id: string) => Number(id.slice(1)) % 2 === 0;
  const follower = new Follower(tasksOf(100));
  const answers: Answers = (ids) => {
    if ([...ids].some(isBad)) return false;
    // They are done, and so leave.
    follower.tasks = follower.tasks.filter(({ taskId }) => !ids.has(taskId));
    return true;
  };
  const took = follower.run(60, answers, () => follower.tasks.every(({ taskId }) => isBad(taskId)));
  expect(took).toBeLessThan(10);
  expect(follower.calls.length).toBeLessThanOrEqual(callsIn(tasksOf(100), took, WELL));
});

test('an hour of useless answers to everything costs 1,000 tasks no more calls than a good one, and none is the culprit', () => {
  const old = () => tasksOf(1_000, -HOUR_MS);
  const follower = new Follower(old());
  follower.run(60, NONE, () => follower.culprits.length > 0);
  expect(follower.culprits).toEqual([]);
  expect(follower.calls.length).toBeLessThanOrEqual(callsIn(old(), 60, WELL));
  const backAt = follower.now;
  const took = follower.run(10, WELL, () => follower.tasks.every(({ seenAt }) => seenAt >= backAt));
  expect(took).toBeLessThan(2);
});

test('what is alone with no other that is answered is never the culprit; from then on that others are, it is', () => {
  const follower = new Follower(tasksOf(1));
  follower.run(60, without('t0'), () => follower.culprits.length > 0);
  expect(follower.culprits).toEqual([]);
  follower.tasks.push(taskOf('joins', follower.now));
  follower.run(1, without('t0'));
  expect(follower.culprits).toEqual(['t0']);
  follower.tasks.pop();
  follower.run(5, without('t0'));
  expect(follower.culprits).toEqual([]);
});

test('a culprit is asked for less and less often, and as all others once it is answered', () => {
  const follower = new Follower(tasksOf(10));
  follower.run(10, without('t3'));
  expect(follower.calls.slice(-20).filter(({ size }) => size === 1).length).toBeLessThanOrEqual(3);
  follower.run(3, WELL);
  expect(follower.culprits).toEqual([]);
  expect(follower.calls.at(-1)).toMatchObject({ size: 10 });
});

test('a service that takes fewer tasks at a time than it is asked for is found no culprits in', () => {
  const follower = new Follower(tasksOf(100));
  follower.run(30, ({ size }) => size <= 20);
  expect(follower.culprits).toEqual([]);
  for (const { seenAt } of follower.tasks) expect(follower.now - seenAt).toBeLessThan(5 * MINUTE_MS);
});
