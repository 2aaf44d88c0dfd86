import type { Job, WaitingJob } from './job.ts';

/** Why a job may not go yet: as many of its person's or server's requests are under way as may be at the same time. */
export interface Held {
  by: 'person' | 'server';
  /** How many of them go or end before it may. */
  ahead: number;
}

/** How many jobs there are of each person or server. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }
}

/**
 * Which of the waiting jobs wait for others of their person or server, by job.
 *
 * @param order in which they go.
 * @param underWay the jobs that leave, left, or run.
 */
export const heldBack = (order: readonly WaitingJob[], underWay: readonly Job[]): Map<string, Held> => {
  const held = new Map<string, Held>();
  const before = new Counts();
  /** Of each server, without those that wait for others. */
  const going = new Counts();
  for (const { guildId, personId } of underWay)
    if (guildId !== undefined) {
      for (const key of [guildId, `${guildId} ${personId}`]) before.add(key);
      going.add(guildId);
    }
  for (const { id, guildId, personId, atOnce } of order) {
    if (guildId === undefined) continue;
    const { person = Infinity, server = Infinity } = atOnce ?? {};
    const ofPerson = `${guildId} ${personId}`;
    const own = before.of(ofPerson);
    if (own >= person) held.set(id, { by: 'person', ahead: own - person + 1 });
    else if (going.of(guildId) >= server)
      held.set(id, { by: 'server', ahead: before.of(guildId) - server + 1 });
    else going.add(guildId);
    for (const key of [guildId, ofPerson]) before.add(key);
  }
  return held;
};
