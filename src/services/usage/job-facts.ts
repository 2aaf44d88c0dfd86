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
  /** It is known how long its task took. */
  isTimed?: true;
  /** Why a failed job failed. */
  failure?: Pick<Failure, 'kind'>;
}
