import type { JobFacts } from './job-facts.ts';
import type { Day } from '../../lib/calendar.ts';
import { outcomeOf, usedBy, usedByAccount, usedByAll, uses, type Tally } from './tally.ts';

/** How much of what limits speak of is used up at a moment. Times are milliseconds since the epoch. */
export interface Use {
  /** Of today. */
  byPerson: number;
  byOwner: number;
  /** By the account's fingerprint. */
  byAccount: (accountId: string) => number;
  /** Jobs that have not ended. */
  openOfPerson: number;
  openOfOwner: number;
  /** When today's counts reset. */
  resetsAt: number;
}

/** All from which a {@link Use} follows. */
export interface UseFacts {
  day: Day;
  today: Tally;
  /** The owner's jobs that are not closed. */
  open: readonly JobFacts[];
}

/** Whether a job uses up a place: one that waits has reserved it, and one that was taken or may have been keeps it. */
const reserves = (job: JobFacts): boolean =>
  job.state === 'waiting' || job.state === 'submitting' || uses(outcomeOf(job));

/** Whether a job has an outcome that stays. */
export const hasEnded = (job: JobFacts): boolean => job.state !== 'running' && outcomeOf(job) !== undefined;

/** Whether a job waits, is being submitted, or runs. */
export const isPending = ({ state }: JobFacts): boolean =>
  state === 'waiting' || state === 'submitting' || state === 'running';

/** How many places an open job uses beyond the counted ones: 1 when it isn't counted yet. */
const uncounted = (job: JobFacts, { day, today }: UseFacts): number => {
  const counted = today.open[job.id];
  const isToday = job.acceptedAt >= day.startsAt && job.acceptedAt < day.endsAt;
  return counted !== undefined || isToday ? Number(reserves(job)) - Number(uses(counted)) : 0;
};

/** What a person and the owner have used: counted jobs, and reservations of open ones. */
export const useOf = (personId: string, facts: UseFacts): Use => {
  const { day, today, open } = facts;
  const own = open.filter((job) => job.personId === personId);
  const add = (jobs: readonly JobFacts[]) => jobs.reduce((sum, job) => sum + uncounted(job, facts), 0);
  return {
    byPerson: usedBy(today, personId) + add(own),
    byOwner: usedByAll(today) + add(open),
    byAccount: (id) => usedByAccount(today, id) + add(open.filter(({ account }) => account.id === id)),
    openOfPerson: own.filter(isPending).length,
    openOfOwner: open.filter(isPending).length,
    resetsAt: day.endsAt,
  };
};
