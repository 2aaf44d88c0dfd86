import type { Span } from '../../lib/calendar.ts';
import type { Job } from '../jobs/job.ts';
import { outcomeOf, usedBy, usedByAccount, usedByAll, uses, type MonthTally, type Tally } from './tally.ts';

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

/** Whether a job waits, is being submitted, or runs. */
export const isPending = ({ state }: Job): boolean =>
  state === 'waiting' || state === 'submitting' || state === 'running';

const usingIn = ({ startsAt, endsAt }: Span, open: readonly Job[]): Job[] =>
  open.filter(
    (job) =>
      job.acceptedAt >= startsAt && job.acceptedAt < endsAt && (isPending(job) || uses(outcomeOf(job))),
  );

/** What was used by closed jobs and by open ones, which reserve their place until they end. */
const withOpen = (
  personId: string,
  closed: Pick<Used, 'byPerson' | 'byOwner'>,
  { span, open }: { span: Span; open: readonly Job[] },
): Used => {
  const used = usingIn(span, open);
  return {
    byPerson: closed.byPerson + used.filter((job) => job.personId === personId).length,
    byOwner: closed.byOwner + used.length,
    resetsAt: span.endsAt,
  };
};

/** What a person and the owner have used in a month. */
export const monthUseOf = (
  personId: string,
  { month, tally, open }: { month: Span; tally: MonthTally; open: readonly Job[] },
): Used => {
  const byOwner = Object.values(tally).reduce((sum, used) => sum + used, 0);
  return withOpen(personId, { byPerson: tally[personId] ?? 0, byOwner }, { span: month, open });
};

/** What a person and the owner have used today. */
export const useOf = (
  personId: string,
  { day, today, open }: { day: Span; today: Tally; open: readonly Job[] },
): Use => ({
  ...withOpen(
    personId,
    { byPerson: usedBy(today, personId), byOwner: usedByAll(today) },
    { span: day, open },
  ),
  granted: today.people[personId]?.granted ?? 0,
  byAccount: (id) =>
    usedByAccount(today, id) + usingIn(day, open).filter(({ account }) => account.id === id).length,
  openOfOwner: open.filter(isPending).length,
});
