import { JobNotFoundError } from '../../services/jobs/errors.ts';
import { askAgain as askedAgain } from '../../services/jobs/transitions.ts';
import { clickedTarget } from '../reply-targets.ts';
import { findJob } from './action.ts';
import type { Action } from './action.ts';

/** Asks the service once more about a task that was not done in time. Nothing is paid again, so anybody may. */
export const askAgain: Action = {
  name: 'ask-again',
  answers: 'in-place',
  run: async ({ subject: jobId }, context) => {
    const job = askedAgain(await findJob(jobId, context), context.clock.now());
    if (!job) throw new JobNotFoundError(jobId);
    // A task can be asked for only with the key that submitted it, which may be gone by now.
    await context.guilds.accounts.apiKeyOf(job.account);
    const placed = (target: typeof job.target) => context.jobs.askAgain(jobId, target);
    return { kind: 'card', job, target: clickedTarget(context.invocation), placed };
  },
};
