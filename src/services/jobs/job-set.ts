import type { Job, ReplyTarget } from './job.ts';
import { retarget } from './transitions.ts';

/** Jobs in memory, in the order in which they came, by their ids and by their people. */
export class JobSet {
  readonly #jobs = new Map<string, Job>();
  readonly #byPerson = new Map<string, Set<string>>();
  /** Jobs as they are in the store, where it doesn't have their latest target. */
  readonly #stored = new Map<string, Job>();

  all(): IterableIterator<Job> {
    return this.#jobs.values();
  }

  get size(): number {
    return this.#jobs.size;
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** A person's jobs, in their order. */
  ofPerson(personId: string): Job[] {
    const ids = this.#byPerson.get(personId) ?? [];
    return [...ids].flatMap((id) => this.#jobs.get(id) ?? []);
  }

  /** A job as it is in the store, where that doesn't have its latest target. */
  stored(id: string): Job | undefined {
    return this.#stored.get(id);
  }

  /** The job whose card is that message, where the store doesn't have that yet. */
  placedAt(messageId: string): string | undefined {
    return [...this.#stored.keys()].find((id) => this.#jobs.get(id)?.target.messageId === messageId);
  }

  /** Changes where the card of a job stands, before that is stored. */
  place(id: string, target: ReplyTarget): Job | undefined {
    const job = this.#jobs.get(id);
    if (!job) return undefined;
    const placed = retarget(job, target);
    this.#stored.set(id, this.#stored.get(id) ?? job);
    this.#jobs.set(id, placed);
    return placed;
  }

  /** Adds a job that is stored, or puts it in the place of its earlier state. */
  set(job: Job): void {
    this.#jobs.set(job.id, job);
    this.#stored.delete(job.id);
    const own = this.#byPerson.get(job.personId) ?? new Set();
    this.#byPerson.set(job.personId, own.add(job.id));
  }

  delete(job: Job): void {
    this.#jobs.delete(job.id);
    this.#stored.delete(job.id);
    const own = this.#byPerson.get(job.personId);
    own?.delete(job.id);
    if (own?.size === 0) this.#byPerson.delete(job.personId);
  }
}
