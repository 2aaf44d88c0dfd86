import { JobNotFoundError } from '../../services/jobs/errors.ts';
import type { Job } from '../../services/jobs/job.ts';
import type { CommandContext } from '../command.ts';
import type { Attachment } from '../invocation.ts';
import type { Reply } from '../reply.ts';

/** What a person put into one field of a modal: text, picked values, a tick, or files. */
export type FieldValue = string | readonly string[] | boolean | readonly Attachment[];

/** How an action was reached, whether by a button, a select, a modal, a reaction or a context menu. */
export interface ActionUse {
  /** A job's id; for what is no job, such as a settings panel, a word that says what. */
  subject: string;
  number?: number;
  /** What was picked in a select. */
  values: readonly string[];
  /** What was put into a modal, by the fields' names. */
  fields: Readonly<Record<string, FieldValue>>;
}

/** What people do to a card or a panel. */
export interface Action {
  /** Stands in the `custom_id` of its components for ever. */
  name: string;
  /**
   * Where the answer goes: into the message whose component was used, into a new one, for the person alone or for all.
   * `at-once`: it may be a modal, which can't be announced, so the action does nothing slow.
   */
  answers: 'in-place' | 'privately' | 'publicly' | 'at-once';
  /** @throws JobNotFoundError, NotYoursError, and whatever the job's present state forbids. */
  run: (use: ActionUse, context: CommandContext) => Promise<Reply>;
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
