import type { Usual } from './estimates.ts';

/** The longest gap between two polls of a task. */
export const MAX_POLL_GAP_MS = 15_000;
/** The same while no task of its kind was ever done so soon, which may no longer hold. */
const MAX_EARLY_GAP_MS = 30_000;
/** Polling starts at this part of the fastest known duration, since a task can be faster. */
const HEAD_START = 0.8;
/** After the usual end, the gap grows by this part of the time since then. */
const GAP_GROWTH = 0.15;
/** Random variation of a gap, so that many tasks aren't polled in step. */
const JITTER = 0.2;

/** The facts about one task. Times are milliseconds since the epoch. */
export interface PollFacts {
  submittedAt: number;
  /** Absent before the first poll. */
  lastAskedAt?: number | undefined;
  /** How long such tasks usually take, once enough are known. */
  usual?: Usual | undefined;
  /** The smallest gap between two calls for one group. */
  intervalMs: number;
  /** From 0 to 1. */
  random: number;
}

const gapAt = (elapsedMs: number, { usual, intervalMs, random }: PollFacts): number => {
  const late = usual ? Math.max(0, elapsedMs - usual.slowMs) : elapsedMs;
  const gap = Math.min(MAX_POLL_GAP_MS, Math.max(intervalMs, late * GAP_GROWTH));
  return gap === intervalMs ? gap : gap * (1 - JITTER + 2 * JITTER * random);
};

/**
 * When to poll a task: first when the fastest result could be there, often around the usual end, then less and less.
 */
export const nextAskAt = (facts: PollFacts): number => {
  const { submittedAt, lastAskedAt, usual, intervalMs } = facts;
  const begins = submittedAt + (usual?.fastestMs ?? 0) * HEAD_START;
  const before = lastAskedAt ?? submittedAt;
  const gap = lastAskedAt === undefined ? intervalMs : gapAt(lastAskedAt - submittedAt, facts);
  return Math.max(before + gap, Math.min(begins, before + MAX_EARLY_GAP_MS));
};

/** One task that may go into a call. */
export interface Candidate {
  taskId: string;
  askAt: number;
  /** It made a call fail, so it is polled alone. */
  alone: boolean;
}

/** So many of the candidates as are due next, in their order: sorting all of them would take long where there are very many. */
const nextOf = (candidates: readonly Candidate[], count: number): Candidate[] => {
  const next: Candidate[] = [];
  let last = Infinity;
  for (const candidate of candidates) {
    if (next.length === count && candidate.askAt >= last) continue;
    next.splice(next.findLastIndex(({ askAt }) => askAt <= candidate.askAt) + 1, 0, candidate);
    if (next.length > count) next.pop();
    last = next.at(-1)?.askAt ?? Infinity;
  }
  return next;
};

/**
 * The calls to make now: all due tasks, and the free places of the last call filled with those due next. So a group that fits
 * into one call is always polled as a whole.
 *
 * @returns Arrays of task ids, one for each call.
 */
export const planCalls = (candidates: readonly Candidate[], now: number, batchSize: number): string[][] => {
  const due = candidates.filter(({ alone, askAt }) => !alone && askAt <= now);
  due.sort((a, b) => a.askAt - b.askAt);
  const free = Math.ceil(due.length / batchSize) * batchSize - due.length;
  const later =
    free === 0
      ? []
      : nextOf(
          candidates.filter(({ alone, askAt }) => !alone && askAt > now),
          free,
        );
  const together = [...due, ...later].map(({ taskId }) => taskId);
  const calls = candidates.filter(({ alone, askAt }) => alone && askAt <= now).map(({ taskId }) => [taskId]);
  for (let start = 0; start < together.length; start += batchSize)
    calls.push(together.slice(start, start + batchSize));
  return calls;
};
