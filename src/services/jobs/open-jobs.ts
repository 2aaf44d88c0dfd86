import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Change } from '../storage/store.ts';
import { isEnded, type EndedJob, type Job, type ReplyTarget } from './job.ts';
import { Erasures } from './erasures.ts';
import type { JobObserver } from './events.ts';
import { askedKey, type JobStores } from './job-stores.ts';
import { JobRows } from './job-rows.ts';
import { JobSet } from './job-set.ts';
import { PersonalRows } from './personal-rows.ts';
import { retarget, settleDelivery } from './transitions.ts';

/**
 * The jobs that are not closed, in memory and in the store alike. A change is in the store before anybody sees it, except for
 * where a card stands, and changes of one job happen one after the other.
 */
export class OpenJobs {
  readonly erasures: Erasures;
  readonly #stores: JobStores;
  readonly #rows: JobRows;
  readonly #personal: PersonalRows;
  readonly #events: Pick<JobObserver, 'closing' | 'closed'>;
  readonly #jobs = new JobSet();
  /** Jobs that are on their way into the store. */
  readonly #arriving = new Set<Job>();
  readonly #locks = new KeyedMutex();

  /** @param retentionMs how long a closed job is kept, in milliseconds. */
  constructor(stores: JobStores, retentionMs: number, events: Pick<JobObserver, 'closing' | 'closed'> = {}) {
    this.erasures = new Erasures(stores);
    this.#stores = stores;
    this.#rows = new JobRows(stores, retentionMs);
    this.#personal = new PersonalRows(stores);
    this.#events = events;
  }

  /** Reads the open jobs of the last process that belong to this one, oldest first. One that can't be read may be paid for. */
  async load(isOurs: (job: Job) => boolean): Promise<Job[]> {
    const ours = (await this.#stores.open.entries('throw')).map(([, job]) => job).filter(isOurs);
    const jobs = ours.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const job of jobs) this.#jobs.set(job);
    await this.#personal.index(jobs);
    await this.erasures.load();
    return jobs;
  }

  /** All open jobs. */
  all(): IterableIterator<Job> {
    return this.#jobs.all();
  }

  /** How many jobs are open. */
  get size(): number {
    return this.#jobs.size;
  }

  /** An open job. */
  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /**
   * Whether an open job needs a key, of whatever process it is. One that ended and waits for a click alone asks the service
   * nothing more; one that is on its way into the store will.
   */
  async needsKey(keyRef: string): Promise<boolean> {
    const isNeeded = (job: Job) =>
      job.account.keyRef === keyRef && !(isEnded(job) && job.delivery === 'parked');
    if ([...this.all(), ...this.#arriving].some(isNeeded)) return true;
    return (
      this.#stores.shared !== undefined &&
      (await this.#stores.open.entries()).some(([, job]) => isNeeded(job))
    );
  }

  /** A person's open jobs in this process, oldest first. */
  ofPerson(personId: string): Job[] {
    return this.#jobs.ofPerson(personId);
  }

  /** A person's open jobs, of whatever process they are, oldest first. */
  async allOfPerson(personId: string): Promise<Job[]> {
    const others = await this.#personal.elsewhere(personId);
    const byId = new Map([...others, ...this.ofPerson(personId)].map((job) => [job.id, job]));
    return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** A job, whether open or closed, of whatever process it is. Undefined also when it can't be read. */
  async find(id: string): Promise<Job | undefined> {
    const { shared, open, jobs } = this.#stores;
    return this.#jobs.get(id) ?? (shared && (await open.get(id))) ?? (await jobs.get(id));
  }

  /** Whether the store has a job; one that is closed meanwhile is kept before it is no longer open. */
  async isStored(id: string): Promise<boolean> {
    return ((await this.#stores.open.get(id)) ?? (await this.#stores.jobs.get(id))) !== undefined;
  }

  /** The job whose card is that message. */
  async findByMessage(messageId: string): Promise<Job | undefined> {
    const id = this.#jobs.placedAt(messageId) ?? (await this.#stores.messages.get(messageId));
    return id === undefined ? undefined : this.find(id);
  }

  /** Takes a job into the open set. */
  add<J extends Job>(job: J): Promise<J> {
    this.#arriving.add(job);
    const added = this.#locks.run([job.id], () => this.#write(job, undefined));
    return added.finally(() => this.#arriving.delete(job));
  }

  /**
   * Changes an open job, once its earlier changes are stored.
   *
   * @param decide gets the present job; undefined: no change.
   * @returns the changed job, or undefined when there was nothing to change.
   */
  change<J extends Job>(id: string, decide: (job: Job) => J | undefined): Promise<J | undefined> {
    return this.#locks.run([id], async () => {
      const before = this.#jobs.get(id);
      const after = before && decide(before);
      if (!after || after === before) return after;
      return this.#write(after, before);
    });
  }

  /** Changes how the job's answer is reached. Undefined when the job is no longer open. */
  retarget(id: string, change: (target: ReplyTarget) => ReplyTarget): Promise<Job | undefined> {
    return this.change(id, (job) => retarget(job, change(job.target)));
  }

  /** Changes where the card of an open job stands: its next change stores that, or {@link storePlace}. */
  place(id: string, target: ReplyTarget): Promise<Job | undefined> {
    return this.#locks.run([id], () => Promise.resolve(this.#jobs.place(id, target)));
  }

  /** Stores what {@link place} changed, unless that is done. */
  async storePlace(id: string): Promise<void> {
    if (this.#jobs.stored(id)) await this.change(id, (job) => this.#jobs.stored(id) && { ...job });
  }

  /** Changes a job, whether open or closed; one that was closed is open again. */
  changeAny<J extends Job>(id: string, decide: (job: Job) => J | undefined): Promise<J | undefined> {
    return this.#locks.run([id], async () => {
      const open = this.#jobs.get(id);
      const before = open ?? (await this.#stores.jobs.get(id));
      const after = before && decide(before);
      return after && this.#write(after, open);
    });
  }

  /**
   * Moves a job whose answer was delivered, or never can be, out of the open set.
   *
   * @param mayClose is handed the job as it then is; when it says no, the job stays open.
   */
  close(id: string, mayClose: (job: EndedJob) => boolean = () => true): Promise<void> {
    return this.#locks.run([id], async () => {
      const job = this.#jobs.get(id);
      if (!job || !isEnded(job) || !mayClose(job)) return;
      await this.#events.closing?.(job);
      const closed = settleDelivery(job, 'done');
      const isErased = await this.#leave(closed);
      this.#jobs.delete(job);
      this.#events.closed?.(closed);
      // If this fails, the hourly maintenance does it.
      if (isErased) await this.#stores.scrub();
    });
  }

  /** Lets a job wait for the click that its answer needs. A person whose data were deleted since it ended won't click. */
  async park(id: string, mayPark: (job: EndedJob) => boolean): Promise<void> {
    const park = (job: Job) => (isEnded(job) && mayPark(job) ? settleDelivery(job, 'parked') : undefined);
    const job = await this.change(id, park);
    // Checked after it is parked, so that a later deletion finds it.
    if (job && (await this.erasures.hasErasedSince(job.personId, job.endedAt)))
      await this.close(id, ({ delivery }) => delivery === 'parked');
  }

  /** Closes jobs whose answer only a click could have brought. */
  async closeParked(isMeant: (job: EndedJob) => boolean | Promise<boolean>): Promise<void> {
    for (const job of [...this.all()])
      if (isEnded(job) && job.delivery === 'parked' && (await isMeant(job))) await this.close(job.id);
  }

  /** Changes a job where it is: one that was closed stays closed. */
  amend(id: string, change: (job: Job) => Job): Promise<Job | undefined> {
    return this.#locks.run([id], async () => {
      const open = this.#jobs.get(id);
      if (open) return this.#write(change(open), open);
      const closed = await this.#stores.jobs.get(id);
      if (!closed) return undefined;
      const changed = change(closed);
      await this.#commit(changed, this.#rows.keeping(changed, closed));
      return changed;
    });
  }

  /** Removes a person's closed job with all of its rows. */
  purge(id: string, personId: string): Promise<void> {
    return this.#locks.run([id], async () => {
      const { jobs, asked } = this.#stores;
      const job = await jobs.get(id);
      const own = [jobs.deleting(id), asked.deleting(askedKey({ personId, id }))];
      await this.#stores.commit(job ? this.#rows.purging(job) : own);
    });
  }

  /** Drops a job whose card was never posted from the open set, even if it is only in the store. */
  drop(job: Job): Promise<void> {
    return this.#locks.run([job.id], async () => {
      await this.#commit(job, [this.#stores.open.deleting(job.id), ...this.#personal.removing(job)]);
      this.#jobs.delete(job);
    });
  }

  /**
   * A later deletion of the person's data has to find the job: the last look for one comes after the job can be found by its
   * person or, where no other process can delete anything, in the same moment.
   *
   * @returns whether nothing is kept of the job, because its person has deleted their data.
   */
  async #leave(closed: Job): Promise<boolean> {
    const { open, shared } = this.#stores;
    const kept = this.#rows.keeping(closed, undefined);
    if (shared) await this.#commit(closed, kept.splice(0));
    const isErased = await this.erasures.hasErasedSince(closed.personId, closed.acceptedAt);
    await this.#commit(closed, [
      open.deleting(closed.id),
      ...this.#personal.removing(closed),
      ...(isErased ? this.#rows.purging(closed) : kept),
    ]);
    return isErased;
  }

  async #write<J extends Job>(job: J, before: Job | undefined): Promise<J> {
    const isNew = !this.#jobs.get(job.id);
    await this.#commit(job, [
      this.#stores.open.setting(job.id, job),
      ...(isNew ? this.#personal.adding(job) : []),
      ...this.#rows.indexing(job, this.#jobs.stored(job.id) ?? before),
    ]);
    this.#jobs.set(job);
    return job;
  }

  /** @throws StorageFencedError when another process has taken over the job's slot: the job is its own then. */
  #commit(job: Job, changes: readonly Change[]): Promise<void> {
    return this.#stores.commit(changes, this.#stores.fenceOf(job));
  }
}
