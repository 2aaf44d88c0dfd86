import type { ReplyTarget, WaitingJob } from '../jobs/job.ts';
import { findAnswer } from './find-answer.ts';
import { sendCard } from './send-card.ts';
import type { SendCardOptions } from './send-card.ts';

/**
 * Finds the first answer of a job that was accepted just before the last process ended. Where no interaction was to be
 * answered, nobody can tell whether the card was sent; but sending it again makes no second one.
 *
 * @returns where the answer stands, or undefined when there is none.
 */
export const recoverTarget = async (
  job: WaitingJob,
  options: SendCardOptions,
): Promise<ReplyTarget | undefined> => {
  const { target } = job;
  const { applicationId, token, repliesTo } = target;
  if (token) {
    const messageId = await findAnswer({ applicationId, token: token.value }, options);
    return messageId === undefined ? undefined : { ...target, messageId };
  }
  if (repliesTo === undefined) return undefined;
  try {
    return { ...target, messageId: await sendCard(job, target, options) };
  } catch (error) {
    options.log.warn('a card could not be sent after a restart', { jobId: job.id, error });
    return undefined;
  }
};
