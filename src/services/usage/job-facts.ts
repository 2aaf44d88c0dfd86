import type { Submission } from '../image-api/wire.ts';
import type { Failure, Job } from '../jobs/job.ts';

/** The facts about a job for counting. Times are milliseconds since the epoch. */
export interface JobFacts {
  jobId: string;
  personId: string;
  guildId?: string;
  account: Job['account'];
  submission: Submission;
  state: Job['state'];
  acceptedAt: number;
  submittedAt?: number;
  endedAt?: number;
  /** Why a failed job failed. */
  failure?: Failure['kind'];
}

/** The facts about a job for counting. */
export const factsOf = (job: Job): JobFacts => ({
  jobId: job.id,
  personId: job.personId,
  ...(job.guildId !== undefined && { guildId: job.guildId }),
  account: job.account,
  submission: job.submission,
  state: job.state,
  acceptedAt: job.acceptedAt,
  ...('submittedAt' in job && { submittedAt: job.submittedAt }),
  ...('endedAt' in job && { endedAt: job.endedAt }),
  ...(job.state === 'failed' && { failure: job.failure.kind }),
});

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
