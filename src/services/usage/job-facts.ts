import type { Submission } from '../image-api/wire.ts';
import type { Failure, Job } from '../jobs/job.ts';

/** The facts about a job for counting: a job has them all. Times are milliseconds since the epoch. */
export interface JobFacts {
  id: string;
  personId: string;
  guildId?: string;
  account: Job['account'];
  submission: Submission;
  state: Job['state'];
  acceptedAt: number;
  submittedAt?: number;
  endedAt?: number;
  /** Why a failed job failed. */
  failure?: Pick<Failure, 'kind'>;
}

/** The jobs that are not closed, by owner: those that were accepted and are not counted yet are the reservations. */
export class OpenWork {
  readonly #byOwner = new Map<string, Map<string, JobFacts>>();

  /** Updates a job. */
  set(owner: string, job: JobFacts): void {
    const jobs = this.#byOwner.get(owner) ?? new Map<string, JobFacts>();
    this.#byOwner.set(owner, jobs.set(job.id, job));
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
