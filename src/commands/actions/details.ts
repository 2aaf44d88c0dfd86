import { detailsOf } from '../details.ts';
import { findJob } from './action.ts';
import type { Action } from './action.ts';

/** Tells everything that is known of a job, to whoever asks. */
export const details: Action = {
  name: 'details',
  answers: 'privately',
  run: async ({ subject: jobId }, context) =>
    detailsOf(await findJob(jobId, context), context.invocation.personId),
};
