import { UserError } from '../../lib/user-error.ts';
import { isInChannel, type Job, type ReplyTarget } from '../../services/jobs/job.ts';
import { NOTIFICATIONS } from '../../services/requests/ask.ts';
import { retarget } from '../../services/jobs/transitions.ts';
import { here, jobAction } from '../framework/job-action.ts';
import { clickedTarget, newTarget } from '../framework/reply-targets.ts';
import { privateText, type CardReply } from '../framework/reply.ts';
import { FOR_OWNER, ofJob } from '../framework/may.ts';
import { linkTo } from '../../messages/markup.ts';

/** A job's card, in another place from now on. */
const cardAt = (target: ReplyTarget, job: Job): CardReply => ({
  kind: 'card',
  job: retarget(job, target),
  target,
});

/** Shows a job's present state in the message whose button was pressed: the click brought a token that works. */
export const refresh = jobAction({
  name: 'refresh',
  may: ofJob(['owner'], { message: 'card' }),
  needs: here,
  answers: 'in-place',
  run: (job, _use, { invocation }) => cardAt(clickedTarget(invocation), job),
});

/**
 * Sets whether the person is notified of a job's end in one of the ways; the number says in which, and if so. A job that has ended
 * is shown as it is: its message still had that button.
 */
export const notify = jobAction({
  name: 'notify',
  may: ofJob(['owner'], { message: 'card' }),
  needs: here,
  answers: 'in-place',
  run: async (job, { number = 0 }, { invocation, jobs }) => {
    const by = NOTIFICATIONS[number >> 1];
    const changed = by && (await jobs.notifyBy(job.id, by, (number & 1) === 1));
    return cardAt(clickedTarget(invocation), changed ?? job);
  },
});

/**
 * Moves a job's card into a new private message: for jobs whose own message is out of reach. A card that everybody sees
 * and the bot can change stays where it is: moved, it would never change there again.
 */
export const showHere = jobAction({
  name: 'show-here',
  may: FOR_OWNER,
  needs: here,
  answers: 'privately',
  run: (job, _use, { invocation, words }) =>
    isInChannel(job)
      ? privateText(words.history.isInChannel(linkTo(job.target) ?? ''))
      : cardAt(newTarget(invocation, true), job),
});

/** Asks the service once more about a task that was not done in time. Nothing is paid again, so anybody may. */
export const checkAgain = jobAction({
  name: 'check-again',
  may: ofJob(['owner', 'bystander'], { message: 'card' }),
  needs: here,
  answers: 'in-place',
  run: async (job, _use, context) => {
    const { apiKey } = await context.accounts.keyToAsk(job.account, job);
    if (apiKey === undefined) throw new UserError('key-gone');
    return cardAt(clickedTarget(context.invocation), await context.jobs.checkAgain(job.id));
  },
});

/** Stops a job that has not been submitted: for the person who asked, or a moderator. */
export const stop = jobAction({
  name: 'stop',
  may: ofJob(['owner', 'moderator']),
  needs: here,
  answers: 'privately',
  run: async (job, _use, context) => {
    await context.jobs.stop(job.id);
    return privateText(context.words.pictures.stopped);
  },
});
