import type { Span } from '../../lib/calendar.ts';
import type { Job } from '../jobs/job.ts';
import { outcomeOf, usedBy, usedByAccount, usedByAll, uses, type Tally } from './tally.ts';

/** How much a person and the owner have used in a day or a month, and when that resets, in milliseconds since the epoch. */
export interface Used {
  byPerson: number;
  byOwner: number;
  resetsAt: number;
}

/** How much of what limits speak of is used up at a moment; of today. */
export interface Use extends Used {
  /** How many more requests than their limit the person may make. */
  granted: number;
  /** By the account's fingerprint. */
  byAccount: (accountId: string) => number;
  /** Jobs that have not ended. */
  openOfOwner: number;
}

/** All from which a {@link Used} follows. */
export interface UsedFacts {
  span: Span;
  /** The owner's closed jobs of it. */
  tallies: readonly Tally[];
  /** The owner's jobs that are not closed. */
  open: readonly Job[];
}

/** Whether a job waits, is being submitted, or runs. */
export const isPending = ({ state }: Job): boolean =>
  state === 'waiting' || state === 'submitting' || state === 'running';

const usingIn = ({ startsAt, endsAt }: Span, open: readonly Job[]): Job[] =>
  open.filter(
    (job) =>
      job.acceptedAt >= startsAt && job.acceptedAt < endsAt && (isPending(job) || uses(outcomeOf(job))),
  );

/** What a person and the owner have used: closed jobs, and open ones, which reserve their place until they end. */
export const usedIn = (personId: string, { span, tallies, open }: UsedFacts): Used => {
  const used = usingIn(span, open);
  const sum = (count: (tally: Tally) => number) => tallies.reduce((total, tally) => total + count(tally), 0);
  return {
    byPerson:
      sum((tally) => usedBy(tally, personId)) + used.filter((job) => job.personId === personId).length,
    byOwner: sum(usedByAll) + used.length,
    resetsAt: span.endsAt,
  };
};

/** The same of today, with what concerns today alone. */
export const useOf = (
  personId: string,
  { day, today, open }: { day: Span; today: Tally; open: readonly Job[] },
): Use => ({
  ...usedIn(personId, { span: day, tallies: [today], open }),
  granted: today.people[personId]?.granted ?? 0,
  byAccount: (id) =>
    usedByAccount(today, id) + usingIn(day, open).filter(({ account }) => account.id === id).length,
  openOfOwner: open.filter(isPending).length,
});
