import {
  optionsOf,
  referencesOf,
  type Built,
  type Submission,
} from '../../services/requests/families/index.ts';
import { UserError } from '../../lib/user-error.ts';
import { fileNameIn, isSpoilerFile } from '../../messages/picture-files.ts';
import type { WaitingJob } from '../../services/jobs/job.ts';
import type { Origin, Source } from '../../services/requests/ask.ts';
import { isMonthly, type Allowance } from '../../services/guilds/limit-rules.ts';
import type { Defaults } from '../../services/people/profiles.ts';
import type { Web } from '../../services/network/web.ts';
import type { CommandContext } from '../framework/command.ts';
import { managesServer, ownerHere, type Invocation } from '../framework/invocation.ts';
import type { Reply } from '../framework/reply.ts';
import { newTarget } from '../framework/reply-targets.ts';
import { languageFor } from '../framework/language.ts';
import { refuseDeleted } from './references.ts';
import { keepingRequest, recordRefusal } from './refusal.ts';

/** A person's request as it was built, and whether the answer is private. */
export interface BuiltRequest extends Built {
  isPrivate: boolean;
  /** Whether the pictures stay hidden until they are clicked. */
  spoiler?: boolean;
  /** The person's and the server's defaults, if they were read before. */
  defaults?: Defaults | undefined;
  /** The earlier job out of which it is made. */
  origin?: Origin | undefined;
  /** Where its reference pictures come from. */
  sources?: Source[] | undefined;
}

/**
 * The service fetches references and calls hooks, so no address may lead into its own network, or into one that it shares
 * with Easel.
 *
 * @throws UserError unusable-url
 */
const refusePrivateAddresses = async (
  submission: Submission,
  web: Pick<Web, 'leadsToPrivate'>,
): Promise<void> => {
  const check = async (option: string, url: string) => {
    if (await web.leadsToPrivate(url))
      throw new UserError('unusable-url', { option, reason: 'private', url });
  };
  const { hookUrl } = submission.body;
  const hooks = hookUrl === undefined ? [] : [hookUrl];
  await Promise.all([
    ...referencesOf(submission).map((url) => check('reference_urls', url)),
    ...hooks.map((url) => check('hook_url', url)),
  ]);
};

/** However a hidden file came in, its name says so. */
const startsFromSpoiler = (submission: Submission): boolean =>
  referencesOf(submission).some((url) => isSpoilerFile({ filename: fileNameIn(url) }));

/** The card shows the rest of a limit when it is at most this. */
const FEW = 3;

/** The requests that a person has left: today, or this month where those are as few. */
export interface Left {
  /** Infinity where nothing limits them. */
  left: number;
  isOfMonth: boolean;
}

export const leftOf = (allowances: readonly Allowance[]): Left => {
  const left = Math.min(...allowances.map((one) => one.left));
  return { left, isOfMonth: allowances.some((one) => one.left === left && isMonthly(one)) };
};

const factsOf = (invocation: Invocation, all: readonly Built[]) => {
  const { roleIds, channelId } = invocation;
  return {
    ...ownerHere(invocation),
    roleIds,
    managesServer: managesServer(invocation),
    channelId,
    submissions: all.map(({ submission }) => submission),
    shownPrompts: all.flatMap(({ shownPrompt }) => shownPrompt ?? []),
  };
};

/**
 * Admits requests that differ in their submissions alone, all or none.
 *
 * @param take makes jobs of them: each counts at once, and is submitted once its card is in Discord.
 * @throws UserError source-deleted, unusable-url, too-few-left, and the errors of the server's rules; `take` may throw queue-full
 */
const admit = async <T>(
  all: readonly Built[],
  request: Omit<BuiltRequest, keyof Built>,
  context: CommandContext,
  take: (accept: (built: Built) => WaitingJob) => T | Promise<T>,
): Promise<T> => {
  const { invocation, guilds, jobs, profiles, clock, web } = context;
  const { isPrivate, spoiler, origin, sources = [] } = request;
  await refuseDeleted(sources, context);
  await Promise.all(all.map(({ submission }) => refusePrivateAddresses(submission, web)));
  const target = newTarget(invocation, isPrivate);
  const { personId, guildId } = ownerHere(invocation);
  const language = languageFor(invocation, await context.settings());
  const { notify } = request.defaults ?? (await profiles.of(personId)).defaults;
  return guilds.admission.admit(factsOf(invocation, all), ({ account, allowances, atOnce }) => {
    const most = leftOf(allowances);
    if (most.left < all.length) throw new UserError('too-few-left', { count: all.length, ...most });
    let { left } = most;
    return take(({ submission, notes, style, shownPrompt }) => {
      left -= 1;
      return jobs.accept({
        submission,
        notes,
        style,
        shownPrompt,
        account,
        personId,
        guildId,
        target,
        spoiler: spoiler === true || startsFromSpoiler(submission) ? true : undefined,
        origin,
        sources: sources.length > 0 ? sources : undefined,
        notify: notify && { by: notify, since: clock.steady() },
        language: language === 'en' ? undefined : language,
        ...(left <= FEW && { left, leftOfMonth: most.isOfMonth ? true : undefined }),
        atOnce,
      });
    });
  });
};

/** Requests that differ in their submissions alone, as {@link admit}; an admin can see in the log what a rule stops. */
export const admitAll: typeof admit = async (all, request, context, take) => {
  try {
    return await admit(all, request, context, take);
  } catch (error) {
    const [first] = all;
    const prompt = first?.shownPrompt ?? first?.submission.body.prompt ?? '';
    recordRefusal(error, { prompt, isPrivate: request.isPrivate }, context);
    throw error;
  }
};

/**
 * Accepts a request as a new job whose card is the answer. It is submitted once the card is in Discord.
 *
 * @throws UserError unusable-url, queue-full, and the errors of the server's rules
 */
export const submitBuilt = (
  built: Built,
  request: Omit<BuiltRequest, keyof Built>,
  context: CommandContext,
): Promise<Reply> => admitAll([built], request, context, (accept) => ({ kind: 'job', job: accept(built) }));

/** Accepts a request that was made out of an earlier job, as {@link submitBuilt}. The errors are kept with it. */
export const submit = (
  { submission, notes, style, shownPrompt, ...request }: BuiltRequest,
  context: CommandContext,
): Promise<Reply> => {
  const { isPrivate, spoiler = false, origin, sources } = request;
  const built = { submission, notes, style, shownPrompt };
  const refused = {
    request: optionsOf(built),
    isPrivate,
    spoiler,
    origin,
    sources,
    shownPrompt: style ? undefined : shownPrompt,
  };
  return keepingRequest(refused, () => submitBuilt(built, request, context));
};
