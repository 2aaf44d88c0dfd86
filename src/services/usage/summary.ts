import { byFamily, type Family } from '../requests/families/index.ts';
import { addUpDurations, durationAt } from './durations.ts';
import { OUTCOMES, takenOf, type Counts, type Tally } from './tally.ts';

/** The counts of one or several days. */
export interface Sum {
  families: Record<Family, Counts>;
  all: Counts;
}

const addUp = (all: readonly (Counts | undefined)[]): Counts => {
  const sum: Counts = {};
  for (const counts of all)
    for (const outcome of OUTCOMES) {
      const more = counts?.[outcome] ?? 0;
      if (more > 0) sum[outcome] = (sum[outcome] ?? 0) + more;
    }
  return sum;
};

/** Adds days up: one person's jobs, or all people's. */
export const sumOf = (tallies: readonly Tally[], personId?: string): Sum => {
  const people = tallies.flatMap((tally) =>
    personId === undefined ? Object.values(tally.people) : (tally.people[personId] ?? []),
  );
  const families = byFamily((family) => addUp(people.map((person) => person[family])));
  return { families, all: addUp(Object.values(families)) };
};

/** How many jobs came to nothing though the service took them, or may have. */
export const lostOf = ({ failed = 0, timedOut = 0, unknown = 0 }: Counts): number =>
  failed + timedOut + unknown;

/** Which share of the jobs that ended succeeded, from 0 to 1; undefined when none has ended. */
export const successRate = (counts: Counts): number | undefined => {
  const succeeded = counts.succeeded ?? 0;
  const ended = succeeded + lostOf(counts);
  return ended === 0 ? undefined : succeeded / ended;
};

/** A share from 0 to 1 as a whole percentage. Only none of it is 0, and only all of it is 100; next to these: "<1", ">99". */
export const percentOf = (share: number): string => {
  if (share > 0 && share < 0.005) return '<1';
  if (share < 1 && share >= 0.995) return '>99';
  return String(Math.round(share * 100));
};

/** The people whose jobs the service took, the most first. */
export const peopleOf = (tallies: readonly Tally[]): { personId: string; taken: number }[] => {
  const ids = new Set(tallies.flatMap(({ people }) => Object.keys(people)));
  return [...ids]
    .map((personId) => ({ personId, taken: takenOf(sumOf(tallies, personId).all) }))
    .filter(({ taken }) => taken > 0)
    .sort((a, b) => b.taken - a.taken || (a.personId < b.personId ? -1 : 1));
};

/** The median and 90th percentile of a family's durations, in milliseconds. */
export const usualTimes = (
  tallies: readonly Tally[],
  family: Family,
): { usualMs: number; slowMs: number } | undefined => {
  const durations = addUpDurations(tallies.map((tally) => tally.durations[family] ?? {}));
  const [usualMs, slowMs] = [durationAt(durations, 0.5), durationAt(durations, 0.9)];
  return usualMs === undefined || slowMs === undefined ? undefined : { usualMs, slowMs };
};
