import { submit } from '../submit.ts';
import { findOwnJob } from './action.ts';
import type { Action } from './action.ts';

/** Asks for the same pictures again, as a new job: for a wish whose outcome is not known. */
export const tryAgain: Action = {
  name: 'try-again',
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const { submission, notes, target } = await findOwnJob(jobId, context);
    return submit({ submission, notes, isPrivate: target.ephemeral }, context);
  },
};
