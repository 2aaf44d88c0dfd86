import { JobNotFoundError } from '../../services/jobs/errors.ts';
import { askAgain as askedAgain } from '../../services/jobs/transitions.ts';
import { clickedTarget } from '../reply-targets.ts';
import { findJob } from './action.ts';
import type { Action } from './action.ts';

/** Asks the service once more about a task that was not done in time. Nothing is paid again, so anybody may. */
export const askAgain: Action = {
  name: 'ask-again',
  answers: 'in-place',
  run: async (jobId, { jobs, clock, invocation, ...context }) => {
    const found = await findJob(jobId, { jobs, clock, invocation, ...context });
    const job = askedAgain(found, clock.now());
    if (!job) throw new JobNotFoundError(jobId);
    const placed = (target: typeof job.target) => jobs.askAgain(jobId, target);
    return { kind: 'card', job, target: clickedTarget(invocation), placed };
  },
};
