import { AlreadyUnderWayError, JobNotFoundError, QueueFullError } from '../../services/jobs/errors.ts';
import { CommandMismatchError } from '../framework/command.ts';
import { NotYoursError } from '../framework/rights.ts';
import type { Refusal } from './refusal.ts';

/** Why something can't be done to a job. */
export const jobRefusal: Refusal = (error, { jobs }) => {
  if (error instanceof QueueFullError) return jobs.queueFull(error.waiting);
  if (error instanceof AlreadyUnderWayError) return jobs.underWay;
  if (error instanceof JobNotFoundError) return jobs.notFound;
  if (error instanceof NotYoursError) return jobs.notYours;
  if (error instanceof CommandMismatchError) return jobs.commandChanged;
  return undefined;
};
