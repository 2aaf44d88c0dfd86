import type { Job } from './job.ts';

/**
 * The order in which jobs go: people in turn, each with their oldest job first, so that a person's long queue delays a
 * newcomer by one job.
 *
 * @param turns when each person last had a turn, in milliseconds since the epoch.
 */
export const inTurn = <J extends Pick<Job, 'id' | 'acceptedAt' | 'personId'>>(
  waiting: readonly J[],
  turns: ReadonlyMap<string, number>,
): J[] => {
  const people = new Map<string, [J, ...J[]]>();
  const byAge = [...waiting].sort((a, b) => a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1));
  for (const job of byAge) {
    const own = people.get(job.personId);
    if (own) own.push(job);
    else people.set(job.personId, [job]);
  }
  // A person joins the round with a first job, and joins it again with each turn.
  const joinedAt = ([first]: [J, ...J[]]) => Math.max(first.acceptedAt, turns.get(first.personId) ?? 0);
  const round = [...people.values()].sort((a, b) => joinedAt(a) - joinedAt(b));
  const longest = Math.max(0, ...round.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) => round.flatMap((own) => own[nth] ?? [])).flat();
};
