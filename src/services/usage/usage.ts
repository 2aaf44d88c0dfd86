import pLimit from 'p-limit';
import type { Clock } from '../../lib/clock.ts';
import { retry } from '../../lib/retry.ts';
import type { Log } from '../operations/log.ts';
import { type Change, type Store, StorageClosedError, StorageFencedError } from '../storage/store.ts';
import type { JobObserver } from '../jobs/events.ts';
import { OpenWork, type JobFacts } from './job-facts.ts';
import type { Day } from '../../lib/calendar.ts';
import { Calendars } from './calendars.ts';
import { ownerOf, type OwnersOf, type UsageOwner } from './owners.ts';
import { Tallies } from './tallies.ts';
import { withRunning, type Countable, type Tally } from './tally.ts';
import { hasEnded, isPending, useOf, type Use } from './use.ts';

/** Changes within this time are written together: the tally of a busy server takes milliseconds to write. */
const GATHER_MS = 100;
/** Owners whose days are read and written at a time: after a start there may be thousands. */
const COUNTED_TOGETHER = 50;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;

export interface UsageOptions {
  store: Store<Tally>;
  /** Stores counts; rejects with a {@link StorageFencedError} when another process has taken over. */
  write: (change: Change, guildId: string | undefined) => Promise<void>;
  /** The time zone by which a server's days begin. */
  timeZoneOf: (guildId: string) => Promise<string>;
  /** By default the requester. */
  ownersOf?: OwnersOf | undefined;
  clock: Clock;
  log: Log;
}

/** Remaining counts are left to the next start, or to the process that has taken over. */
const isOver = (error: unknown): boolean =>
  error instanceof StorageClosedError || error instanceof StorageFencedError;

/**
 * Counts the outcomes of every owner's jobs by day, person and family.
 *
 * A job that has not ended is a reservation, which is derived from the open jobs and needs no write. When it ends, it is counted
 * in the day's tally; when it is asked about again and ends otherwise, it moves to that outcome. All of this happens before the
 * job leaves the open set, and a repeated report is recognised, so a crash at any moment neither loses nor doubles a job.
 */
export class Usage {
  readonly #options: UsageOptions;
  readonly #ownersOf: OwnersOf;
  readonly #tallies: Tallies;
  readonly #open = new OpenWork();
  readonly #calendars: Calendars;
  /** Jobs to count, by owner and job. */
  readonly #due = new Map<string, Map<string, Countable>>();
  readonly #limit = pLimit(COUNTED_TOGETHER);
  /** While more may become due that is counted together. */
  #gathering: Promise<void> | undefined;
  #refusals = 0;
  /** Owners of jobs that the last process may have left uncounted. */
  readonly #unchecked = new Map<string, UsageOwner>();
  /** Owners for whom something is due. */
  readonly #counting = new Map<string, UsageOwner>();

  constructor(options: UsageOptions) {
    this.#options = options;
    this.#ownersOf = options.ownersOf ?? ((job) => [ownerOf(job)]);
    this.#tallies = new Tallies(options.store);
    this.#calendars = new Calendars(options.timeZoneOf);
  }

  readonly observer: JobObserver = {
    accepting: (job) => {
      this.reserve(job);
    },
    notAccepted: (job) => {
      this.release(job);
    },
    withdrawn: (job) => {
      this.release(job);
    },
    taken: (job) => {
      this.reserve(job);
    },
    ended: (job) => {
      this.record(job);
    },
    closing: (job) => this.settle(job),
    closed: (job) => {
      this.release(job);
    },
    takenUp: (jobs) => {
      this.takeUp(jobs);
    },
  };

  /** The job is accepted, and has reserved its place; or the service has taken it, and it keeps that place. */
  reserve(job: JobFacts): void {
    for (const { id } of this.#ownersOf(job)) this.#open.set(id, job);
  }

  /** The job was not stored, was withdrawn before it left, or is closed: it has no reservation any more. */
  release(job: JobFacts): void {
    for (const { id } of this.#ownersOf(job)) this.#open.delete(id, job.id);
  }

  /** The job ended: it will be counted soon. */
  record(job: JobFacts): void {
    for (const owner of this.#ownersOf(job)) {
      this.#open.set(owner.id, job);
      this.#addDue(owner, job);
    }
  }

  /** A request was declined for want of quota before it became a job. */
  refused({ personId, guildId, submission }: Pick<JobFacts, 'personId' | 'guildId' | 'submission'>): void {
    const acceptedAt = this.#options.clock.now();
    const id = `refused ${(this.#refusals += 1)}`;
    const owner = ownerOf({ personId, ...(guildId !== undefined && { guildId }) });
    const failure = { kind: 'quota' } as const;
    this.#addDue(owner, { id, personId, submission, acceptedAt, state: 'failed', failure });
  }

  /** Resolves once a job's outcome is stored. */
  async settle(job: JobFacts): Promise<void> {
    for (const owner of this.#ownersOf(job)) {
      void this.#check(owner);
      if (this.#due.get(owner.id)?.has(job.id) === true) await this.#count(owner);
    }
  }

  /** The jobs that were open when the last process ended. Called first. */
  takeUp(jobs: readonly JobFacts[]): void {
    this.#tallies.forget();
    for (const job of jobs) {
      this.reserve(job);
      if (hasEnded(job)) for (const owner of this.#ownersOf(job)) this.#unchecked.set(owner.id, owner);
    }
    void this.#countUnchecked();
  }

  /** How much of today is used up, and when that changes. */
  async use(owner: UsageOwner, personId: string): Promise<Use> {
    const day = await this.today(owner);
    const today = await this.#tallies.get(owner.id, day.label);
    // No await from here on, so that the counts and the open jobs belong to the same moment.
    return useOf(personId, { day, today, open: this.#open.of(owner.id) });
  }

  /** The owner's requests in progress. */
  pending(owner: UsageOwner): JobFacts[] {
    return this.#open.of(owner.id).filter(isPending);
  }

  /** The owner's present day. */
  async today(owner: UsageOwner): Promise<Day> {
    return (await this.#calendars.of(owner)).dayOf(this.#options.clock.now());
  }

  /** The owner's counts on some days. */
  async days(owner: UsageOwner, labels: readonly string[]): Promise<Tally[]> {
    void this.#check(owner);
    if (this.#due.has(owner.id)) await this.#count(owner);
    const calendar = await this.#calendars.of(owner);
    const tallies = await this.#tallies.getMany(owner.id, labels);
    const running = this.#open.of(owner.id).filter(({ state }) => state === 'running');
    return withRunning(tallies, labels, running, (at) => calendar.labelOf(at));
  }

  /** Counts all due jobs before the end. If that fails, the next start does it. */
  async flush(): Promise<void> {
    for (const owner of this.#unchecked.values()) void this.#check(owner);
    const counting = [...this.#counting.values()].map((owner) =>
      this.#limit(() => this.#count(owner)).catch((error: unknown) => {
        if (!isOver(error)) this.#options.log.error("couldn't count usage", { ownerId: owner.id, error });
      }),
    );
    await Promise.all(counting);
  }

  #addDue(owner: UsageOwner, job: Countable): void {
    const due = this.#due.get(owner.id) ?? new Map<string, Countable>();
    this.#due.set(owner.id, due.set(job.id, job));
    void this.#countDue(owner);
  }

  /** Some owners after the others: what counting all at once needs would stay with the process for ever. */
  async #countUnchecked(): Promise<void> {
    while (this.#unchecked.size > 0) {
      const owners = [...this.#unchecked.values()].slice(0, COUNTED_TOGETHER);
      await Promise.all(owners.map((owner) => this.#check(owner)));
      // Most of these owners' days are not needed soon.
      this.#tallies.forget();
    }
  }

  /** Makes an unchecked owner's jobs due. Never rejects; resolves once they are counted. */
  async #check(owner: UsageOwner): Promise<void> {
    if (!this.#unchecked.delete(owner.id)) return;
    const due = this.#due.get(owner.id) ?? new Map<string, Countable>();
    for (const job of this.#open.of(owner.id)) if (hasEnded(job)) due.set(job.id, job);
    if (due.size > 0) this.#due.set(owner.id, due);
    await this.#countDue(owner);
  }

  /** Retries until due jobs are counted. Nothing is lost while it waits, since the open jobs contain the same facts. */
  async #countDue(owner: UsageOwner): Promise<void> {
    if (this.#counting.has(owner.id)) return;
    this.#counting.set(owner.id, owner);
    const { clock, log } = this.#options;
    try {
      while (this.#due.has(owner.id)) {
        // One wait for all owners: tasks that end together are found by one poll.
        this.#gathering ??= clock.sleep(GATHER_MS).finally(() => (this.#gathering = undefined));
        await this.#gathering;
        await retry(() => this.#limit(() => this.#count(owner)), {
          delayMs: (error, attempt) =>
            isOver(error) ? undefined : Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS),
          onFailure: (error, { waitMs }) => {
            if (waitMs !== undefined) log.error("couldn't count usage", { ownerId: owner.id, waitMs, error });
          },
          clock,
        });
      }
    } catch (error) {
      if (!isOver(error)) throw error;
    }
    this.#counting.delete(owner.id);
  }

  async #count(owner: UsageOwner): Promise<void> {
    if (!this.#due.has(owner.id)) return;
    const calendar = await this.#calendars.forCounting(owner);
    let taken: Countable[] = [];
    const take = () => {
      taken = [...(this.#due.get(owner.id)?.values() ?? [])];
      return taken.map((job) => ({ day: calendar.labelOf(job.acceptedAt), job }));
    };
    const isOpen = (jobId: string) => this.#open.has(owner.id, jobId);
    const write = (change: Change) => this.#options.write(change, owner.guildId);
    await this.#tallies.add(owner.id, take, isOpen, write);
    const due = this.#due.get(owner.id);
    // A job with a newer change stays due.
    for (const job of taken) if (due?.get(job.id) === job) due.delete(job.id);
    if (due?.size === 0) this.#due.delete(owner.id);
  }
}
