import type { Usual } from './estimates.ts';

/** However old a task is, it is asked for this often. */
export const MAX_POLL_GAP_MS = 15_000;
/** A task can be faster than any that was seen; asking starts this much before the fastest. */
const HEAD_START = 0.8;
/** Beyond the usual end the gap grows with the time that has passed since. */
const GAP_GROWTH = 0.15;
/** The part of a gap that chance may add or take, so that many tasks don't fall into step. */
const JITTER = 0.2;

/** What the plan knows of one task. Times are milliseconds since the epoch. */
export interface PollFacts {
  submittedAt: number;
  /** Absent when the task has not been asked for yet. */
  lastAskedAt?: number | undefined;
  /** How long such tasks take, once enough of them have been seen. */
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
 * When to ask for a task: not before the fastest answer can be there, often around the time at which such tasks usually
 * end, then slower and slower.
 */
export const nextAskAt = (facts: PollFacts): number => {
  const { submittedAt, lastAskedAt, usual, intervalMs } = facts;
  const earliest = submittedAt + Math.max(intervalMs, (usual?.fastestMs ?? 0) * HEAD_START);
  if (lastAskedAt === undefined) return earliest;
  return Math.max(earliest, lastAskedAt + gapAt(lastAskedAt - submittedAt, facts));
};

/** One task that may go into a call. */
export interface Candidate {
  taskId: string;
  askAt: number;
  /** A call that contained it was refused: it is asked alone. */
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
 * The calls to make now: every task that is due, and the free places of the last call filled with those that would be
 * due next. A group that fits into one call is thus always asked whole.
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
