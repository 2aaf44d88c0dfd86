import { UserError } from '../../lib/user-error.ts';
import type { Job } from '../../services/jobs/job.ts';
import { MOST_MINUTES, withMostTime } from '../../services/jobs/more-time.ts';
import { findEnded, findSucceeded, once, visibilityOfJob, type Action } from '../framework/action.ts';
import type { CommandContext } from '../framework/command.ts';
import type { Reply } from '../framework/reply.ts';
import { startFrom } from './regenerate.ts';
import { offeringReferences } from './renew-references.ts';
import { FOR_ALL, FOR_OWNER } from '../framework/may.ts';

const startAgain = (job: Job, context: CommandContext): Promise<Reply> => {
  const { submission, notes, shownPrompt, style } = job;
  return startFrom(job, { submission, notes, kind: 'again', shownPrompt, style }, context);
};

/** Repeats a request for anybody, as a new job with the same request body. */
export const again: Action = {
  name: 'again',
  may: FOR_ALL,
  answers: visibilityOfJob,
  run: async ({ subject: jobId }, context) => {
    const { invocation, words } = context;
    const start = async () => startAgain(await findSucceeded(jobId, context), context);
    const started = once(`again ${jobId} ${invocation.personId}`, start, context);
    // A reaction can't open a form for files.
    return invocation.interaction ? offeringReferences(jobId, started, words) : started;
  },
};

/** Repeats a request without pictures, or with an unknown outcome, as a new paid job. @throws UserError pictures-came */
export const tryAgain: Action = {
  name: 'try-again',
  may: FOR_OWNER,
  answers: visibilityOfJob,
  run: async ({ subject: jobId, number }, context) => {
    const start = async () => {
      const job = await findEnded(jobId, context);
      // The button may be on an earlier page of the history.
      if (job.state === 'succeeded') throw new UserError('pictures-came');
      const { submission } = job;
      return startAgain(
        number === MOST_MINUTES ? { ...job, submission: withMostTime(submission) } : job,
        context,
      );
    };
    return offeringReferences(jobId, once(`try-again ${jobId}`, start, context), context.words);
  },
};
