import type { Runtime } from '../operations/runtime.ts';
import {
  Calendar,
  periodOfDay,
  PERIODS,
  UTC,
  type LabelledSpan,
  type Period,
  type Span,
} from '../../lib/calendar.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Owner } from '../accounts/api-key-rows.ts';
import type { EndedJob, Job } from '../jobs/job.ts';
import type { Ledger } from '../jobs/ledger.ts';
import type { OpenJobs } from '../jobs/open-jobs.ts';
import { type Change, type Store, UnreadableError } from '../storage/store.ts';
import { ownersOf, sharedOwnerOf, type UsageOwner } from './owners.ts';
import {
  count,
  countedBy,
  countInPeriod,
  countsTowardLimits,
  doesCount,
  emptyPeriod,
  emptyTally,
  isPending,
  wasTaken,
  type Countable,
  type PeriodTally,
  type Tally,
} from './tally.ts';

/** Counts are kept for somewhat more than a year. */
export const RETENTION_DAYS = 400;
/** Limits ask for the present one; until its last job is closed. */
const PERIOD_RETENTION_DAYS = 62;
/** Adding up their days takes a quarter of a second in a large server, with each request. */
const LONGER_PERIODS = PERIODS.filter((period) => period !== 'day');

/** How many requests count toward limits in a period. */
export interface RequestCount {
  byPerson: number;
  byOwner: number;
  /** How many more requests than their limit the person may make. */
  granted: number;
  /** When the count starts again, milliseconds since the epoch. */
  resetsAt: number;
}

/** Open jobs of a time that count. */
export const countingIn = (
  { startsAt, endsAt }: Span,
  open: readonly Job[],
  counts: typeof wasTaken,
): Job[] =>
  open.filter((job) => job.acceptedAt >= startsAt && job.acceptedAt < endsAt && doesCount(job, counts));

const lockOf = (owner: UsageOwner): string => `usage ${owner.id}`;
/** @param label a period's. */
const keyOf = (owner: UsageOwner, label: string): string => `${owner.id} ${label}`;

/**
 * Counts the outcomes of every owner's jobs by day, person and family. Closed jobs are counted by the commit that closes them,
 * open ones out of memory.
 */
export class Usage implements Ledger {
  /** By time zone. */
  readonly #calendars = new Map<string, Calendar>();

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'log'>,
    private readonly store: Store<Tally>,
    private readonly periods: Store<PeriodTally>,
    /** The jobs that are not closed: they count by themselves. */
    private readonly openJobs: Pick<OpenJobs, 'all'>,
    /** The locks under which jobs are closed. */
    private readonly closing: KeyedMutex,
    /** Stores a count outside of a job. */
    private readonly write: (changes: readonly Change[]) => Promise<void>,
    private readonly settings: { of: (guildId: string) => Promise<{ timeZone: string }> },
  ) {}

  locks(job: Job): string[] {
    return ownersOf(job).map(lockOf);
  }

  async changes(job: EndedJob, by: 1 | -1): Promise<Change[]> {
    return (await Promise.all(ownersOf(job).map((owner) => this.#counting(owner, job, by)))).flat();
  }

  /** How many requests of a person and an owner count in the present period. */
  async countIn(period: Period, owner: UsageOwner, personId: string): Promise<RequestCount> {
    const span = (await this.#calendarOf(owner)).periodOf(period, this.runtime.clock.now());
    return this.closing.run([lockOf(owner)], async () => {
      const today = period === 'day' ? await this.#tally(owner, span.label) : undefined;
      const { people: closed } = today
        ? { people: countedBy(today) }
        : ((await this.periods.get(keyOf(owner, span.label))) ?? emptyPeriod());
      const open = countingIn(span, this.#openOf(owner), countsTowardLimits);
      return {
        byPerson: (closed[personId] ?? 0) + open.filter((job) => job.personId === personId).length,
        byOwner: Object.values(closed).reduce((sum, counted) => sum + counted, open.length),
        granted: today?.people[personId]?.granted ?? 0,
        resetsAt: span.endsAt,
      };
    });
  }

  /**
   * How many of an owner's requests of today the service took, or may have, and those in progress.
   * @param accountId those of this account alone.
   */
  async takenToday(owner: UsageOwner, accountId?: string): Promise<{ used: number; resetsAt: number }> {
    const day = await this.today(owner);
    const isMeant = (id: string) => accountId === undefined || id === accountId;
    return this.closing.run([lockOf(owner)], async () => {
      const { accounts } = await this.#tally(owner, day.label);
      const closed = Object.entries(accounts).filter(([id]) => isMeant(id));
      const open = countingIn(day, this.#openOf(owner), wasTaken).filter(({ account }) =>
        isMeant(account.id),
      );
      return { used: closed.reduce((sum, [, taken]) => sum + taken, open.length), resetsAt: day.endsAt };
    });
  }

  /** The same of all that the operator's key paid for, by UTC days. */
  sharedToday(owner: Owner): Promise<{ used: number; resetsAt: number }> {
    return this.takenToday(sharedOwnerOf(owner));
  }

  /** How many requests of each of these servers were taken this month, but for those in progress. */
  async takenThisMonth(guildIds: readonly string[]): Promise<number[]> {
    const { label } = this.#calendarIn(UTC).periodOf('month', this.runtime.clock.now());
    const months = await this.periods.getMany(guildIds.map((id) => keyOf({ id }, label)));
    return months.map((month) => month?.taken ?? 0);
  }

  /** How many requests admins have added to people's limits of today. */
  async granted(owner: UsageOwner): Promise<{ personId: string; count: number }[]> {
    const { people } = await this.#tally(owner, (await this.today(owner)).label);
    return Object.entries(people).flatMap(([personId, { granted: count = 0 }]) =>
      count > 0 ? [{ personId, count }] : [],
    );
  }

  /** Adds requests to a person's limit of today, instead of what was added before. */
  async grant(owner: UsageOwner, personId: string, granted: number): Promise<void> {
    const { label } = await this.today(owner);
    await this.closing.run([lockOf(owner)], async () => {
      const tally = await this.#tally(owner, label);
      const people = { ...tally.people, [personId]: { ...tally.people[personId], granted } };
      await this.write([
        this.store.setting(keyOf(owner, label), { ...tally, people }, RETENTION_DAYS * DAY_MS),
      ]);
    });
  }

  /** How many of an owner's requests are under way. */
  pending(owner: UsageOwner): number {
    return this.#openOf(owner).filter(isPending).length;
  }

  /** The owner's present day. */
  async today(owner: UsageOwner): Promise<LabelledSpan> {
    return (await this.#calendarOf(owner)).periodOf('day', this.runtime.clock.now());
  }

  /** The owner's counts on some days. */
  async days(owner: UsageOwner, labels: readonly string[]): Promise<Tally[]> {
    const calendar = await this.#calendarOf(owner);
    return this.closing.run([lockOf(owner)], async () => {
      const tallies = await this.store.getMany(labels.map((label) => keyOf(owner, label)));
      const open = this.#openOf(owner).map((job) => ({ job, day: calendar.labelOf(job.acceptedAt) }));
      return labels.map((label, index) =>
        open
          .filter(({ day }) => day === label)
          .reduce((tally, { job }) => count(tally, job), tallies[index] ?? emptyTally()),
      );
    });
  }

  async #counting(owner: UsageOwner, job: Countable, by: 1 | -1): Promise<Change[]> {
    const calendar = await this.#calendarForCounting(owner);
    const label = calendar.labelOf(job.acceptedAt);
    const inDay = async () => {
      const counted = count(await this.#tally(owner, label), job, by);
      return this.store.setting(keyOf(owner, label), counted, RETENTION_DAYS * DAY_MS);
    };
    const inPeriod = async (period: Period) => {
      const key = keyOf(owner, periodOfDay(period, label));
      const counted = countInPeriod((await this.periods.get(key)) ?? emptyPeriod(), job, by);
      return this.periods.setting(key, counted, PERIOD_RETENTION_DAYS * DAY_MS);
    };
    const hasLimits = owner.guildId !== undefined && owner.isInUtc !== true;
    return Promise.all([inDay(), ...(hasLimits ? LONGER_PERIODS.map(inPeriod) : [])]);
  }

  /** The calendar by which an owner's days begin. */
  async #calendarOf({ guildId, isInUtc = false }: UsageOwner): Promise<Calendar> {
    return this.#calendarIn(
      guildId === undefined || isInUtc ? UTC : (await this.settings.of(guildId)).timeZone,
    );
  }

  /** The same, but UTC where the time zone can't be read: those jobs could never be closed otherwise. */
  async #calendarForCounting(owner: UsageOwner): Promise<Calendar> {
    try {
      return await this.#calendarOf(owner);
    } catch (error) {
      if (error instanceof UnreadableError) return this.#calendarIn(UTC);
      throw error;
    }
  }

  #calendarIn(timeZone: string): Calendar {
    const calendar = this.#calendars.get(timeZone) ?? new Calendar(timeZone);
    this.#calendars.set(timeZone, calendar);
    return calendar;
  }

  async #tally(owner: UsageOwner, label: string): Promise<Tally> {
    return (await this.store.get(keyOf(owner, label))) ?? emptyTally();
  }

  #openOf(owner: UsageOwner): Job[] {
    const isOwners = (job: Job) => ownersOf(job).some(({ id }) => id === owner.id);
    return [...this.openJobs.all()].filter(isOwners);
  }
}
