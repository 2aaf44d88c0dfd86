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
