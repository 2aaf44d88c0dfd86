import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Change } from '../storage/store.ts';
import { isEnded, type EndedJob, type Job, type ReplyTarget } from './job.ts';
import type { JobObserver } from './events.ts';
import { askedKey, type JobStores } from './job-stores.ts';
import { readOne } from './readable.ts';
import { TaskRows } from './task-rows.ts';
import { retarget, settleDelivery, withoutToken } from './transitions.ts';

/**
 * The jobs that are not closed, in memory and in the store alike. A change is in the store before anybody sees it, and
 * changes of one job happen one after the other.
 */
export class OpenJobs {
  readonly #stores: JobStores;
  readonly #taskRows: TaskRows;
  readonly #retentionMs: number;
  readonly #events: Pick<JobObserver, 'closing' | 'closed'>;
  readonly #jobs = new Map<string, Job>();
  readonly #byPerson = new Map<string, Set<string>>();
  readonly #locks = new KeyedMutex();

  /** @param retentionMs how long a closed job is kept, in milliseconds. */
  constructor(stores: JobStores, retentionMs: number, events: Pick<JobObserver, 'closing' | 'closed'> = {}) {
    this.#stores = stores;
    this.#taskRows = new TaskRows(stores.tasks);
    this.#retentionMs = retentionMs;
    this.#events = events;
  }

  /**
   * Reads what was open when the last process ended, oldest first.
   *
   * @param isOurs several processes may share a store: each takes up its own.
   */
  async load(isOurs: (job: Job) => boolean): Promise<Job[]> {
    const rows = await this.#stores.open.entries();
    const ours = rows.map(([, job]) => job).filter(isOurs);
    const jobs = ours.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const job of jobs) this.#remember(job);
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

  /** Whether an open job needs a key. One that ended and waits for a click alone asks the service nothing more. */
  needsKey(keyRef: string): boolean {
    for (const job of this.all()) {
      const isOver = isEnded(job) && job.delivery === 'parked';
      if (job.account.keyRef === keyRef && !isOver) return true;
    }
    return false;
  }

  /** A person's open jobs, oldest first. */
  ofPerson(personId: string): Job[] {
    const ids = this.#byPerson.get(personId) ?? [];
    return [...ids].flatMap((id) => this.#jobs.get(id) ?? []);
  }

  /** A job, whether open or closed. */
  async find(id: string): Promise<Job | undefined> {
    return this.#jobs.get(id) ?? (await this.#stores.jobs.get(id));
  }

  /** The job whose card is that message. */
  async findByMessage(messageId: string): Promise<Job | undefined> {
    const id = await this.#stores.messages.get(messageId);
    return id === undefined ? undefined : this.find(id);
  }

  /** Takes a job into the open set. */
  add<J extends Job>(job: J): Promise<J> {
    return this.#locks.run([job.id], () => this.#write(job, undefined));
  }

  /**
   * Changes an open job, once its earlier changes are stored.
   *
   * @param decide is handed the job as it then is; undefined leaves it as it is.
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

  /** The job's answer is reached in another way from now on. Undefined when the job is no longer open. */
  retarget(id: string, change: (target: ReplyTarget) => ReplyTarget): Promise<Job | undefined> {
    return this.change(id, (job) => retarget(job, change(job.target)));
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
      await this.#commit(closed, this.#keeping(closed, undefined));
      // Asked once the job can be found by its person: whoever deletes the person's data from now on finds the mark.
      const erasedAt = await readOne(this.#stores.erased, job.personId);
      const isErased = erasedAt !== undefined && job.acceptedAt <= erasedAt;
      await this.#commit(closed, [
        this.#stores.open.deleting(id),
        ...(isErased ? this.#purging(closed) : []),
      ]);
      this.#forget(job);
      this.#events.closed?.(closed);
      // What fails here is made up for by the hourly maintenance.
      if (isErased) await this.#stores.scrub();
    });
  }

  /** Closes jobs whose card waited for a click since before then, milliseconds since the epoch. */
  async closeForgotten(before: number): Promise<void> {
    const forgotten = [...this.all()].filter(
      (job) => isEnded(job) && job.delivery === 'parked' && job.endedAt < before,
    );
    for (const { id } of forgotten) await this.close(id);
  }

  /** Changes where the card of a job stands, whether the job is open or closed. */
  move(id: string, target: ReplyTarget): Promise<void> {
    return this.#locks.run([id], async () => {
      const open = this.#jobs.get(id);
      if (open) {
        await this.#write(retarget(open, target), open);
        return;
      }
      const closed = await this.#stores.jobs.get(id);
      if (!closed) return;
      const moved = retarget(closed, withoutToken(target));
      await this.#commit(moved, this.#keeping(moved, closed));
    });
  }

  /** Removes everything that is kept of a person's closed job; also what can't be read of it. */
  purge(id: string, personId: string): Promise<void> {
    return this.#locks.run([id], async () => {
      const job = await readOne(this.#stores.jobs, id);
      const { jobs, asked } = this.#stores;
      const unreadable = () => [jobs.deleting(id), asked.deleting(askedKey({ personId, id }))];
      await this.#stores.writeTogether(job ? this.#purging(job) : unreadable());
    });
  }

  /** Takes a job out of the open set that nobody was ever told of, also when it is in the store alone. */
  drop(job: Job): Promise<void> {
    return this.#locks.run([job.id], async () => {
      await this.#commit(job, [this.#stores.open.deleting(job.id)]);
      this.#forget(job);
    });
  }

  async #write<J extends Job>(job: J, before: Job | undefined): Promise<J> {
    await this.#commit(job, [this.#stores.open.setting(job.id, job), ...this.#indexing(job, before)]);
    this.#remember(job);
    return job;
  }

  /** @throws StorageFencedError when another process has taken over the job's slot: the job is its own then. */
  #commit(job: Job, changes: readonly Change[]): Promise<void> {
    return this.#stores.writeTogether(changes, this.#stores.fenceOf(job));
  }

  /** Keeps a closed job, and for as long what it is found by. */
  #keeping(closed: Job, before: Job | undefined): Change[] {
    return [
      this.#stores.asked.setting(askedKey(closed), true, this.#retentionMs),
      this.#stores.jobs.setting(closed.id, closed, this.#retentionMs),
      ...this.#indexing(closed, before, this.#retentionMs),
    ];
  }

  #indexing(job: Job, before: Job | undefined, lifetimeMs?: number): Change[] {
    const { messageId } = job.target;
    const moved = messageId !== before?.target.messageId;
    const isNew = before === undefined || !('taskId' in before);
    return [
      ...(messageId !== undefined && moved
        ? [this.#stores.messages.setting(messageId, job.id, lifetimeMs)]
        : []),
      ...(isNew || moved ? this.#taskRows.putting(job, lifetimeMs) : []),
    ];
  }

  #purging(job: Job): Change[] {
    const { messageId } = job.target;
    return [
      ...(messageId === undefined ? [] : [this.#stores.messages.deleting(messageId)]),
      ...this.#taskRows.removing(job, this.#retentionMs),
      this.#stores.jobs.deleting(job.id),
      this.#stores.asked.deleting(askedKey(job)),
    ];
  }

  #remember(job: Job): void {
    this.#jobs.set(job.id, job);
    const own = this.#byPerson.get(job.personId) ?? new Set();
    this.#byPerson.set(job.personId, own.add(job.id));
  }

  #forget(job: Job): void {
    this.#jobs.delete(job.id);
    const own = this.#byPerson.get(job.personId);
    own?.delete(job.id);
    if (own?.size === 0) this.#byPerson.delete(job.personId);
  }
}
