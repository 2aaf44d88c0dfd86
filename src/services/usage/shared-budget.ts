import type { Runtime } from '../operations/runtime.ts';
import { z } from 'zod';
import { Calendar, monthOfDay, periodOfDay, PERIODS, UTC, type Period } from '../../lib/calendar.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { UserError } from '../../lib/user-error.ts';
import { isShared, type Account } from '../accounts/account.ts';
import type { EndedJob, Job } from '../jobs/job.ts';
import type { JobEvents } from '../jobs/events.ts';
import type { Ledger } from '../jobs/ledger.ts';
import type { OpenJobs } from '../jobs/open-jobs.ts';
import type { Lease } from '../storage/lease.ts';
import type { Change, Store } from '../storage/store.ts';
import { outcomeOf, wasTaken } from './tally.ts';
import { countingIn } from './usage.ts';

/** UTC day → how many requests on the operator's key were taken in a month. */
export const spentSchema = z.record(z.string(), z.int().min(0));
type Spent = z.infer<typeof spentSchema>;

/** Until the last job of the month is closed. */
const RETENTION_DAYS = 62;
const LOCK = 'shared budget';

/** How much of a total is used, and when it starts again, milliseconds since the epoch. A limit of 0: there is none. */
export interface Total {
  used: number;
  limit: number;
  resetsAt: number;
}

/** What the operator's key pays for in all servers together, by UTC days. It counts only where there is a total. */
export class SharedBudget implements Ledger {
  readonly #calendar = new Calendar(UTC);

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'log'>,
    /** How many requests the operator's key pays for in all; 0 for any number. */
    private readonly limits: Readonly<Partial<Record<Period, number>>>,
    private readonly lease: Pick<Lease, 'part'>,
    /** Month and part → what jobs of that part have used: each process writes its own row. */
    private readonly store: Store<Spent>,
    private readonly openJobs: Pick<OpenJobs, 'all'>,
    /** The locks under which jobs are closed. */
    private readonly closing: KeyedMutex,
    private readonly events: JobEvents,
  ) {}

  locks({ account }: Job): string[] {
    return this.#isLimited && isShared(account) ? [LOCK] : [];
  }

  async changes(job: EndedJob, by: 1 | -1): Promise<Change[]> {
    if (!this.#isLimited || !isShared(job.account) || !wasTaken(outcomeOf(job))) return [];
    const day = this.#calendar.labelOf(job.acceptedAt);
    const key = `${monthOfDay(day)} ${this.lease.part}`;
    const spent = (await this.store.get(key)) ?? {};
    const counted = { ...spent, [day]: Math.max(0, (spent[day] ?? 0) + by) };
    return [this.store.setting(key, counted, RETENTION_DAYS * DAY_MS)];
  }

  /**
   * Accepts requests if the operator's key may still pay for all of them, or doesn't pay.
   *
   * @throws UserError shared-key-limit, and what `accept` throws.
   */
  async within<T>(
    account: Account,
    { guildId, requests }: { guildId?: string | undefined; requests: readonly unknown[] },
    accept: () => T | Promise<T>,
  ): Promise<T> {
    if (!this.#isLimited || !isShared(account)) return accept();
    // Nothing is accepted between a look at what is left and an acceptance.
    return this.closing.run([LOCK], async () => {
      const totals = await this.#count();
      for (const period of PERIODS.toReversed()) {
        const { limit, used, resetsAt } = totals[period];
        if (limit === 0 || used + requests.length <= limit) continue;
        this.runtime.log.repeated(
          'warn',
          "a total of the operator's key is reached: its requests are refused",
          {
            period,
          },
        );
        this.events.emit('totalReached', period);
        throw new UserError('shared-key-limit', { period, resetsAt, inServer: guildId !== undefined });
      }
      return accept();
    });
  }

  /** What is used of the totals: by closed jobs of all processes, and by open ones of this one. */
  spent(): Promise<Record<Period, Total>> {
    return this.closing.run([LOCK], () => this.#count());
  }

  async #count(): Promise<Record<Period, Total>> {
    const days = (await this.store.entries()).flatMap(([, spent]) => Object.entries(spent));
    const open = [...this.openJobs.all()].filter(({ account }) => isShared(account));
    const totalOf = (period: Period): Total => {
      const span = this.#calendar.periodOf(period, this.runtime.clock.now());
      const closed = days.filter(([day]) => periodOfDay(period, day) === span.label);
      const used = closed.reduce((sum, [, count]) => sum + count, countingIn(span, open, wasTaken).length);
      return { used, limit: this.limits[period] ?? 0, resetsAt: span.endsAt };
    };
    return { day: totalOf('day'), month: totalOf('month') };
  }

  get #isLimited(): boolean {
    return Object.values(this.limits).some((limit) => limit > 0);
  }
}
