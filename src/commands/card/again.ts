import { UserError } from '../../lib/user-error.ts';
import type { Job } from '../../services/jobs/job.ts';
import { triedAgain } from '../../services/jobs/more-time.ts';
import { once } from '../framework/action.ts';
import { asTheJob, ended, jobAction, succeeded } from '../framework/job-action.ts';
import type { CommandContext } from '../framework/command.ts';
import type { Reply } from '../framework/reply.ts';
import { requested } from '../requests/request.ts';
import { askFrom } from './regenerate.ts';
import { offeringReferences } from './renew-references.ts';
import { FOR_ALL, FOR_OWNER } from '../framework/may.ts';

const startAgain = async (job: Job, context: CommandContext): Promise<Reply> => {
  const { submission, notes, shownPrompt, style } = job;
  const built = { submission, notes, shownPrompt, style };
  return requested(await askFrom(job, { kind: 'again', built }, context), context);
};

/** Repeats a request for anybody, as a new job with the same request body. */
export const again = jobAction({
  name: 'again',
  may: FOR_ALL,
  needs: succeeded,
  answers: asTheJob,
  run: async (job, _use, context) => {
    const { invocation, words } = context;
    const start = async () => startAgain(job, context);
    const started = () => once(`again ${job.id} ${invocation.personId}`, start, context);
    // A reaction can't open a form for files.
    return invocation.interaction ? offeringReferences(job.id, started, words) : started();
  },
});

/** Repeats a request without pictures, or with an unknown outcome, as a new paid job. @throws UserError pictures-came */
export const tryAgain = jobAction({
  name: 'try-again',
  may: FOR_OWNER,
  needs: ended,
  answers: asTheJob,
  run: async (job, _use, context) => {
    const start = async () => {
      // The button may be on an earlier page of the history.
      if (job.state === 'succeeded') throw new UserError('pictures-came');
      return startAgain({ ...job, submission: triedAgain(job) }, context);
    };
    return offeringReferences(job.id, () => once(`try-again ${job.id}`, start, context), context.words);
  },
});
