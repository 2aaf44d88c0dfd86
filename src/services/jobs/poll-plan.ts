import type { DurationEstimate } from './estimates.ts';

/** The longest gap between two polls of a task: in its first ten minutes, in which most end, and later. */
const YOUNG_MS = 600_000;
const YOUNG_GAP_MS = 3_000;
export const MAX_GAP_MS = 15_000;
/** Polling starts at this part of the fastest known duration, since a task can be faster. */
const HEAD_START = 0.8;
/** The first poll never waits longer than this, since what was learned may no longer hold. */
const MAX_START_GAP_MS = 30_000;
/** After the usual end, the gap grows by this part of the time since then. */
const GAP_GROWTH = 0.15;
/** Random variation of a gap, so that many tasks aren't polled in step. */
const JITTER = 0.2;
/** A task that was refused alone is asked for at least this often: each two minutes. */
const MAX_REFUSED_GAPS = 8;

/** A job whose task is followed. Times are of the clock that can't be set. */
export interface Followed {
  jobId: string;
  taskId: string;
  submittedAt: number;
  askAt: number;
  /** When the task was last known to run. */
  seenAt: number;
  giveUpAt: number;
  /** How often in a row a call for this task alone was refused. It doesn't share a call until one is answered. */
  refusals: number;
}

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

/** When to ask again for a task whose own call was refused: less and less often. */
export const nextTryAt = (refusals: number, now: number): number =>
  now + MAX_GAP_MS * Math.min(MAX_REFUSED_GAPS, 2 ** (refusals - 1));

/** The calls to make now: what is due, and in the free places of the last call what is due next. */
export const planCalls = (tasks: Iterable<Followed>, now: number, batchSize: number): Followed[][] => {
  const sorted = [...tasks].sort((a, b) => a.askAt - b.askAt);
  const isDue = ({ askAt }: Followed) => askAt <= now;
  const alone = sorted.filter((task) => task.refusals > 0 && isDue(task)).map((task) => [task]);
  const together = sorted.filter(({ refusals }) => refusals === 0);
  const calls = Math.ceil(together.filter(isDue).length / batchSize);
  const shared = Array.from({ length: calls }, (_, nth) =>
    together.slice(nth * batchSize, (nth + 1) * batchSize),
  );
  return [...shared, ...alone];
};
