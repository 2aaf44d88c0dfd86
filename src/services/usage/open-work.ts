import type { JobFacts } from './job-facts.ts';

/** The jobs that are not closed, by owner: those that were accepted and are not counted yet are the reservations. */
export class OpenWork {
  readonly #byOwner = new Map<string, Map<string, JobFacts>>();

  /** Updates a job. */
  set(owner: string, job: JobFacts): void {
    const jobs = this.#byOwner.get(owner) ?? new Map<string, JobFacts>();
    this.#byOwner.set(owner, jobs.set(job.jobId, job));
  }

  delete(owner: string, jobId: string): void {
    const jobs = this.#byOwner.get(owner);
    jobs?.delete(jobId);
    if (jobs?.size === 0) this.#byOwner.delete(owner);
  }

  has(owner: string, jobId: string): boolean {
    return this.#byOwner.get(owner)?.has(jobId) ?? false;
  }

  /** The owner's jobs that are not closed. */
  of(owner: string): JobFacts[] {
    return [...(this.#byOwner.get(owner)?.values() ?? [])];
  }
}
