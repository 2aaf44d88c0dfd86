import { z } from 'zod';
import { factsOf, type Submission } from '../requests/families/index.ts';
import type { Store } from '../storage/store.ts';

/** How many of the newest durations are remembered: enough for a stable middle, few enough to follow a change. */
const MAX_SAMPLES = 50;
/** Fewer than this are chance. */
const MIN_SAMPLES = 3;
/** Fewer than this are a hint, which the next one may change. */
const MANY_SAMPLES = 10;

/** How long tasks of one kind take, in milliseconds. */
export interface DurationEstimate {
  /** Learned from no more than a handful of tasks. */
  isHint: boolean;
  fastestMs: number;
  /** The median. */
  usualMs: number;
  /** The 90th percentile. */
  slowMs: number;
}

/** Durations of one kind, in milliseconds, oldest first. */
export const durationsSchema = z.array(z.number());

/** How long a task takes depends on it. */
const estimateKeyOf = (submission: Submission): string => `${submission.family} ${factsOf(submission).kind}`;

/** The usual time of tasks that took these many milliseconds; undefined when there are too few to tell. */
const estimateOf = (durations: readonly number[]): DurationEstimate | undefined => {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  const [fastestMs, usualMs, slowMs] = [at(0), at(0.5), at(0.9)];
  if (sorted.length < MIN_SAMPLES || fastestMs === undefined || usualMs === undefined || slowMs === undefined)
    return undefined;
  return { isHint: sorted.length < MANY_SAMPLES, fastestMs, usualMs, slowMs };
};

/** Learns how long tasks take, and remembers it over restarts. */
export class Estimates {
  readonly #store: Store<number[]>;
  readonly #durations = new Map<string, number[]>();
  /** Kinds that are being written. What is learned meanwhile is stored with the next task of the kind. */
  readonly #writing = new Set<string>();

  constructor(store: Store<number[]>) {
    this.#store = store;
  }

  /** Reads what earlier runs and other processes learned. */
  async load(): Promise<void> {
    for (const [kind, durations] of await this.#store.entries()) this.#durations.set(kind, durations);
  }

  /** How long such a submission's task takes, if enough of its kind have been seen. */
  of(submission: Submission): DurationEstimate | undefined {
    return estimateOf(this.#durations.get(estimateKeyOf(submission)) ?? []);
  }

  /** Takes note of a task that succeeded after that many milliseconds. */
  async learn(submission: Submission, durationMs: number): Promise<void> {
    const kind = estimateKeyOf(submission);
    const durations = [...(this.#durations.get(kind) ?? []), durationMs].slice(-MAX_SAMPLES);
    this.#durations.set(kind, durations);
    if (this.#writing.has(kind)) return;
    this.#writing.add(kind);
    await this.#store.set(kind, durations).finally(() => this.#writing.delete(kind));
  }
}
