import { isUserError, UserError } from '../../lib/user-error.ts';
import { fileNameIn, isSpoilerFile } from '../../messages/picture-files.ts';
import type { Admitted } from '../../services/guilds/admission.ts';
import { leftOf } from '../../services/guilds/limit-rules.ts';
import { formJobId } from '../../services/jobs/form-job.ts';
import type { WaitingJob } from '../../services/jobs/job.ts';
import type { Ask } from '../../services/requests/ask.ts';
import { asMeant, doubtsIn, meantFlag } from '../../services/requests/doubts.ts';
import {
  build,
  factsOf,
  withPrompt,
  withLinks,
  type Built,
  type Submission,
} from '../../services/requests/families/index.ts';
import { permute } from '../../services/requests/permutations.ts';
import { asksPrivately, type Prompt } from '../../services/requests/prompt.ts';
import type { CommandContext } from '../framework/context.ts';
import { languageFor, managesServer, ownerHere } from '../framework/invocation.ts';
import { newTarget } from '../framework/reply-targets.ts';
import type { Reply } from '../framework/reply.ts';
import { question, type Question } from './question.ts';
import { refuseDeleted, workingLinks } from './references.ts';
import { recordRefusal } from './refusal.ts';

/**
 * The result of an ask. Jobs that were accepted count from now on: the caller answers with their cards, or drops them. Nothing was
 * accepted of what is asked about or refused.
 */
export type Outcome =
  | { kind: 'accepted'; jobs: readonly [WaitingJob, ...WaitingJob[]] }
  | { kind: 'asked'; ask: Ask; about: Question }
  | { kind: 'refused'; ask: Ask; error: UserError };

/** An ask with a body for each of its prompts. */
interface Ready {
  all: readonly Built[];
  /** The parsed prompts of the bodies; empty for repeated bodies. */
  own: readonly Prompt[];
  /** Whether a link was typed as hidden. */
  isHidden: boolean;
  /** Whether the prompt stands for too many requests. Then the only body is made of the whole prompt. */
  isTooMany: boolean;
}

/** @throws UserError private-flag, where a prompt asks to be private and its answer is for everyone already; and when an option breaks a rule */
const readyOf = ({ request, built, agreed, isPrivate, shownPrompt }: Ask): Ready => {
  if (built) return { all: built, own: [], isHidden: false, isTooMany: false };
  const { prompt } = request.options;
  const prompts = agreed ?? permute(prompt);
  const read = (prompts ?? [prompt]).map((one) => build(withPrompt(request, one)));
  if (!agreed && !isPrivate && read.some((one) => one.isPrivate)) throw new UserError('private-flag');
  return {
    all: read.map((one) => ({ shownPrompt, ...one.built })),
    own: read.map(({ own }) => own),
    isHidden: read.some((one) => one.isHidden),
    isTooMany: prompts === undefined,
  };
};

/** The same with working links. @throws UserError references-gone or pictures-gone, file-server-away */
const withWorkingLinks = async (
  ready: Ready,
  { origin }: Ask,
  { messages }: CommandContext,
): Promise<Ready> => {
  const links = new Set(ready.all.flatMap(({ submission }) => factsOf(submission).links));
  if (links.size === 0) return ready;
  const working = await workingLinks([...links], messages, origin?.kind);
  const all = ready.all.map((one) => ({ ...one, submission: withLinks(one.submission, working) }));
  return { ...ready, all };
};

/** An ask with the flags that were meant for those that were typed; undefined where that is up to its person. */
export const askAsMeant = (ask: Ask): Ask | undefined => {
  const { request, isPrivate } = ask;
  const prompt = asMeant(request.options.prompt, doubtsIn(request.family, readyOf(ask).own));
  return prompt === undefined
    ? undefined
    : { ...ask, request: withPrompt(request, prompt), isPrivate: isPrivate || asksPrivately(prompt) };
};

const ownPromptOf = ({ submission, shownPrompt }: Built): string => shownPrompt ?? submission.body.prompt;

/** However a hidden file came in, its name says so. */
const startsFromSpoiler = (submission: Submission): boolean =>
  factsOf(submission).links.some((url) => isSpoilerFile({ filename: fileNameIn(url) }));

const REPEAT = /^r(?:epeat)?$/;

/** What the person is asked before anything is accepted; undefined: nothing. */
const questionAbout = (
  { request, built, agreed }: Ask,
  { all, own, isHidden, isTooMany }: Ready,
): Question | undefined => {
  if (built ?? agreed) return undefined;
  // A prompt that makes too many keeps its `--repeat`, whose number can be read.
  const isMeant = ({ meant }: { meant: string }) => !isTooMany || !REPEAT.test(meant);
  const doubts = doubtsIn(request.family, own).filter(isMeant);
  if (all.length === 1 && !isTooMany && doubts.length === 0) return undefined;
  const isReadable = asMeant(request.options.prompt, doubts) !== undefined;
  return {
    prompts: isTooMany ? undefined : all.map(ownPromptOf),
    doubts,
    meant: isReadable ? doubts.flatMap((doubt) => meantFlag(doubt) ?? []) : [],
    first: all[0]?.submission,
    isHidden: isHidden || all.some(({ submission }) => startsFromSpoiler(submission)),
  };
};

/**
 * The service fetches references and calls hooks, so no address may lead into its own network, or into one that it shares
 * with Easel.
 *
 * @throws UserError unusable-url
 */
const refusePrivateAddresses = async (submission: Submission, { web }: CommandContext): Promise<void> => {
  const check = async (option: string, url: string) => {
    if (await web.leadsToPrivate(url))
      throw new UserError('unusable-url', { option, reason: 'address', url });
  };
  const { references, links } = factsOf(submission);
  const { hookUrl } = submission.body;
  const hooks = hookUrl === undefined ? [] : [hookUrl];
  await Promise.all([
    ...links.map((url) => check(references.includes(url) ? 'reference_urls' : 'prompt', url)),
    ...hooks.map((url) => check('hook_url', url)),
  ]);
};

/** The card shows the rest of a limit when it is at most this. */
const FEW = 3;

/** Makes jobs of bodies that were admitted, all or none. They count at once, and are submitted once their cards are in Discord. */
const accepting = async (ask: Ask, all: readonly Built[], context: CommandContext) => {
  const { invocation, jobs, openJobs, profiles, clock } = context;
  const { isPrivate, spoiler, origin, sources = [] } = ask;
  const { personId, guildId } = ownerHere(invocation);
  const language = isPrivate ? context.language : languageFor(invocation, await context.settings());
  const target = { ...newTarget(invocation, isPrivate), language };
  const { mention, direct } = ask.notify ?? (await profiles.of(personId)).defaults;
  const isTold = mention === true || direct === true;
  return ({ account, allowances, atOnce }: Admitted): WaitingJob[] => {
    const most = leftOf(allowances);
    if (most.left < all.length) throw new UserError('too-few-left', { count: all.length, ...most });
    const made: WaitingJob[] = [];
    const accept = (one: Built, left: number) => {
      const id = invocation.form && formJobId(invocation.form, made.length);
      const job = {
        ...one,
        account,
        personId,
        guildId,
        target,
        spoiler: spoiler || startsFromSpoiler(one.submission) ? true : undefined,
        origin,
        sources: sources.length > 0 ? sources : undefined,
        notify: isTold ? { mention, direct, since: clock.steady() } : undefined,
        left: left <= FEW ? { count: left, period: most.period } : undefined,
        list: made[0]?.id,
        atOnce,
      };
      return jobs.accept(job, id);
    };
    try {
      for (const one of all) made.push(accept(one, most.left - made.length - 1));
    } catch (error) {
      for (const { id } of made) openJobs.drop(id);
      throw error;
    }
    return made;
  };
};

/** @throws UserError source-deleted, unusable-url, too-few-left, queue-full, and the errors of the server's rules */
const admitted = async (
  ask: Ask,
  { all, isHidden }: Ready,
  context: CommandContext,
): Promise<WaitingJob[]> => {
  const { invocation, guilds } = context;
  await refuseDeleted(ask.sources ?? [], context);
  await Promise.all(all.map(({ submission }) => refusePrivateAddresses(submission, context)));
  const { roleIds, channelId } = invocation;
  const who = { ...ownerHere(invocation), roleIds, channelId, managesServer: managesServer(invocation) };
  return guilds.admission.admit(
    { ...who, requests: all },
    await accepting({ ...ask, spoiler: ask.spoiler || isHidden }, all, context),
  );
};

/**
 * The one way from what a person wants to jobs: build → links → doubts → sources and addresses → admission. An ask that
 * a rule declines is `refused`; only faults are thrown.
 */
export const request = async (ask: Ask, context: CommandContext): Promise<Outcome> => {
  let ready: Ready | undefined;
  try {
    ready = await withWorkingLinks(readyOf(ask), ask, context);
    const about = questionAbout(ask, ready);
    if (about) return { kind: 'asked', ask, about };
    const [job, ...others] = await admitted(ask, ready, context);
    if (!job) throw new Error('an ask without a prompt');
    return { kind: 'accepted', jobs: [job, ...others] };
  } catch (error) {
    if (!isUserError(error)) throw error;
    const [first] = ready?.all ?? [];
    const prompt = first ? ownPromptOf(first) : ask.request.options.prompt;
    recordRefusal(error, { prompt, isPrivate: ask.isPrivate }, context);
    return { kind: 'refused', ask, error };
  }
};

/** The answer to an ask: the card of its job, or how many have one of their own; the question or the refusal. */
export const replyTo = async (outcome: Outcome, context: CommandContext): Promise<Reply> => {
  if (outcome.kind === 'asked') return question(outcome.ask, outcome.about, context);
  if (outcome.kind === 'refused') return outcome;
  const { jobs } = outcome;
  if (jobs.length === 1) return { kind: 'job', job: jobs[0] };
  return { kind: 'private', message: { content: context.words.several.made(jobs.length) }, jobs };
};

/**
 * Asks, and answers.
 *
 * @param refusal why the request can't be made: one of its options can't be used.
 */
export const requested = async (ask: Ask, context: CommandContext, refusal?: UserError): Promise<Reply> =>
  refusal ? { kind: 'refused', ask, error: refusal } : replyTo(await request(ask, context), context);
