import { doubling } from '../../lib/retry.ts';
import type { Submission } from '../requests/families/index.ts';
import type { DurationEstimate } from './estimates.ts';

/** How many tasks one call asks for at most; the service documents no limit. */
export const BATCH_SIZE = 100;

/** The longest gap between two polls of a task: in its first ten minutes, in which most end, and later. */
const YOUNG_MS = 600_000;
const YOUNG_GAP_MS = 3_000;
const MAX_GAP_MS = 15_000;
const silenceMs = doubling(1_000, MAX_GAP_MS);
/** Polling starts at this part of the fastest known duration, since a task can be faster. */
const HEAD_START = 0.8;
/** The first poll never waits longer than this, since what was learned may no longer hold. */
const MAX_START_GAP_MS = 30_000;
/** After the usual end, the gap grows by this part of the time since then. */
const GAP_GROWTH = 0.15;
/** Random variation of a gap, so that many tasks aren't polled in step. */
const JITTER = 0.2;
/** A culprit is asked for at least each two minutes. */
const culpritGapMs = doubling(MAX_GAP_MS, 8 * MAX_GAP_MS);

/** A job whose task is followed. Times are of the clock that can't be set. */
export interface Followed {
  jobId: string;
  taskId: string;
  submission: Submission;
  submittedAt: number;
  /** When its turn comes. */
  askAt: number;
  /** When it was asked for last. */
  askedAt: number;
  /** When the task was last known to run. */
  seenAt: number;
  giveUpAt: number;
  /** Its last call brought nothing of use, perhaps because of it: it is asked for apart from the others. */
  isSuspect: boolean;
  /** How often in a row it alone spoilt a call while others were answered. From the first time on it is the culprit. */
  spoilt: number;
}

/** What the rounds of a group told so far. */
export interface Learned {
  /** Rounds in a row in which no call was answered. */
  silentRounds: number;
  /** When the last round began in which one was. */
  answeredAt: number;
  /** How many suspects are asked for together: half of a call of no use, and more again after a silence. */
  suspectsAtOnce: number;
}

/** Before the first round. */
export const NOTHING_LEARNED: Learned = {
  silentRounds: 0,
  answeredAt: -Infinity,
  suspectsAtOnce: BATCH_SIZE,
};

/** The facts about one task. Times are of one clock. */
export interface PollFacts {
  submittedAt: number;
  /** When it was asked for last; when it was submitted, before the first time. */
  askedAt: number;
  /** How long such tasks usually take, once enough are known. */
  estimate: DurationEstimate | undefined;
  /** The smallest gap between two rounds of one group. */
  intervalMs: number;
  /** From 0 to 1. */
  random: number;
}

/** When to ask for a task: first when the fastest result could be there, often around the usual time, then less and less. */
export const nextAskAt = ({ submittedAt, askedAt, estimate, intervalMs, random }: PollFacts): number => {
  const elapsedMs = askedAt - submittedAt;
  const begins = submittedAt + (estimate?.fastestMs ?? 0) * HEAD_START;
  const lateMs = Math.max(0, elapsedMs - (estimate?.slowMs ?? 0));
  const longest = elapsedMs < YOUNG_MS ? YOUNG_GAP_MS : MAX_GAP_MS;
  const gap = Math.min(longest, lateMs * GAP_GROWTH) * (1 - JITTER + 2 * JITTER * random);
  return Math.max(askedAt + Math.max(intervalMs, gap), Math.min(begins, askedAt + MAX_START_GAP_MS));
};

/** When to ask again for a culprit: less and less often. */
export const nextTryAt = (spoilt: number, now: number): number => now + culpritGapMs(spoilt - 1);

const latest = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b), -Infinity);

/** A culprit waits for a turn of the others, so that it costs no calls of its own. */
const inTurn = (tasks: readonly Followed[]): readonly Followed[] => {
  const others = tasks.filter(({ spoilt }) => spoilt === 0);
  return others.length > 0 ? others : tasks;
};

/** When the next turn comes. */
export const nextTurnAt = (tasks: readonly Followed[]): number =>
  inTurn(tasks).reduce((earliest, { askAt }) => Math.min(earliest, askAt), Infinity);

const longestAgo = (a: Followed, b: Followed): number => a.askedAt - b.askedAt;

const inPieces = (tasks: readonly Followed[], size: number): Followed[][] =>
  Array.from({ length: Math.ceil(tasks.length / size) }, (_, nth) =>
    tasks.slice(nth * size, (nth + 1) * size),
  );

/** What is asked for apart from the others: suspects so many at a time, culprits alone and last. */
const suspectsOf = (tasks: readonly Followed[], size: number, now: number): Followed[][] => {
  const suspects = tasks.filter(({ isSuspect, spoilt }) => isSuspect && spoilt === 0).sort(longestAgo);
  const culprits = tasks.filter(({ askAt, spoilt }) => spoilt > 0 && askAt <= now).sort(longestAgo);
  return [...inPieces(suspects, size), ...inPieces(culprits, 1)];
};

/**
 * The calls to make now: for what is due and, in the free places of the last call, what is due next. Suspects take turns with all
 * other tasks, so there are as many calls as when all is well; `passed` are the tasks whose turn was taken by others.
 */
export const planTurn = (
  tasks: readonly Followed[],
  { suspectsAtOnce }: Learned,
  now: number,
): { calls: Followed[][]; passed: Followed[] } => {
  const sorted = [...inTurn(tasks)].sort((a, b) => a.askAt - b.askAt);
  const count = Math.ceil(sorted.filter(({ askAt }) => askAt <= now).length / BATCH_SIZE);
  const whole = sorted.filter(({ isSuspect }) => !isSuspect);
  const batches = inPieces(whole.slice(0, count * BATCH_SIZE), BATCH_SIZE);
  const pieces = count > 0 ? suspectsOf(tasks, suspectsAtOnce, now) : [];
  const lastOf = (asked: readonly Followed[]) => latest(asked.map(({ askedAt }) => askedAt));
  const isTurnOfSuspects = lastOf(tasks.filter(({ isSuspect }) => isSuspect)) < lastOf(whole);
  const [first, second] = isTurnOfSuspects ? [pieces, batches] : [batches, pieces];
  const calls = Array.from({ length: count }, (_, nth) => [first[nth], second[nth]])
    .flat()
    .filter((call) => call !== undefined)
    .slice(0, count);
  const asked = new Set(calls.flat());
  const passed = sorted.slice(0, count * BATCH_SIZE).filter((task) => task.spoilt === 0 && !asked.has(task));
  return { calls, passed };
};

/** Learns from a call that was answered: its tasks share calls with all others again. */
export const clear = (learned: Learned, call: readonly Followed[]): void => {
  if (learned.silentRounds > 1) learned.suspectsAtOnce = Math.min(BATCH_SIZE, learned.suspectsAtOnce * 2);
  for (const task of call) {
    task.isSuspect = false;
    task.spoilt = 0;
  }
};

/** A batch joins the suspects, which are asked for in smaller pieces each time. */
const suspect = (call: readonly Followed[], learned: Learned): void => {
  if (call.every(({ isSuspect }) => isSuspect)) learned.suspectsAtOnce = Math.ceil(call.length / 2);
  for (const task of call) {
    task.isSuspect = true;
    task.spoilt = 0;
  }
};

/** What became of a call. `useless`: an answer that says nothing of the tasks, perhaps because of one of them. */
export type CallResult = 'answered' | 'useless' | 'none';

/**
 * Learns from a round, which began at `now`. A task that alone spoils a call once more is the culprit if others were answered since
 * the last time; else it may as well be the service.
 *
 * @returns the culprits among those that were asked for.
 */
export const learn = (
  learned: Learned,
  tasks: readonly Followed[],
  round: readonly { call: readonly Followed[]; result: CallResult }[],
  now: number,
): Set<Followed> => {
  const culprits = new Set<Followed>();
  for (const { call, result } of round) {
    const [task] = call;
    const isCulprit = call.length === 1 && task?.isSuspect === true && learned.answeredAt >= task.askedAt;
    if (result === 'useless' && isCulprit) culprits.add(task);
    else if (result === 'useless') suspect(call, learned);
    for (const asked of call) asked.askedAt = now;
  }
  for (const culprit of culprits) culprit.spoilt += 1;
  if (!tasks.some(({ isSuspect, spoilt }) => isSuspect && spoilt === 0)) learned.suspectsAtOnce = BATCH_SIZE;
  const isAnswered = round.some(({ result }) => result === 'answered');
  if (isAnswered) learned.answeredAt = now;
  learned.silentRounds = isAnswered ? 0 : learned.silentRounds + 1;
  return culprits;
};

/** How long a group waits after rounds without any answer. */
export const backOffMs = (silentRounds: number, random: number): number =>
  silentRounds === 0 ? 0 : silenceMs(silentRounds - 1) * (0.5 + random / 2);
