import { monotonicFactory } from 'ulid';
import type { Clock } from '../../lib/clock.ts';
import { UserError } from '../../lib/user-error.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Log } from '../operations/log.ts';
import { FencedError, StoreError, UnstorableError, type Change, type Store } from '../storage/store.ts';
import type { Lease } from '../storage/lease.ts';
import type { JobEvents } from './events.ts';
import { CopyRows, type Copy, type JobChange, type Takedown, type DueTakedowns } from './copies.ts';
import {
  isEnded,
  type EndedJob,
  type Job,
  type JobRequest,
  type ReplyTarget,
  type WaitingJob,
} from './job.ts';
import type { Ledger } from './ledger.ts';
import {
  droppingOf,
  isClosed,
  removalOf,
  rowsOf,
  type JobRowsOptions,
  type JobRowStores,
} from './job-rows.ts';
import { retryStoring } from './storing.ts';
import { accept, fail, giveUp, retarget } from './transitions.ts';

/** A job whose card takes longer counts for no limit, until the card is there after all. */
const CARD_WITHIN_MS = 20_000;

/** How often a store may refuse a new job before its person is told: some three seconds. */
const MAX_REFUSALS = 5;

/** A job whose card is in Discord could not be stored, so there is none. Nothing was submitted. */
export class NotStoredError extends Error {
  override name = 'NotStoredError';

  constructor(cause: unknown) {
    super(`A job couldn't be stored: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** What removes a job. */
type Purged = { changes: Change[] } & Pick<JobChange, 'takedowns' | 'deleted'>;

const isRefusal = (error: unknown): boolean =>
  error instanceof UnstorableError || (error instanceof StoreError && error.isRefused);

/** The stores that jobs need. */
export interface JobStores extends JobRowStores {
  copies: Store<Copy>;
  takedowns: Store<Takedown>;
  /** When a person deleted their data: jobs accepted before are not kept once they are closed. */
  erased: Store<number>;
  /** Makes changes of several of these at once, or none. @throws FencedError when another process has taken over. */
  commit: (changes: readonly Change[]) => Promise<void>;
  /** Makes deleted data unreadable in the store's files. */
  scrub: () => Promise<void>;
}

export interface OpenJobsOptions {
  stores: JobStores;
  /** How long a closed job is kept, in milliseconds. */
  retentionMs: number;
  /** By job, and by what ledgers say: all other changes of their rows take the same lock. */
  locks: KeyedMutex;
  /** Which jobs belong to this process, where several share the store. */
  lease: Pick<Lease, 'owns'>;
  /** Whether all jobs of the store are this process's own. */
  isAlone: boolean;
  random: () => number;
  events: JobEvents;
  clock: Clock;
  log: Log;
}

/**
 * The jobs that are not closed, in memory and in the store alike, but for those whose card isn't known to be in Discord: these
 * are in memory alone. A change is in the store before anybody sees it, and changes of one job happen one after the other.
 */
export class OpenJobs {
  readonly #options: OpenJobsOptions;
  readonly #rows: JobRowsOptions;
  readonly #newId: (now: number) => string;
  readonly copies: CopyRows;
  readonly #ledgers: Ledger[] = [];
  readonly #jobs = new Map<string, Job>();
  /** Accepted jobs whose card isn't known to be in Discord, each with the function that lets its changes go on. */
  readonly #unplaced = new Map<string, (stored?: Promise<unknown>) => void>();
  /** Jobs that a commit may have closed or opened again, though its answer was lost. */
  readonly #unsure = new Set<string>();

  constructor(options: OpenJobsOptions) {
    const { stores, retentionMs } = options;
    this.#options = options;
    this.#newId = monotonicFactory(options.random);
    this.#rows = { stores, retentionMs, open: () => this.all() };
    this.copies = new CopyRows(stores.copies, stores.takedowns, 2 * retentionMs);
  }

  /** Writes this ledger with each job that is closed from now on. */
  keep(ledger: Ledger): void {
    this.#ledgers.push(ledger);
  }

  /** Reads the open jobs of the last process that belong to this one, oldest first. One that can't be read may be paid for. */
  async load(): Promise<Job[]> {
    const { stores, lease } = this.#options;
    const ours = (await stores.open.entries({ isStrict: true }))
      .map(([, job]) => job)
      .filter(({ guildId }) => lease.owns(guildId));
    const jobs = ours.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const job of jobs) this.#jobs.set(job.id, job);
    return jobs;
  }

  /** All open jobs. */
  all(): IterableIterator<Job> {
    return this.#jobs.values();
  }

  /** How many jobs are open. */
  get size(): number {
    return this.#jobs.size;
  }

  /** An open job. */
  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** A person's open jobs whose card is in Discord, those of other processes included, oldest first. */
  async ofPerson(personId: string): Promise<Job[]> {
    const { stores, lease, isAlone } = this.#options;
    const rows = isAlone ? [] : await stores.open.entries();
    const others = rows.map(([, job]) => job).filter(({ guildId }) => !lease.owns(guildId));
    const ours = [...this.all()].filter(({ id }) => !this.#unplaced.has(id));
    return [...others, ...ours]
      .filter((job) => job.personId === personId)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Whether a job needs a key to be submitted or asked about; one that ended and waits for a click alone doesn't. */
  needsKey(keyRef: string): boolean {
    return [...this.all()].some(
      (job) => job.account.keyRef === keyRef && !(isEnded(job) && job.delivery === 'parked'),
    );
  }

  /** A job, whether open or closed, of this process or another. Undefined also when it can't be read. */
  async find(id: string): Promise<Job | undefined> {
    const { open, jobs } = this.#options.stores;
    return this.#jobs.get(id) ?? (await jobs.get(id)) ?? (await open.get(id));
  }

  /** The job whose card is that message. */
  async findByMessage(messageId: string): Promise<Job | undefined> {
    const id = await this.#options.stores.messages.get(messageId);
    return id === undefined ? undefined : this.find(id);
  }

  /**
   * A request becomes a job. It counts at once; {@link place} or {@link drop} follows, and changes wait for that.
   *
   * @throws UserError already-started
   */
  accept(request: JobRequest, ownId?: string): WaitingJob {
    const now = this.#options.clock.now();
    const id = ownId ?? this.#newId(now);
    if (this.#jobs.has(id) || this.#unplaced.has(id)) throw new UserError('already-started');
    const job = accept(request, id, now);
    this.#jobs.set(job.id, job);
    const isSettled = new Promise<unknown>((resolve) => this.#unplaced.set(job.id, resolve));
    void this.#options.locks.run([job.id], () => isSettled);
    void this.#forgetWhenLate(job.id);
    return job;
  }

  /**
   * The card of an accepted job is in Discord: stores the job. A store that is away is waited for.
   *
   * @throws NotStoredError when the store refuses it, or the signal aborts: then there is no job. Any other error leaves open
   *   whether it was stored.
   */
  place(accepted: WaitingJob, target: ReplyTarget, signal: AbortSignal): Promise<Job> {
    const stored = this.#storeNew(accepted, target, signal);
    this.#endWait(accepted.id, stored);
    return stored;
  }

  /** There will be no card of an accepted job, so there is no job. */
  drop(id: string): void {
    if (!this.#unplaced.has(id)) return;
    this.#jobs.delete(id);
    this.#endWait(id);
    this.#options.log.warn("dropped a job, since its card couldn't be posted", { jobId: id });
  }

  /**
   * Changes a job, open or closed, once its earlier changes are stored.
   *
   * @param decide gets the present job; undefined: no change.
   * @returns the changed job, or undefined when there was nothing to change.
   */
  change<J extends Job>(id: string, decide: (job: Job) => J | undefined): Promise<J | undefined> {
    return this.changeWith(id, (job) => ({ job: job && decide(job) }));
  }

  /** Changes a job, and tries until that is stored: what is known must not be lost. */
  mustChange<J extends Job>(
    id: string,
    decide: (job: Job) => J | undefined,
    { what, signal }: { what: string; signal: AbortSignal },
  ): Promise<J | undefined> {
    return retryStoring(what, () => this.change(id, decide), {
      clock: this.#options.clock,
      log: this.#options.log,
      signal,
    });
  }

  /** Changes how the job's answer is reached. Undefined when the job is no longer open. */
  retarget(id: string, change: (target: ReplyTarget) => ReplyTarget): Promise<Job | undefined> {
    return this.change(id, (job) => (isClosed(job) ? undefined : retarget(job, change(job.target))));
  }

  /** Closes jobs whose answer only a click could have brought. */
  async closeParked(isMeant: (job: EndedJob) => boolean | Promise<boolean>): Promise<void> {
    for (const job of [...this.all()])
      if (isEnded(job) && job.delivery === 'parked' && (await isMeant(job)))
        await this.change(job.id, giveUp);
  }

  /**
   * Changes a job, and other rows with it, in one commit. Whether it is open or closed then follows from the job; ledgers count it
   * in the commit that closes it, or opens it again.
   *
   * @param decide gets the present job, if there is one. `takedowns` are told once they are stored, and what waits to be made of
   *   what is deleted ends in that commit.
   */
  async changeWith<J extends Job>(
    id: string,
    decide: (job: Job | undefined) => JobChange<J> | Promise<JobChange<J>>,
  ): Promise<J | undefined> {
    const { stores, locks } = this.#options;
    const { job, isErased } = await locks.run([id], async () => {
      const before = await this.#present(id);
      const { job: after, changes = [], ...gone } = await decide(before);
      const store = async (ends: readonly Change[] = []) => {
        const others = [...changes, ...ends];
        if (before && after && after !== before) return this.#store(before, after, others);
        if (others.length > 0) await stores.commit(others);
        return false;
      };
      const isErased = gone.takedowns || gone.deleted ? await this.#deleting(gone, store) : await store();
      return { job: after, isErased };
    });
    // If this fails, the hourly maintenance does it.
    if (isErased) await stores.scrub();
    return job;
  }

  /**
   * Removes closed jobs of a person with all of their rows, in one commit. Rows that can't be read go as well.
   *
   * @param marks their keys in the person's list, by their ids.
   * @param until what was accepted later stays.
   */
  purge(marks: ReadonlyMap<string, string>, until = Infinity): Promise<void> {
    const { stores, locks } = this.#options;
    const ids = [...marks.keys()];
    return locks.run(ids, async () => {
      const jobs = await stores.jobs.getMany(ids);
      const purge = async ([id, mark]: [string, string], index: number) => {
        const job = jobs[index];
        if (job && job.acceptedAt > until) return { changes: [] };
        const unread = [stores.jobs.deleting(id), stores.jobsByPerson.deleting(mark)];
        return { ...(job ? await this.#purging(job) : { changes: unread }), deleted: [id] };
      };
      const purged: Purged[] = await Promise.all([...marks].map(purge));
      const changes = purged.flatMap((one) => one.changes);
      const takedowns = new Map(purged.flatMap((one) => [...(one.takedowns ?? [])]));
      const deleted = purged.flatMap((one) => one.deleted ?? []);
      await this.#deleting({ takedowns, deleted }, async (ends) => {
        if (changes.length > 0) await stores.commit([...changes, ...ends]);
      });
    });
  }

  /** Whether a person has deleted their data at that time or later. */
  async hasErasedSince(personId: string, time: number): Promise<boolean> {
    return time <= ((await this.#options.stores.erased.get(personId)) ?? -Infinity);
  }

  #endWait(id: string, stored?: Promise<unknown>): void {
    this.#unplaced.get(id)?.(stored?.catch(() => undefined));
    this.#unplaced.delete(id);
  }

  async #forgetWhenLate(id: string): Promise<void> {
    await this.#options.clock.sleep(CARD_WITHIN_MS);
    if (!this.#unplaced.has(id)) return;
    this.#options.log.warn('the card of an accepted job is late, so it counts no more until it is there', {
      jobId: id,
    });
    this.#jobs.delete(id);
  }

  async #storeNew(accepted: WaitingJob, target: ReplyTarget, signal: AbortSignal): Promise<Job> {
    const { id } = accepted;
    this.#jobs.set(id, accepted);
    const job = retarget(accepted, target);
    /** After one, it may have been carried out. */
    let lostAnswers = 0;
    const store = () =>
      this.#store(accepted, job).catch((error: unknown) => {
        if (!isRefusal(error)) lostAnswers += 1;
        throw error;
      });
    const mayGiveUp = (attempt: number) => lostAnswers === 0 && attempt >= MAX_REFUSALS;
    try {
      await retryStoring('store a job', store, {
        clock: this.#options.clock,
        log: this.#options.log,
        signal,
        mayGiveUp,
      });
      return job;
    } catch (cause) {
      this.#jobs.delete(id);
      if (lostAnswers > 0 && (await this.#isLeft(id))) throw cause;
      throw new NotStoredError(cause);
    }
  }

  /** Takes back a job that may be stored. Where another process has taken over, the job is left to it if it's there. */
  async #isLeft(id: string): Promise<boolean> {
    const { open, jobs, commit } = this.#options.stores;
    try {
      await commit([open.deleting(id)]);
      return false;
    } catch (error) {
      if (!(error instanceof FencedError)) throw error;
      // In this order: the other process may close it in between.
      return (await open.get(id)) !== undefined || (await jobs.get(id)) !== undefined;
    }
  }

  /** A job as it stands; after a commit whose answer was lost, only the store knows. */
  async #present(id: string): Promise<Job | undefined> {
    const { stores } = this.#options;
    const known = this.#jobs.get(id);
    if (!this.#unsure.has(id)) return known ?? stores.jobs.get(id);
    const open = await stores.open.get(id);
    this.#unsure.delete(id);
    if (open) this.#jobs.set(id, open);
    else if (known && isEnded(known)) this.#leave(known);
    return open ?? stores.jobs.get(id);
  }

  /** @returns whether this closes a job whose person has deleted their data since. */
  async #store(before: Job, after: Job, others: readonly Change[] = []): Promise<boolean> {
    const { stores, locks } = this.#options;
    if (isClosed(after) && !isClosed(before))
      return locks.run(this.#locksOf(after), () => this.#close(before, after, others));
    if (isClosed(before) && !isClosed(after))
      return locks.run(this.#locksOf(after), () => this.#reopen(before, after, others));
    await stores.commit([...rowsOf(before, after, this.#rows), ...others]);
    if (!isClosed(after)) this.#jobs.set(after.id, after);
    return false;
  }

  async #close(before: Job, after: EndedJob, others: readonly Change[]): Promise<boolean> {
    const { stores } = this.#options;
    const erased = this.hasErasedSince(after.personId, after.acceptedAt);
    const isListed = erased.then((isErased) => !isErased);
    const [isErased, counted, dropped] = await Promise.all([
      erased,
      this.#counting(after, 1, isListed),
      droppingOf(after, stores),
    ]);
    const { changes, takedowns } = isErased
      ? await this.#purging(before)
      : { changes: [...rowsOf(before, after, this.#rows), ...dropped] };
    this.#unsure.add(after.id);
    await stores.commit([...changes, ...counted, ...others]);
    this.#unsure.delete(after.id);
    this.#leave(after);
    this.#tell(takedowns);
    return isErased;
  }

  #leave(job: EndedJob): void {
    this.#jobs.delete(job.id);
    this.#options.events.emit('closed', job);
  }

  async #reopen(before: EndedJob, after: Job, others: readonly Change[]): Promise<false> {
    const counted = await this.#counting(before, -1);
    this.#unsure.add(after.id);
    await this.#options.stores.commit([...rowsOf(before, after, this.#rows), ...counted, ...others]);
    this.#unsure.delete(after.id);
    this.#jobs.set(after.id, after);
    return false;
  }

  async #purging(job: Job): Promise<{ changes: Change[]; takedowns?: DueTakedowns }> {
    const { takedowns, changes } = await this.copies.takingAllDown(job, { because: 'erased' });
    return { takedowns, changes: [...removalOf(job, this.#rows), ...changes] };
  }

  /**
   * Makes a commit, and ends in it what waits to be made of what it deletes: rows alone. What has no card yet is looked at in its
   * turn.
   */
  async #deleting<T>(
    { takedowns = new Map(), deleted = [] }: Pick<JobChange, 'takedowns' | 'deleted'>,
    commit: (ends: readonly Change[]) => Promise<T>,
  ): Promise<T> {
    const { stores, locks, events, clock } = this.#options;
    const messages = [...takedowns.values()].flatMap((one) => (one.line === undefined ? one.messageId : []));
    const gone = new Set<string | undefined>([...deleted, ...messages]);
    const isWaiting = (job?: Job): job is WaitingJob =>
      job?.state === 'waiting' &&
      job.sources?.some(({ jobId, message }) => gone.has(jobId) || gone.has(message?.messageId)) === true;
    const waiting = [...this.all()].filter((job) => isWaiting(job) && !this.#unplaced.has(job.id));
    return locks.run(
      waiting.map(({ id }) => id),
      async () => {
        const left = waiting.map(({ id }) => this.#jobs.get(id)).filter(isWaiting);
        const ended = left.map((job) => fail(job, { kind: 'source-deleted' }, clock.now()));
        const result = await commit(ended.map((job) => stores.open.setting(job.id, job)));
        this.#tell(takedowns);
        for (const job of ended) {
          this.#jobs.set(job.id, job);
          events.emit('sourceDeleted', job);
        }
        return result;
      },
    );
  }

  #tell(takedowns?: DueTakedowns): void {
    if (takedowns && takedowns.size > 0) this.#options.events.emit('withdrawn', takedowns);
  }

  #locksOf(job: Job): string[] {
    return this.#ledgers.flatMap((ledger) => ledger.locks(job));
  }

  async #counting(job: EndedJob, by: 1 | -1, isListed = Promise.resolve(true)): Promise<Change[]> {
    return (await Promise.all(this.#ledgers.map((ledger) => ledger.changes(job, by, isListed)))).flat();
  }
}
