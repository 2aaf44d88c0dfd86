import { retarget } from '../../services/jobs/transitions.ts';
import { newTarget } from '../framework/reply-targets.ts';
import { findJob, type Action } from '../framework/action.ts';

/** Brings a job's answer into a new private message: for jobs whose own message is out of reach. */
export const fetch: Action = {
  name: 'fetch',
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const target = newTarget(context.invocation, true);
    const job = retarget(await findJob(jobId, context), target);
    const placed = (confirmed: typeof target) => context.jobs.bring(jobId, confirmed);
    return { kind: 'card', job, target, placed };
  },
};
