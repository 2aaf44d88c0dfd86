import { z } from 'zod';

/** Each bucket is 10 % wider than the one before, so that values are at most 5 % off. */
const STEP = Math.log(1.1);

/** How many tasks took how long: counts by bucket, which can be added up over days. */
export const durationsSchema = z.record(z.string(), z.int().min(1));
export type Durations = z.infer<typeof durationsSchema>;

const bucketOf = (milliseconds: number): string =>
  String(Math.round(Math.log(Math.max(1, milliseconds)) / STEP));

/** The same with one more duration, or with one less. In milliseconds. */
export const addDuration = (durations: Durations, milliseconds: number, by: 1 | -1): Durations => {
  const bucket = bucketOf(milliseconds);
  const { [bucket]: before = 0, ...others } = durations;
  return before + by > 0 ? { ...others, [bucket]: before + by } : others;
};

/** All of them together. */
export const addUpDurations = (all: readonly Durations[]): Durations => {
  const sum: Durations = {};
  for (const durations of all)
    for (const [bucket, count] of Object.entries(durations)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
};

/**
 * The duration within which a share of the tasks was done, in milliseconds; undefined when there are none.
 *
 * @param share from 0 to 1.
 */
export const durationAt = (durations: Durations, share: number): number | undefined => {
  const buckets = Object.entries(durations)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  const wanted = share * buckets.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { bucket, count } of buckets) {
    seen += count;
    if (seen >= wanted) return Math.exp(bucket * STEP);
  }
  return undefined;
};
