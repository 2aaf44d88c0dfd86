import { UserError } from '../../lib/user-error.ts';
import { askAgain as askedAgain, retarget } from '../../services/jobs/transitions.ts';
import { clickedTarget } from '../framework/reply-targets.ts';
import { findJob, type Action } from '../framework/action.ts';

/** Asks the service once more about a task that was not done in time. Nothing is paid again, so anybody may. */
export const askAgain: Action = {
  name: 'ask-again',
  answers: 'in-place',
  run: async ({ subject: jobId }, context) => {
    const target = clickedTarget(context.invocation);
    const again = askedAgain(await findJob(jobId, context), context.clock.now());
    if (!again) throw new UserError('job-not-found');
    const job = retarget(again, target);
    // A task can be asked for only with the key that submitted it, which may be gone by now.
    await context.guilds.accounts.apiKeyOf(job.account);
    const placed = (confirmed: typeof target) => context.jobs.askAgain(jobId, confirmed);
    return { kind: 'card', job, target, placed };
  },
};
