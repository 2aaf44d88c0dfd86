import { JobNotFoundError } from '../../services/jobs/errors.ts';
import type { Job } from '../../services/jobs/job.ts';
import { CommandMismatchError } from '../command.ts';
import type { CommandContext } from '../command.ts';
import { hasPermission, Permission } from '../invocation.ts';
import type { Invocation } from '../invocation.ts';
import { keyOwner } from '../key/owner.ts';
import type { Reply } from '../reply.ts';
import { managedGuild, MissingRightError, NotYoursError } from '../rights.ts';
import type { ActionUse, Answers, Step } from './action.ts';
import { RIGHTS } from './rights-table.ts';
import type { ActionName, JobRight, Party, PlaceRight, Right } from './rights-table.ts';

const mayManageMessages = ({ context, personPermissions }: Invocation): boolean =>
  context === 'guild' && hasPermission(personPermissions, Permission.manageMessages);

const isKeeper = (invocation: Invocation): boolean =>
  mayManageMessages(invocation) ||
  (invocation.context === 'guild' && hasPermission(invocation.personPermissions, Permission.manageGuild));

/** What ties whoever acts to a job. */
const partiesOf = ({ personId, guildId, target }: Job, invocation: Invocation): ReadonlySet<Party> => {
  const isThere = invocation.channelId === target.channelId || invocation.message?.id === target.messageId;
  const isOfServer = guildId !== undefined && guildId === invocation.guildId && guildId === target.guildId;
  const parties = new Set<Party>();
  if (personId === invocation.personId) parties.add('owner');
  if (isThere) parties.add('bystander');
  if (isThere && mayManageMessages(invocation)) parties.add('moderator');
  if (isOfServer && isKeeper(invocation)) parties.add('admin');
  return parties;
};

/** Whether the message that is used is a job's card, or one that the job's owner alone sees. */
const isCardOf = async (job: Job, { invocation, jobs }: CommandContext): Promise<boolean> => {
  const { message, personId } = invocation;
  if (!message) return false;
  if (message.id === job.target.messageId) return true;
  if (message.ephemeral) return job.personId === personId;
  // A card that was brought somewhere else leaves its first message behind.
  return (await jobs.findByMessage(message.id))?.id === job.id;
};

const isForAdminsAlone = (right: JobRight): boolean =>
  [...right.public, ...right.private].every((party) => party === 'admin');

/** @throws JobNotFoundError, so that who may not know of a job reads the same as if there were none. */
const checkJob = async (right: JobRight, jobId: string, context: CommandContext): Promise<void> => {
  const { invocation, jobs } = context;
  // Said before the job is looked for: it tells nothing of it.
  if (isForAdminsAlone(right) && !isKeeper(invocation)) throw new MissingRightError('Manage Messages');
  const job = await jobs.find(jobId);
  if (!job) throw new JobNotFoundError(jobId);
  const parties = partiesOf(job, invocation);
  const isPrivate = job.target.ephemeral;
  const isKnown = isPrivate ? parties.has('owner') : parties.size > 0;
  if (!isKnown) throw new JobNotFoundError(jobId);
  const allowed = isPrivate ? right.private : right.public;
  if (!allowed.some((party) => parties.has(party))) throw new NotYoursError();
  if (right.message === 'card' && !(await isCardOf(job, context))) throw new JobNotFoundError(jobId);
};

/** @throws MissingRightError, ServerOnlyError, BotAbsentError, CommandMismatchError */
const checkPlace = (
  { subject, message }: PlaceRight,
  use: ActionUse,
  { invocation }: CommandContext,
): void => {
  if (subject === 'server') managedGuild(invocation);
  if (subject === 'key') keyOwner(invocation);
  const isOfAll = use.subject !== 'own' && (use.subject === 'all' || invocation.guildId !== undefined);
  if (subject === 'usage' && isOfAll) managedGuild(invocation);
  if (message === 'panel' && invocation.message?.ephemeral !== true)
    throw new CommandMismatchError(use.subject);
};

const check = async (name: ActionName, use: ActionUse, context: CommandContext): Promise<void> => {
  const right: Right = RIGHTS[name];
  if (right.subject === 'job') await checkJob(right, use.subject, context);
  else checkPlace(right, use, context);
};

/**
 * Does what an action does, for whoever may: the one place where that is decided, by the table of rights.
 *
 * @throws JobNotFoundError, NotYoursError, MissingRightError, ServerOnlyError, BotAbsentError, CommandMismatchError, and
 *   whatever the step throws.
 */
export const runAction = async (
  name: ActionName,
  step: Pick<Step, 'run'>,
  use: ActionUse,
  context: CommandContext,
): Promise<Reply> => {
  await check(name, use, context);
  return step.run(use, context);
};

/** Where the answer of an action goes. What is refused is said to the person alone, and {@link runAction} says why. */
export const answersOf = (
  name: ActionName,
  { answers }: Pick<Step, 'answers'>,
  use: ActionUse,
): Answers | ((context: CommandContext) => Promise<Exclude<Answers, 'at-once'>>) => {
  if (typeof answers === 'string') return answers;
  return async (context) => {
    const isAllowed = await check(name, use, context).then(
      () => true,
      () => false,
    );
    return isAllowed ? answers(use, context) : 'privately';
  };
};
