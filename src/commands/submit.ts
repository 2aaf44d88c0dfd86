import { lintPrompt } from '../services/image-api/prompt-lint.ts';
import type { Submission } from '../services/image-api/wire.ts';
import type { Note, Origin } from '../services/jobs/job.ts';
import type { CommandContext } from './command.ts';
import { serverOf } from './invocation.ts';
import type { Reply } from './reply.ts';
import { newTarget } from './reply-targets.ts';
import { languageFor } from './words/index.ts';

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

/** The notes of a request, with what was noticed about its prompt's flags. */
const notesOf = ({ submission, notes }: Request): Note[] => {
  const others = notes.filter(({ kind }) => kind !== 'prompt-faults');
  const finding = submission.family === 'artgen' ? lintPrompt(submission.body.prompt) : undefined;
  return finding ? [...others, { kind: 'prompt-faults', ...finding }] : others;
};

/**
 * Accepts a request as a new job, whose card is the answer. It is submitted once the card stands there.
 *
 * @throws NoKeyError, SharedKeyLimitError, QueueFullError
 */
export const submit = async (
  request: Request,
  { invocation, guilds, jobs }: CommandContext,
): Promise<Reply> => {
  const { submission, isPrivate, spoiler, origin } = request;
  const target = newTarget(invocation, isPrivate);
  const { personId, roleIds, personPermissions, channelId } = invocation;
  const guildId = serverOf(invocation);
  const person = { personId, roleIds, personPermissions, channelId };
  const wish = { ...person, submission, ...(guildId !== undefined && { guildId }) };
  const language = await languageFor(invocation, guilds);
  const job = await guilds.admission.admit(wish, (account) =>
    jobs.accept({
      submission,
      notes: notesOf(request),
      account,
      personId,
      ...(guildId !== undefined && { guildId }),
      target,
      ...(spoiler === true && { spoiler }),
      ...(origin && { origin }),
      ...(language !== 'en' && { language }),
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
