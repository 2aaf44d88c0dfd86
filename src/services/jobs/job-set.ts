import type { Job } from './job.ts';

/** Jobs in memory, in the order in which they came, by their ids and by their people. */
export class JobSet {
  readonly #jobs = new Map<string, Job>();
  readonly #byPerson = new Map<string, Set<string>>();

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

  /** Adds a job, or puts it in the place of its earlier state. */
  set(job: Job): void {
    this.#jobs.set(job.id, job);
    const own = this.#byPerson.get(job.personId) ?? new Set();
    this.#byPerson.set(job.personId, own.add(job.id));
  }

  delete(job: Job): void {
    this.#jobs.delete(job.id);
    const own = this.#byPerson.get(job.personId);
    own?.delete(job.id);
    if (own?.size === 0) this.#byPerson.delete(job.personId);
  }
}
