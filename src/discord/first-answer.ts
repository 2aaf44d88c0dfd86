import { withTimeLimit } from '../lib/abort.ts';
import type { Clock } from '../lib/clock.ts';
import { retry } from '../lib/retry.ts';
import type { Log } from '../services/operations/log.ts';
import type { Answer, DiscordApi } from './api.ts';
import { failureKind, mayHaveArrived } from './failures.ts';
import type { PendingInteraction } from './interaction.ts';

/** Discord waits this long for an answer: https://docs.discord.com/developers/interactions/receiving-and-responding */
const ANSWER_WITHIN_MS = 3_000;
const RETRY_MS = 150;
const MIN_ATTEMPT_MS = 250;

export interface FirstAnswerOptions {
  api: Pick<DiscordApi, 'answer'>;
  /** Called with the time to the answer, in milliseconds. */
  onAnswer: (milliseconds: number) => void;
  clock: Clock;
  log: Log;
}

/**
 * What became of a first answer: Discord confirmed it, with the id of its message where it is one; it may have arrived; or it has
 * not.
 */
export type FirstAnswer = { kind: 'given'; messageId?: string } | { kind: 'unconfirmed' | 'refused' };

/** Tries to send the first answer within Discord's three seconds. */
export const sendFirstAnswer = async (
  interaction: PendingInteraction,
  answer: Omit<Answer, 'signal'>,
  { api, onAnswer, clock, log }: FirstAnswerOptions,
): Promise<FirstAnswer> => {
  const { interactionId, receivedAt } = interaction;
  const remaining = () => receivedAt + ANSWER_WITHIN_MS - clock.now();
  const attempt = async (): Promise<FirstAnswer> => {
    const messageId = await withTimeLimit(Math.max(remaining(), MIN_ATTEMPT_MS), (signal) =>
      api.answer(interaction, { ...answer, signal }),
    );
    onAnswer(clock.now() - receivedAt);
    return { kind: 'given', ...(messageId !== undefined && { messageId }) };
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
    // If nothing of this process can have arrived, the answer that there is is another process's.
    const mayStand = sent.isLost && ['answered', 'retryable'].includes(failureKind(error));
    return { kind: mayStand ? 'unconfirmed' : 'refused' };
  }
};
