import type { Job } from './job.ts';

/** Decides, just before a submission would leave, whether it may. */
export interface SubmissionGuard {
  /** False: the account has no quota, and the job is refused. */
  canSubmit: (job: Job) => boolean;
  /** The service said, a moment ago, that the account's quota does not suffice for the job. Returns whether that is new. */
  exhausted: (job: Job) => boolean;
}

/** Another process may do this one's work by now. */
export class NotOwnerError extends Error {
  override name = 'NotOwnerError';
}
