import {
  factsOf,
  optionsOf,
  withoutHook,
  type Built,
  type RequestOptions,
  type Submission,
} from '../../services/requests/families/index.ts';
import { UserError } from '../../lib/user-error.ts';
import { privateAddressesOf, type Job } from '../../services/jobs/job.ts';
import { isFromPicture, type Ask, type Origin, type Source } from '../../services/requests/ask.ts';
import type { CommandContext } from '../framework/context.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { sourceIn } from '../requests/references.ts';
import { staysAgeRestricted } from './posting-rights.ts';
import { linkTo } from '../../messages/markup.ts';

/** A request that is made out of an earlier job. */
interface FromJob {
  kind: Origin['kind'];
  /** Whether it starts from other pictures that are hidden. */
  spoiler?: boolean;
  /** The sources of its reference pictures. Absent: the job itself, or the sources of the job. */
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
  if (factsOf(request).references.some((address) => theirs.has(address)))
    throw new UserError('references-not-yours');
  return withoutHook(request);
};

/**
 * What a person asks for on the card of an earlier job, without another person's secrets: a body as it is, or options that they typed.
 *
 * @throws UserError missing-right, age-restricted, references-not-yours
 */
export const askFrom = async (
  earlier: Job,
  { kind, spoiler = false, sources, ...wanted }: FromJob & ({ built: Built } | { request: RequestOptions }),
  context: CommandContext,
): Promise<Ask> => {
  const { invocation } = context;
  assertMayUseCommands(invocation);
  await staysAgeRestricted(earlier, context);
  const asBefore = {
    isPrivate: earlier.target.ephemeral,
    spoiler: spoiler || earlier.spoiler === true,
    origin: { kind, jobId: earlier.id, link: linkTo(earlier.target) },
    sources: sources ?? (isFromPicture(kind) ? [sourceIn(earlier)] : (earlier.sources ?? [])),
  };
  if ('request' in wanted) return { ...wanted, ...asBefore };
  const submission = withoutPersonalParts(wanted.built.submission, earlier, invocation.personId);
  const built = { ...wanted.built, submission };
  const { style, shownPrompt } = built;
  return {
    ...asBefore,
    built: [built],
    request: optionsOf(built),
    shownPrompt: style ? undefined : shownPrompt,
  };
};
