import { UserError } from '../../lib/user-error.ts';
import type { CommandContext } from './command.ts';
import { keyOwner } from './key-owner.ts';
import type { Reply } from './reply.ts';
import { managedGuild } from './rights.ts';
import type { ActionUse, Answers, Step } from './action.ts';
import { jobVerdict } from './job-verdict.ts';
import { RIGHTS, type ActionName, type JobRight, type PlaceRight, type Right } from './rights-table.ts';

/** @throws UserError job-not-found, so that who may not know of a job reads the same as if there were none. */
const checkJob = async (right: JobRight, jobId: string, context: CommandContext): Promise<void> => {
  const { invocation, jobs } = context;
  const { message } = invocation;
  const [job, jobOfMessage] = await Promise.all([
    jobs.find(jobId),
    right.message === 'card' && message ? jobs.findByMessage(message.id) : undefined,
  ]);
  switch (jobVerdict(right, { job, jobOfMessage, invocation })) {
    case 'allowed':
      return;
    case 'hidden':
      throw new UserError('job-not-found');
    case 'not-yours':
      throw new UserError('not-yours');
    case 'no-keeper':
      throw new UserError('missing-right', { right: 'Manage Messages' });
  }
};

/** @throws UserError missing-right, server-only, bot-absent, command-changed */
const checkPlace = (
  { subject, message }: PlaceRight,
  use: ActionUse,
  { invocation }: CommandContext,
): void => {
  if (subject === 'server') managedGuild(invocation);
  if (subject === 'key') keyOwner(invocation);
  if (subject === 'usage' && use.subject === 'all') managedGuild(invocation);
  if (subject === 'books' && invocation.guildId !== undefined) managedGuild(invocation);
  if (message === 'panel' && invocation.message?.ephemeral !== true) throw new UserError('command-changed');
};

const check = async (name: ActionName, use: ActionUse, context: CommandContext): Promise<void> => {
  const right: Right = RIGHTS[name];
  if (right.subject === 'job') await checkJob(right, use.subject, context);
  else checkPlace(right, use, context);
};

/**
 * Does what an action does, for whoever may: the one place where that is decided, by the table of rights.
 *
 * @throws UserError job-not-found, not-yours, missing-right, server-only, bot-absent, command-changed, and whatever the
 *   step throws.
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
