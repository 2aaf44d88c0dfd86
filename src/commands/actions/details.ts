import { detailsOf } from '../details.ts';
import { findSeenJob } from './action.ts';
import type { Action } from './action.ts';

/** Tells everything that is known of a job, to whoever asks. */
export const details: Action = {
  name: 'details',
  answers: 'privately',
  run: async ({ subject: jobId }, context) =>
    detailsOf(await findSeenJob(jobId, context), context.invocation.personId),
};
