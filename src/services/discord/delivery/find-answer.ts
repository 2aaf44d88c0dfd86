import type { Clock } from '../../../lib/clock.ts';
import { parseCustomId } from '../../../commands/framework/custom-id.ts';
import type { Job } from '../../jobs/job.ts';
import type { Log } from '../../operations/log.ts';
import type { DiscordApi, StandingAnswer } from '../rest/api.ts';
import { backOffMs, failureKind } from '../rest/failures.ts';

/** How often Discord is asked, with growing gaps: a quarter of an hour in all, which is a token's life. */
const ATTEMPTS = 45;

export interface FindAnswerOptions {
  api: Pick<DiscordApi, 'original'>;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** Gives up when it aborts. */
  signal: AbortSignal;
}

/** Whether an answer is the card of a job: its buttons and menus name it. */
export const isCardOf = ({ id }: Pick<Job, 'id'>, { customIds }: StandingAnswer): boolean =>
  customIds.some((customId) => parseCustomId(customId)?.subject === id);

/**
 * Finds the message that is the answer to an interaction, when it is not known whether an answer arrived.
 *
 * @returns undefined when there is none.
 * @throws once the signal aborts before that is known.
 */
export const findAnswer = async (
  { applicationId, token }: { applicationId: string; token: string },
  { api, clock, random, log, signal }: FindAnswerOptions,
): Promise<StandingAnswer | undefined> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await api.original(applicationId, token, signal);
    } catch (error) {
      const kind = failureKind(error);
      log.warn('looked for an answer', { kind, error });
      if (kind !== 'again') return undefined;
      await clock.sleep(backOffMs(error, attempt, random()), signal);
      signal.throwIfAborted();
    }
  }
  return undefined;
};
