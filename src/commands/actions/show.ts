import { clickedTarget } from '../reply-targets.ts';
import { findOwnJob } from './action.ts';
import type { Action } from './action.ts';

/** Shows a job's present state in the message whose button was pressed: the click brought a token that works. */
export const show: Action = {
  name: 'show',
  answers: 'in-place',
  run: async ({ subject: jobId }, context) => {
    const job = await findOwnJob(jobId, context);
    const placed = (target: typeof job.target) => context.jobs.bring(jobId, target);
    return { kind: 'card', job, target: clickedTarget(context.invocation), placed };
  },
};
