import { detailsOf } from './details-message.ts';
import { findJob, type Action } from '../framework/action.ts';

/** Tells everything that is known of a job, to whoever asks. */
export const details: Action = {
  name: 'details',
  answers: 'privately',
  run: async ({ subject: jobId }, context) =>
    detailsOf(await findJob(jobId, context), context.invocation.personId),
};
