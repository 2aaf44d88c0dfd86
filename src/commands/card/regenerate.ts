import { UserError } from '../../lib/user-error.ts';
import { personalAddressesOf } from '../../services/image-api/personal-addresses.ts';
import type { Note } from '../../services/image-api/request-rules.ts';
import type { Submission } from '../../services/image-api/wire.ts';
import type { Job, Origin, Source } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/command.ts';
import type { Reply } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { refreshReferences } from '../requests/references.ts';
import { submit } from '../requests/submit.ts';
import { submitTyped } from '../requests/typed.ts';
import { staysAgeRestricted } from './posting-rights.ts';
import { linkTo } from '../../messages/markup.ts';

/** A request that is made out of an earlier job. */
export interface NewJobRequest {
  submission: Submission;
  notes: Note[];
  kind: Origin['kind'];
  /** The person's own prompt, where the one to be submitted is Easel's. */
  shownPrompt?: string | undefined;
  /** The style into which it was put. */
  style?: Job['style'];
  /** Whether it starts from other pictures that are hidden. */
  spoiler?: boolean;
  /** Where its reference pictures come from, if not from the job or from where that has its own. */
  sources?: Source[];
}

const withoutHook = (submission: Submission): Submission => {
  if (submission.family === 'artgen') {
    const { hookUrl, ...body } = submission.body;
    return { family: 'artgen', body };
  }
  const { hookUrl, ...body } = submission.body;
  return { family: 'gen', body };
};

/**
 * A request made out of an earlier job, without what that job's owner gave for themselves. They get all of it again; for
 * anybody else there is no hook of theirs.
 *
 * @throws UserError references-not-yours when it needs pictures at addresses that are for that person alone.
 */
export const withoutPersonalParts = (
  request: Submission,
  earlier: Pick<Job, 'personId' | 'submission'>,
  personId: string,
): Submission => {
  if (personId === earlier.personId) return request;
  const theirs = new Set(personalAddressesOf(earlier.submission));
  const references = request.family === 'gen' ? (request.body.referImages ?? []) : [];
  if (references.some((address) => theirs.has(address))) throw new UserError('references-not-yours');
  return withoutHook(request);
};

const isFromPicture = (kind: Origin['kind']): boolean =>
  kind === 'picture-edited' || kind === 'varied' || kind === 'enlarged';

/** The settings that a request takes over from an earlier job. */
export const asIn = (earlier: Job, kind: Origin['kind']) => {
  const link = linkTo(earlier.target);
  return {
    isPrivate: earlier.target.ephemeral,
    spoiler: earlier.spoiler === true,
    origin: { kind, jobId: earlier.id, ...(link !== undefined && { link }) },
    sources: isFromPicture(kind) ? [{ jobId: earlier.id }] : (earlier.sources ?? []),
  };
};

/**
 * Starts a new job from an earlier one, without another person's secrets.
 *
 * @throws UserError missing-right, age-restricted, references-not-yours, references-gone, and what {@link submit} throws.
 */
export const startFrom = async (
  earlier: Job,
  { submission, notes, kind, shownPrompt, style, spoiler = false, sources }: NewJobRequest,
  context: CommandContext,
): Promise<Reply> => {
  const { invocation, messenger } = context;
  assertMayUseCommands(invocation);
  await staysAgeRestricted(earlier, context);
  const own = withoutPersonalParts(submission, earlier, invocation.personId);
  const request = {
    submission: await refreshReferences(
      own,
      messenger,
      isFromPicture(kind) ? 'pictures-gone' : 'references-gone',
    ),
    notes,
    ...asIn(earlier, kind),
    ...(sources && { sources }),
    spoiler: spoiler || earlier.spoiler === true,
    shownPrompt,
    style,
  };
  return (kind === 'prompt-edited' || kind === 'picture-edited' ? submitTyped : submit)(request, context);
};
