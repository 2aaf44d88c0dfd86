import { UserError } from '../../lib/user-error.ts';
import { restOf, type Job } from '../../services/jobs/job.ts';
import type { Built } from '../../services/requests/families/index.ts';
import { triedAgain } from '../../services/jobs/more-time.ts';
import { once } from '../framework/action.ts';
import { asTheJob, ended, jobAction, succeeded } from '../framework/job-action.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Reply } from '../framework/reply.ts';
import { replyTo, request } from '../requests/request.ts';
import { askFrom } from './regenerate.ts';
import { offeringReferences } from './renew-references.ts';
import { FOR_ALL, FOR_OWNER } from '../framework/may.ts';

const builtOf = ({ submission, notes, shownPrompt, style }: Job): Built => ({
  submission,
  notes,
  shownPrompt,
  style,
});

/** Those that ended unsent with a job, as they are now. */
const unsentWith = async (job: Job, { openJobs }: CommandContext): Promise<Job[]> => {
  const rest = await Promise.all(restOf(job).map((id) => openJobs.find(id)));
  return rest.flatMap((one) => (one?.state === 'failed' && one.failure.kind === 'list-ended' ? one : []));
};

/** @param others those that are made again with it. */
const startAgain = async (job: Job, context: CommandContext, others: readonly Job[] = []): Promise<Reply> => {
  const ask = await askFrom(job, { kind: 'again', built: builtOf(job) }, context);
  const built = [...(ask.built ?? []), ...others.map(builtOf)];
  const outcome = await request({ ...ask, built }, context);
  // The refusal of one request gets buttons of its own. For several, the card stays, and its button can be pressed again.
  if (outcome.kind === 'refused' && others.length > 0) throw outcome.error;
  return replyTo(outcome, context);
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
  answers: (job) => (restOf(job).length > 0 ? 'privately' : asTheJob(job)),
  run: async (job, _use, context) => {
    const start = async () => {
      // The button may be on an earlier page of the history.
      if (job.state === 'succeeded') throw new UserError('pictures-came');
      return startAgain({ ...job, submission: triedAgain(job) }, context, await unsentWith(job, context));
    };
    return offeringReferences(job.id, () => once(`try-again ${job.id}`, start, context), context.words);
  },
});
