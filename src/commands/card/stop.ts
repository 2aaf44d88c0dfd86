import { privateText } from '../framework/reply.ts';
import type { Action } from '../framework/action.ts';

/** Stops a job that has not been submitted: for the person who asked, or a moderator. */
export const stop: Action = {
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    await context.jobs.stop(jobId);
    return privateText('Stopped. It had not been submitted, so nothing was spent.');
  },
};
