import { AlreadyUnderWayError, JobNotFoundError, QueueFullError } from '../../services/jobs/errors.ts';
import { NotYoursError } from '../actions/action.ts';
import { CommandMismatchError } from '../command.ts';

/** Why something can't be done to a job. */
export const jobRefusal = (error: unknown): string | undefined => {
  if (error instanceof QueueFullError)
    return `The queue is full: ${error.waiting} jobs wait already. Please try again in a few minutes.`;
  if (error instanceof AlreadyUnderWayError)
    return "It was submitted already, so it can't be stopped any more. The pictures will come.";
  if (error instanceof JobNotFoundError)
    return 'This job is no longer kept, or it has changed meanwhile. Start a new one with `/imagine` or `/gen`.';
  if (error instanceof NotYoursError) return 'Only the person who asked for this picture can do that.';
  if (error instanceof CommandMismatchError)
    return 'This command was changed a moment ago. Please type it again, or reload Discord.';
  return undefined;
};
