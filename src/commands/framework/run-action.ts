import { customId, parseCustomId } from '../../messages/custom-id.ts';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { isUserError, UserError } from '../../lib/user-error.ts';
import { formJobId } from '../../services/jobs/form-job.ts';
import { isEnded, type Job } from '../../services/jobs/job.ts';
import type { Action, ActionUse, Step } from './action.ts';
import type { CommandContext } from './context.ts';
import { hasPermission, managesServer, serverOf, type Invocation } from './invocation.ts';
import type { Answers, Reply } from './reply.ts';
import type { JobRight, Party, PlaceRight } from './may.ts';
import { assertOperator, keyOwner, managedGuild } from './rights.ts';

/** An invocation and the job that it is about. */
export interface JobFacts {
  /** Undefined when there is no job with that id. */
  job: Job | undefined;
  /** The job whose card the message that is used is, or once was. */
  jobOfMessage: Job | undefined;
  invocation: Invocation;
}

/**
 * `hidden`: the person may not even know whether the job exists.
 * `not-admin`: the person lacks a right in the server, independent of the job.
 */
export type JobVerdict = 'allowed' | 'hidden' | 'not-yours' | 'not-admin';

const holds = ({ context, personPermissions }: Invocation, permission: bigint): boolean =>
  context === 'guild' && hasPermission(personPermissions, permission);

const isAdmin = (invocation: Invocation): boolean =>
  holds(invocation, PermissionFlagsBits.ManageMessages) || managesServer(invocation);

/** Whether the message that is used is a posted picture of the job. Only the bot gives its messages their buttons. */
const isPostOf = ({ id, target }: Job, { message }: Invocation): boolean =>
  message !== undefined &&
  message.id !== target.messageId &&
  message.customIds
    ?.map(parseCustomId)
    .some((own) => own?.subject === id && own.action.startsWith('delete')) === true;

const partiesOf = (
  job: Job,
  invocation: Invocation,
  kind: JobRight['message'],
): Readonly<Record<Party, boolean>> => {
  const { personId, guildId, target } = job;
  const { message, channelId } = invocation;
  const isPost = kind === 'card-or-post' && isPostOf(job, invocation);
  const isThere =
    channelId === target.channelId || (message !== undefined && message.id === target.messageId);
  const isOfServer = guildId !== undefined && guildId === invocation.guildId && guildId === target.guildId;
  return {
    owner: personId === invocation.personId,
    bystander: isThere,
    moderator: (isThere || isPost) && holds(invocation, PermissionFlagsBits.ManageMessages),
    poster: isPost && message?.askedBy === invocation.personId,
    admin: isOfServer && isAdmin(invocation),
  };
};

/** Whether an action may change the message that is used: the job's card, or one that the job's owner alone sees. */
const isOwnMessage = (
  job: Job,
  kind: JobRight['message'],
  { jobOfMessage, invocation }: JobFacts,
): boolean => {
  const { message, personId } = invocation;
  if (!message) return false;
  if (kind === 'panel') return message.ephemeral;
  if (kind === 'card-or-post' && isPostOf(job, invocation)) return true;
  if (message.id === job.target.messageId || jobOfMessage?.id === job.id) return true;
  return message.ephemeral && job.personId === personId;
};

/** Whether a person may do an action to a job, by its `may`. */
export const jobVerdict = (right: JobRight, facts: JobFacts): JobVerdict => {
  const { job, invocation } = facts;
  const isForAdmins = [...right.public, ...right.private].every((party) => party === 'admin');
  // Said whether or not there is a job, so it tells nothing of it.
  if (isForAdmins && !isAdmin(invocation)) return 'not-admin';
  if (!job) return 'hidden';
  const parties = partiesOf(job, invocation, right.message);
  const isPrivate = job.target.ephemeral;
  const allowed = isPrivate ? right.private : right.public;
  const mayKnow = parties.owner || (!isPrivate && parties.bystander);
  if (!allowed.some((party) => parties[party])) return mayKnow ? 'not-yours' : 'hidden';
  return right.message === 'any' || isOwnMessage(job, right.message, facts) ? 'allowed' : 'hidden';
};

/** Only a card that waits to be submitted, and the list of one's own jobs, can stop a job. */
const isWaitingCard = (jobId: string, { message }: Invocation): boolean =>
  message?.customIds?.includes(customId('stop', jobId)) === true;

/** A job whose published message is used, though a crash kept that from being stored: it stands there from now on. */
const withItsMessage = async (
  job: Job | undefined,
  { invocation: { message, channelId }, openJobs, deletions }: CommandContext,
): Promise<Job | undefined> => {
  const publishing = job && isEnded(job) ? job.publishing : undefined;
  if (!job || !message || message.ephemeral || publishing?.target.channelId !== channelId) return job;
  if (message.customIds?.includes(customId('edit-prompt', job.id)) !== true) return job;
  await deletions.recordCard(job.id, { ...publishing.target, messageId: message.id });
  return openJobs.find(job.id);
};

/**
 * @throws UserError job-not-found, so that people who may not know of a job get the same answer as for a missing one; job-lost for
 *   a card that was posted just before a process ended.
 */
const checkJob = async (
  right: JobRight,
  jobId: string,
  context: CommandContext,
): Promise<Job | undefined> => {
  const { invocation, openJobs } = context;
  const { message } = invocation;
  const job = await withItsMessage(await openJobs.find(jobId), context);
  const jobOfMessage =
    right.message !== 'any' && message ? await openJobs.findByMessage(message.id) : undefined;
  switch (jobVerdict(right, { job, jobOfMessage, invocation })) {
    case 'allowed':
      return job;
    case 'hidden':
      throw new UserError(!job && isWaitingCard(jobId, invocation) ? 'job-lost' : 'job-not-found');
    case 'not-yours':
      throw new UserError('not-yours');
    case 'not-admin':
      throw new UserError('missing-right', { right: 'Manage Messages' });
  }
};

/** @throws UserError missing-right, server-only, bot-absent, operator-only, command-changed */
const checkPlace = async (
  { subject, message }: PlaceRight,
  use: ActionUse,
  context: CommandContext,
): Promise<void> => {
  const { invocation } = context;
  if (subject === 'server') managedGuild(invocation);
  if (subject === 'key') keyOwner(invocation);
  if (subject === 'operator') await assertOperator(context);
  if (subject === 'own-or-server' && use.subject === 'server') managedGuild(invocation);
  if (subject === 'all-usage' && serverOf(invocation) !== undefined) managedGuild(invocation);
  if (message === 'panel' && invocation.message?.ephemeral !== true) throw new UserError('command-changed');
};

type Guarded = Pick<Action, 'name' | 'may'>;

/** The job that the action is about; undefined where it is not about one. */
const check = async ({ may }: Guarded, use: ActionUse, context: CommandContext): Promise<Job | undefined> => {
  if (may.subject === 'job') return checkJob(may, use.subject, context);
  await checkPlace(may, use, context);
  return undefined;
};

/**
 * Runs an action if the person may do it. This is the only place that checks that. A card whose request was lost is closed.
 *
 * @throws UserError job-not-found, not-yours, missing-right, server-only, bot-absent, command-changed, and what the
 *   step throws.
 */
export const runAction = async (
  action: Guarded,
  step: Pick<Step, 'run'>,
  use: ActionUse,
  context: CommandContext,
): Promise<Reply> => {
  try {
    const job = await check(action, use, context);
    return await step.run(use, context, job);
  } catch (error) {
    if (!isUserError(error, 'job-lost')) throw error;
    return {
      kind: 'update',
      message: { content: context.words.errors['job-lost'](undefined), components: [] },
    };
  }
};

/**
 * Handles a submitted form. The first job of a paid one has an id of the form's own, by which it is found when Discord's client
 * submits the form again.
 *
 * @throws UserError already-started, and what {@link runAction} throws.
 */
export const runForm = async (
  action: Guarded,
  step: Pick<Step, 'run' | 'isPaid'>,
  use: ActionUse,
  context: CommandContext,
): Promise<Reply> => {
  const { invocation, openJobs } = context;
  if (step.isPaid !== true || use.opening === undefined) return runAction(action, step, use, context);
  const form = { opening: use.opening, personId: invocation.personId };
  if (await openJobs.find(formJobId(form))) throw new UserError('already-started');
  return runAction(action, step, use, { ...context, invocation: { ...invocation, form } });
};

/** The place of an action's answer. Errors are private; {@link runAction} explains them. */
export const answersOf = (
  action: Guarded,
  { answers }: Pick<Step, 'answers'>,
  use: ActionUse,
): Answers | ((context: CommandContext) => Promise<Exclude<Answers, 'at-once'>>) => {
  if (typeof answers === 'string') return answers;
  return async (context) => {
    try {
      const job = await check(action, use, context);
      return await answers(use, context, job);
    } catch {
      // The work fails with the same, and says so privately.
      return 'privately';
    }
  };
};
