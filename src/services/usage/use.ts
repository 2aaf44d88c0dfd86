import type { Day } from '../../lib/calendar.ts';
import type { Job } from '../jobs/job.ts';
import { outcomeOf, usedBy, usedByAccount, usedByAll, uses, type Tally } from './tally.ts';

/** How much of what limits speak of is used up at a moment. */
export interface Use {
  /** Of today. */
  byPerson: number;
  byOwner: number;
  /** By the account's fingerprint. */
  byAccount: (accountId: string) => number;
  /** Jobs that have not ended. */
  openOfOwner: number;
  /** When today's counts reset, milliseconds since the epoch. */
  resetsAt: number;
}

/** All from which a {@link Use} follows. */
export interface UseFacts {
  day: Day;
  /** The owner's closed jobs of today. */
  today: Tally;
  /** The owner's jobs that are not closed. */
  open: readonly Job[];
}

/** Whether a job waits, is being submitted, or runs. */
export const isPending = ({ state }: Job): boolean =>
  state === 'waiting' || state === 'submitting' || state === 'running';

/** What a person and the owner have used: closed jobs, and open ones, which reserve their place until they end. */
export const useOf = (personId: string, { day, today, open }: UseFacts): Use => {
  const used = open.filter(
    (job) =>
      job.acceptedAt >= day.startsAt &&
      job.acceptedAt < day.endsAt &&
      (isPending(job) || uses(outcomeOf(job))),
  );
  const own = (jobs: readonly Job[]) => jobs.filter((job) => job.personId === personId).length;
  return {
    byPerson: usedBy(today, personId) + own(used),
    byOwner: usedByAll(today) + used.length,
    byAccount: (id) => usedByAccount(today, id) + used.filter(({ account }) => account.id === id).length,
    openOfOwner: open.filter(isPending).length,
    resetsAt: day.endsAt,
  };
};
