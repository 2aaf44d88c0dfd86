import type { Submission } from '../services/image-api/wire.ts';
import type { Note } from '../services/jobs/job.ts';
import type { CommandContext } from './command.ts';
import type { Reply } from './reply.ts';
import { newTarget } from './reply-targets.ts';

/** What a person asked for, and whether the answer is for them alone. */
export interface Request {
  submission: Submission;
  notes: Note[];
  isPrivate: boolean;
}

/**
 * Accepts a request as a new job, whose card is the answer. It is submitted once the card stands there.
 *
 * @throws NoKeyError, SharedKeyLimitError, QueueFullError
 */
export const submit = async (
  request: Request,
  { invocation, guilds, jobs }: CommandContext,
): Promise<Reply> => {
  const { submission, notes, isPrivate } = request;
  const target = newTarget(invocation, isPrivate);
  const { personId } = invocation;
  const job = await guilds.admission.admit({ ...invocation, submission }, (account) =>
    jobs.accept({ submission, notes, account, personId, target }),
  );
  return {
    kind: 'card',
    job,
    target,
    placed: (confirmed) => jobs.answered(job.id, confirmed),
    notPlaced: () => jobs.withdraw(job.id),
  };
};
