import { hasPermission, Permission } from '../invocation.ts';
import { privateText } from '../reply.ts';
import { findJob, NotYoursError } from './action.ts';
import type { Action } from './action.ts';

/** Stops a job that has not been submitted: for the person who asked, or a moderator. */
export const stop: Action = {
  name: 'stop',
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const { personId } = await findJob(jobId, context);
    const { invocation } = context;
    const isModerator =
      invocation.context === 'guild' &&
      hasPermission(invocation.personPermissions, Permission.manageMessages);
    if (personId !== invocation.personId && !isModerator) throw new NotYoursError();
    await context.jobs.stop(jobId);
    return privateText('Stopped. It had not been submitted, so nothing was spent.');
  },
};
