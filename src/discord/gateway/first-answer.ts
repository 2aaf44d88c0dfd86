import { withTimeLimit } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import { retry } from '../../lib/retry.ts';
import type { Log } from '../../services/operations/log.ts';
import { findAnswer } from '../delivery/find-answer.ts';
import type { Answer, DiscordApi, ExistingAnswer } from '../rest/api.ts';
import { failureKind, mayHaveArrived } from '../rest/failures.ts';
import type { PendingInteraction } from './interaction.ts';

/** Discord waits this long for an answer: https://docs.discord.com/developers/interactions/receiving-and-responding */
const ANSWER_WITHIN_MS = 3_000;
const RETRY_MS = 150;
const MIN_ATTEMPT_MS = 250;

export interface FirstAnswerOptions {
  api: DiscordApi;
  /** Whether an answer found after a lost confirmation is this process's. @default every one */
  isOurs?: (standing: ExistingAnswer) => boolean;
  /** Called with the time to the answer, in milliseconds. */
  onAnswer: (milliseconds: number) => void;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Aborts when Easel stops. */
  signal: AbortSignal;
}

/**
 * Tries to send the first answer within Discord's three seconds. Returns the id of its message, empty when it isn't a message,
 * and undefined when it did not arrive.
 *
 * @throws when Easel stops before that is known: the next start finds out.
 */
export const sendFirstAnswer = async (
  interaction: PendingInteraction,
  answer: Omit<Answer, 'signal'>,
  options: FirstAnswerOptions,
): Promise<string | undefined> => {
  const { api, isOurs = () => true, onAnswer, clock, log } = options;
  const { interactionId, receivedAt } = interaction;
  const remaining = () => receivedAt + ANSWER_WITHIN_MS - clock.now();
  const attempt = async () => {
    const messageId = await withTimeLimit(Math.max(remaining(), MIN_ATTEMPT_MS), (signal) =>
      api.answer(interaction, { ...answer, signal }),
    );
    onAnswer(clock.now() - receivedAt);
    return messageId ?? '';
  };
  const sent = { isLost: false };
  try {
    return await retry(attempt, {
      delayMs: (error) =>
        failureKind(error) === 'retryable' && remaining() > RETRY_MS ? RETRY_MS : undefined,
      onFailure: (error) => {
        sent.isLost ||= mayHaveArrived(error);
        log.warn("couldn't answer an interaction", { interactionId, kind: failureKind(error), error });
      },
      clock,
    });
  } catch (error) {
    // If nothing of this process can have arrived, the answer is another process's.
    if (!sent.isLost || !['answered', 'retryable'].includes(failureKind(error))) return undefined;
  }
  const standing = await findAnswer(interaction, options);
  return standing && isOurs(standing) ? standing.id : undefined;
};
