import type { Submission } from '../services/image-api/wire.ts';
import type { Note, Origin } from '../services/jobs/job.ts';
import type { CommandContext } from './command.ts';
import type { Reply } from './reply.ts';
import { newTarget } from './reply-targets.ts';

/** What a person asked for, and whether the answer is for them alone. */
export interface Request {
  submission: Submission;
  notes: Note[];
  isPrivate: boolean;
  /** Whether the pictures stay hidden until somebody clicks them. */
  spoiler?: boolean;
  /** The earlier job out of which it is made. */
  origin?: Origin;
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
  const { submission, notes, isPrivate, spoiler, origin } = request;
  const target = newTarget(invocation, isPrivate);
  const { personId } = invocation;
  const job = await guilds.admission.admit({ ...invocation, submission }, (account) =>
    jobs.accept({
      submission,
      notes,
      account,
      personId,
      target,
      ...(spoiler === true && { spoiler }),
      ...(origin && { origin }),
    }),
  );
  return {
    kind: 'card',
    job,
    target,
    placed: (confirmed) => jobs.answered(job.id, confirmed),
    notPlaced: () => jobs.withdraw(job.id),
  };
};
