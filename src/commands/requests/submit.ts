import { PermissionFlagsBits } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import { buildSubmission, optionsOf } from '../../services/image-api/request-rules.ts';
import type { Submission } from '../../services/image-api/wire.ts';
import type { RefusedRequest } from '../../services/jobs/drafts.ts';
import type { Note, Origin } from '../../services/jobs/job.ts';
import type { Account } from '../../services/accounts/account.ts';
import { allowancesOf } from '../framework/allowances.ts';
import type { Defaults } from '../../services/people/profile.ts';
import type { Web } from '../../services/network/web.ts';
import type { CommandContext } from '../framework/command.ts';
import { hasPermission, serverOf } from '../framework/invocation.ts';
import type { Reply } from '../framework/reply.ts';
import { newTarget } from '../framework/reply-targets.ts';
import { languageFor } from '../framework/language.ts';
import { keepingRequest } from './refusal.ts';

/** A person's request, and whether the answer is private. */
export interface Request {
  submission: Submission;
  notes: Note[];
  isPrivate: boolean;
  /** Whether the pictures stay hidden until somebody clicks them. */
  spoiler?: boolean;
  /** The person's and the server's defaults, if they were read before. */
  defaults?: Defaults;
  /** The earlier job out of which it is made. */
  origin?: Origin;
  /** The person's own prompt, where the one to be submitted is Easel's. */
  shownPrompt?: string;
}

/**
 * The service fetches references and calls hooks: an address that leads into its own network, or into one that it shares
 * with Easel, is nobody's to give.
 *
 * @throws UserError unusable-url
 */
const refusePrivateAddresses = async (
  { family, body }: Submission,
  web: Pick<Web, 'leadsToPrivate'>,
): Promise<void> => {
  const check = async (option: string, url: string) => {
    if (await web.leadsToPrivate(url))
      throw new UserError('unusable-url', { option, reason: 'private', url });
  };
  const references = family === 'gen' ? (body.referImages ?? []) : [];
  const hooks = body.hookUrl === undefined ? [] : [body.hookUrl];
  await Promise.all([
    ...references.map((url) => check('reference_urls', url)),
    ...hooks.map((url) => check('hook_url', url)),
  ]);
};

/** The card shows the rest of a limit when it is at most this. */
const FEW = 3;

/** How many requests the person has left today after one more; undefined where nothing limits them. */
const leftAfterThis = async (account: Account, context: CommandContext): Promise<number | undefined> => {
  const allowances = await allowancesOf(account, context);
  return allowances.length === 0 ? undefined : Math.min(...allowances.map(({ left }) => left)) - 1;
};

const accept = async (request: Request, context: CommandContext): Promise<Reply> => {
  const { invocation, guilds, jobs, people, clock, web } = context;
  const { submission, notes, isPrivate, spoiler, origin, shownPrompt } = request;
  await refusePrivateAddresses(submission, web);
  const target = newTarget(invocation, isPrivate);
  const { personId, roleIds, personPermissions, channelId } = invocation;
  const guildId = serverOf(invocation);
  const managesServer = hasPermission(personPermissions, PermissionFlagsBits.ManageGuild);
  const person = { personId, roleIds, managesServer, channelId };
  const shown = shownPrompt === undefined ? {} : { shownPrompt };
  const facts = { ...person, submission, ...shown, ...(guildId !== undefined && { guildId }) };
  const language = await languageFor(invocation, guilds);
  const { notify } = request.defaults ?? (await people.profiles.of(personId)).defaults;
  const job = await guilds.admission.admit(facts, async (account) => {
    const left = await leftAfterThis(account, context);
    const atOnce = await guilds.limits.atOnce(facts);
    return jobs.accept({
      submission,
      notes,
      account,
      personId,
      ...(guildId !== undefined && { guildId }),
      target,
      ...(spoiler === true && { spoiler }),
      ...(origin && { origin }),
      ...shown,
      ...(notify !== undefined && { notify: { by: notify, since: clock.now() } }),
      ...(language !== 'en' && { language }),
      ...(left !== undefined && left <= FEW && { left }),
      ...(atOnce && { atOnce }),
    });
  });
  return { kind: 'job', job };
};

/**
 * Accepts a request as a new job whose card is the answer. It is submitted once the card is in Discord.
 *
 * @throws UserError unusable-url, queue-full, and the errors of the server's rules, each with the request
 */
export const submit = (request: Request, context: CommandContext): Promise<Reply> => {
  const { submission, isPrivate, spoiler = false, origin, shownPrompt } = request;
  const refused = {
    request: optionsOf(submission),
    ...{ isPrivate, spoiler, ...(origin && { origin }), ...(shownPrompt !== undefined && { shownPrompt }) },
  };
  return keepingRequest(refused, () => accept(request, context));
};

/**
 * Accepts a request by its options, as {@link submit}.
 *
 * @throws UserError also when an option breaks a rule
 */
export const submitOptions = (
  asked: RefusedRequest,
  context: CommandContext,
  more: Pick<Request, 'defaults'> = {},
): Promise<Reply> =>
  keepingRequest(asked, () => {
    const { request, ...rest } = asked;
    return submit({ ...buildSubmission(request), ...rest, ...more }, context);
  });
