import { JobNotFoundError } from '../../services/jobs/errors.ts';
import type { Job } from '../../services/jobs/job.ts';
import type { CommandContext } from '../command.ts';
import type { Reply } from '../reply.ts';

/** What people do to a card: reached by a button or whatever else leads to it. */
export interface Action {
  /** Stands in the `custom_id` of its buttons for ever. */
  name: string;
  /** Whether the answer goes into the message whose button was pressed, or into a new one for the person alone. */
  answers: 'in-place' | 'privately';
  /** @throws JobNotFoundError, NotYoursError, and whatever the job's present state forbids. */
  run: (jobId: string, context: CommandContext) => Promise<Reply>;
}

/** The job belongs to somebody else. */
export class NotYoursError extends Error {
  override name = 'NotYoursError';
  constructor() {
    super('Only the person who asked for it may do that');
  }
}

/** @throws JobNotFoundError when the job is no longer kept. */
export const findJob = async (jobId: string, { jobs }: CommandContext): Promise<Job> => {
  const job = await jobs.find(jobId);
  if (!job) throw new JobNotFoundError(jobId);
  return job;
};

/** @throws JobNotFoundError when the job is no longer kept, NotYoursError when somebody else asked for it. */
export const findOwnJob = async (jobId: string, context: CommandContext): Promise<Job> => {
  const job = await findJob(jobId, context);
  if (job.personId !== context.invocation.personId) throw new NotYoursError();
  return job;
};
