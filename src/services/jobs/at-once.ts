import type { Job, WaitingJob } from './job.ts';

/** Why a job may not go yet: as many of its person's or server's requests are under way as may be at the same time. */
export interface Held {
  by: 'person' | 'server';
  /** How many of them go or end before it may. */
  ahead: number;
}

const isOfServer = (job: Job, other: Job): boolean =>
  job.guildId !== undefined && job.guildId === other.guildId;

/**
 * Which of the waiting jobs wait for others of their person or server, by job.
 *
 * @param order in which they go.
 * @param underWay the jobs that leave, left, or run.
 */
export const heldBack = (order: readonly WaitingJob[], underWay: readonly Job[]): Map<string, Held> => {
  const held = new Map<string, Held>();
  const ready: WaitingJob[] = [];
  const ofServer = (jobs: readonly Job[], job: Job) => jobs.filter((other) => isOfServer(job, other));
  const ofPerson = (jobs: readonly Job[], job: Job) =>
    ofServer(jobs, job).filter(({ personId }) => personId === job.personId).length;
  for (const [index, job] of order.entries()) {
    const { person = Infinity, server = Infinity } = job.atOnce ?? {};
    const before = order.slice(0, index);
    const own = job.atOnce ? ofPerson(underWay, job) + ofPerson(before, job) : 0;
    const servers = job.atOnce ? ofServer(underWay, job).length : 0;
    if (own >= person) held.set(job.id, { by: 'person', ahead: own - person + 1 });
    else if (servers + ofServer(ready, job).length >= server)
      held.set(job.id, { by: 'server', ahead: servers + ofServer(before, job).length - server + 1 });
    else ready.push(job);
  }
  return held;
};
