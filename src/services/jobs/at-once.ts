import type { Job, WaitingJob } from './job.ts';

/** Why a job may not go yet: as many of its person's or server's requests are under way as may be at the same time. */
export interface Held {
  by: 'person' | 'server';
  /** How many of them go or end before it may. */
  ahead: number;
}

type Counts = Map<string, number>;

const countOf = (counts: Counts, key: string): number => counts.get(key) ?? 0;

const add = (counts: Counts, ...keys: string[]): void => {
  for (const key of keys) counts.set(key, countOf(counts, key) + 1);
};

/**
 * Which of the waiting jobs wait for others of their person or server, by job.
 *
 * @param order in which they go.
 * @param underWay the jobs that leave, left, or run.
 */
export const heldBack = (order: readonly WaitingJob[], underWay: readonly Job[]): Map<string, Held> => {
  const held = new Map<string, Held>();
  /** Of each person there and each server: what goes or ends before. */
  const before: Counts = new Map();
  /** Of each server, without those that wait for others. */
  const going: Counts = new Map();
  for (const { guildId, personId } of underWay)
    if (guildId !== undefined) {
      add(before, guildId, `${guildId} ${personId}`);
      add(going, guildId);
    }
  for (const { id, guildId, personId, atOnce } of order) {
    if (guildId === undefined) continue;
    const { person = Infinity, server = Infinity } = atOnce ?? {};
    const ofPerson = `${guildId} ${personId}`;
    const earlier = countOf(before, ofPerson);
    if (earlier >= person) held.set(id, { by: 'person', ahead: earlier - person + 1 });
    else if (countOf(going, guildId) >= server)
      held.set(id, { by: 'server', ahead: countOf(before, guildId) - server + 1 });
    else add(going, guildId);
    add(before, guildId, ofPerson);
  }
  return held;
};
