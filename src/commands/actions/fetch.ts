import { newTarget } from '../reply-targets.ts';
import { findOwnJob } from './action.ts';
import type { Action } from './action.ts';

/** Brings a job's answer into a new private message: for jobs whose own message is out of reach. */
export const fetch: Action = {
  name: 'fetch',
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const job = await findOwnJob(jobId, context);
    const placed = (target: typeof job.target) => context.jobs.bring(jobId, target);
    return { kind: 'card', job, target: newTarget(context.invocation, true), placed };
  },
};
