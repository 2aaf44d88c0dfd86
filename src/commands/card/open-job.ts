import { UserError } from '../../lib/user-error.ts';
import { isInChannel, NOTIFICATIONS, type Job, type ReplyTarget } from '../../services/jobs/job.ts';
import { retarget } from '../../services/jobs/transitions.ts';
import { findJob, mustBeHere, type Action } from '../framework/action.ts';
import type { CommandContext } from '../framework/command.ts';
import { clickedTarget, newTarget } from '../framework/reply-targets.ts';
import { privateText, type CardReply } from '../framework/reply.ts';
import { FOR_OWNER, ofJob } from '../framework/may.ts';
import { linkTo } from '../../messages/markup.ts';

/** A job that can be changed here. @throws UserError job-not-found, job-elsewhere */
const findHere = async (jobId: string, context: CommandContext): Promise<Job> =>
  mustBeHere(await findJob(jobId, context), context);

/** A job's card, in another place from now on. */
const cardAt = (target: ReplyTarget, job: Job): CardReply => ({
  kind: 'card',
  job: retarget(job, target),
  target,
});

/** Shows a job's present state in the message whose button was pressed: the click brought a token that works. */
export const refresh: Action = {
  name: 'refresh',
  may: ofJob(['owner'], { message: 'card' }),
  answers: 'in-place',
  run: async ({ subject: jobId }, context) => {
    const target = clickedTarget(context.invocation);
    return cardAt(target, await findHere(jobId, context));
  },
};

/**
 * Sets how the person is notified of a job's end. The number selects how, from 1; 0: not at all. A job that has ended is shown as it
 * is: its message still had that button.
 */
export const notify: Action = {
  name: 'notify',
  may: ofJob(['owner'], { message: 'card' }),
  answers: 'in-place',
  run: async ({ subject: jobId, number = 0 }, context) => {
    const present = await findHere(jobId, context);
    const job = await context.jobs.notifyBy(jobId, NOTIFICATIONS[number - 1]);
    return cardAt(clickedTarget(context.invocation), job ?? present);
  },
};

/**
 * Moves a job's card into a new private message: for jobs whose own message is out of reach. A card that everybody sees
 * and the bot can change stays where it is: moved, it would never change there again.
 */
export const showHere: Action = {
  name: 'show-here',
  may: FOR_OWNER,
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const present = await findHere(jobId, context);
    if (isInChannel(present))
      return privateText(context.words.jobs.isInChannel(linkTo(present.target) ?? ''));
    const target = newTarget(context.invocation, true);
    return cardAt(target, present);
  },
};

/** Asks the service once more about a task that was not done in time. Nothing is paid again, so anybody may. */
export const checkAgain: Action = {
  name: 'check-again',
  may: ofJob(['owner', 'bystander'], { message: 'card' }),
  answers: 'in-place',
  run: async ({ subject: jobId }, context) => {
    const { account } = await findHere(jobId, context);
    const { apiKey } = await context.guilds.accounts.keyToAsk(account);
    if (apiKey === undefined) throw new UserError('key-gone');
    return cardAt(clickedTarget(context.invocation), await context.jobs.checkAgain(jobId));
  },
};

/** Stops a job that has not been submitted: for the person who asked, or a moderator. */
export const stop: Action = {
  name: 'stop',
  may: ofJob(['owner', 'moderator']),
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    await findHere(jobId, context);
    await context.jobs.stop(jobId);
    return privateText(context.words.pictures.stopped);
  },
};
