import type { ReplyTarget, WaitingJob } from '../../services/jobs/job.ts';
import type { ExistingAnswer } from '../rest/api.ts';
import { findAnswer, isCardOf, type FindAnswerOptions } from './find-answer.ts';
import { seenBy } from './route.ts';
import { sendCard, type SendCardOptions } from './send-card.ts';

/**
 * Discord recognises a message that is sent twice for "a few minutes":
 * https://docs.discord.com/developers/resources/message#create-message
 */
const SEND_AGAIN_WITHIN_MS = 3 * 60_000;

/**
 * Finds the first answer of a job that was accepted just before the last process ended. Without an interaction, it's
 * unknown whether the card was sent; but for a few minutes Discord drops duplicates, so it is safe to send it again.
 *
 * @returns where the answer is, or undefined when there is none.
 * @throws once the signal aborts before that is known.
 */
export const recoverTarget = async (
  job: WaitingJob,
  options: SendCardOptions & FindAnswerOptions,
): Promise<ReplyTarget | undefined> => {
  const { target } = job;
  const { applicationId, token, repliesTo } = target;
  if (token) {
    const answer = await findAnswer({ applicationId, token: token.value }, options);
    if (!answer || !mayBeCardOf(job, answer)) return undefined;
    return { ...seenBy(answer.isEphemeral ? 'one-person' : 'everybody', target), messageId: answer.id };
  }
  if (repliesTo === undefined || options.clock.now() - job.acceptedAt > SEND_AGAIN_WITHIN_MS)
    return undefined;
  try {
    return { ...target, messageId: await sendCard(job, target, options) };
  } catch (error) {
    options.signal.throwIfAborted();
    options.log.warn("couldn't send a card after a restart", { jobId: job.id, error });
    return undefined;
  }
};

/**
 * Whether the answer is the job's card, or still to be given. Anything else, such as a refusal, says that there is no
 * such job: the store kept it though its acceptance failed.
 */
const mayBeCardOf = (job: WaitingJob, answer: ExistingAnswer): boolean =>
  answer.isPending || isCardOf(job, answer);
