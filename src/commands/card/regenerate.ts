import {
  referencesOf,
  withoutHook,
  type Built,
  type RequestOptions,
  type Submission,
} from '../../services/requests/families/index.ts';
import { UserError } from '../../lib/user-error.ts';
import { privateAddressesOf, type Job } from '../../services/jobs/job.ts';
import type { Origin, Source } from '../../services/requests/ask.ts';
import type { CommandContext } from '../framework/command.ts';
import type { Reply } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { refreshReferences, sourceIn } from '../requests/references.ts';
import { submit } from '../requests/submit.ts';
import { submitOptions } from '../requests/typed.ts';
import { staysAgeRestricted } from './posting-rights.ts';
import { linkTo } from '../../messages/markup.ts';

/** A request that is made out of an earlier job. */
interface FromJob {
  kind: Origin['kind'];
  /** Whether it starts from other pictures that are hidden. */
  spoiler?: boolean;
  /** Where its reference pictures come from, if not from the job or from where that has its own. */
  sources?: Source[] | undefined;
}

/**
 * A request made out of an earlier job, without what that job's owner gave for themselves. They get all of it again; for
 * anybody else there is no hook of theirs.
 *
 * @throws UserError references-not-yours when it needs pictures at addresses that are for that person alone.
 */
export const withoutPersonalParts = (
  request: Submission,
  earlier: Pick<Job, 'personId' | 'submission' | 'sources'>,
  personId: string,
): Submission => {
  if (personId === earlier.personId) return request;
  const theirs = new Set(privateAddressesOf(earlier));
  if (referencesOf(request).some((address) => theirs.has(address)))
    throw new UserError('references-not-yours');
  return withoutHook(request);
};

const isFromPicture = (kind: Origin['kind']): boolean =>
  kind === 'picture-edited' || kind === 'varied' || kind === 'enlarged';

/** The settings that a request takes over from an earlier job. */
const asIn = (earlier: Job, { kind, sources }: Pick<FromJob, 'kind' | 'sources'>) => ({
  isPrivate: earlier.target.ephemeral,
  spoiler: earlier.spoiler === true,
  origin: { kind, jobId: earlier.id, link: linkTo(earlier.target) },
  sources: sources ?? (isFromPicture(kind) ? [sourceIn(earlier)] : (earlier.sources ?? [])),
});

const whenGone = (kind: Origin['kind']) => (isFromPicture(kind) ? 'pictures-gone' : 'references-gone');

const assertMayStart = async (earlier: Job, context: CommandContext): Promise<void> => {
  assertMayUseCommands(context.invocation);
  await staysAgeRestricted(earlier, context);
};

/**
 * Starts a new job from an earlier one, without another person's secrets.
 *
 * @throws UserError missing-right, age-restricted, references-not-yours, references-gone, and what {@link submit} throws.
 */
export const startFrom = async (
  earlier: Job,
  { submission, kind, spoiler = false, sources, ...built }: FromJob & Built,
  context: CommandContext,
): Promise<Reply> => {
  await assertMayStart(earlier, context);
  const own = withoutPersonalParts(submission, earlier, context.invocation.personId);
  const fresh = await refreshReferences(own, context.messenger, whenGone(kind));
  const places = asIn(earlier, { kind, sources });
  const request = { ...built, ...places, spoiler: spoiler || places.spoiler, submission: fresh };
  return submit(request, context);
};

/**
 * Starts a new job with what a person has typed into the form of an earlier one.
 *
 * @throws UserError missing-right, age-restricted, and what {@link submitOptions} throws.
 */
export const startTyped = async (
  earlier: Job,
  { request, kind, sources }: Omit<FromJob, 'spoiler'> & { request: RequestOptions },
  context: CommandContext,
): Promise<Reply> => {
  await assertMayStart(earlier, context);
  const asked = { request, ...asIn(earlier, { kind, sources }) };
  return submitOptions(asked, context, { whenGone: whenGone(kind) });
};
