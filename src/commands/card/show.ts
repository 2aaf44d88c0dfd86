import { retarget } from '../../services/jobs/transitions.ts';
import { clickedTarget } from '../framework/reply-targets.ts';
import { findJob, type Action } from '../framework/action.ts';

/** Shows a job's present state in the message whose button was pressed: the click brought a token that works. */
export const show: Action = {
  name: 'show',
  answers: 'in-place',
  run: async ({ subject: jobId }, context) => {
    const target = clickedTarget(context.invocation);
    const job = retarget(await findJob(jobId, context), target);
    const placed = (confirmed: typeof target) => context.jobs.bring(jobId, confirmed);
    return { kind: 'card', job, target, placed };
  },
};
