import type { Clock } from '../../lib/clock.ts';
import { parseCustomId } from '../../messages/custom-id.ts';
import type { Job } from '../../services/jobs/job.ts';
import type { Log } from '../../services/operations/log.ts';
import type { DiscordApi, ExistingAnswer } from '../rest/api.ts';
import { failureKind } from '../rest/failures.ts';
import { retryRequest } from '../rest/retry.ts';

/** How often Discord is asked, with growing gaps: a quarter of an hour in all, which is a token's life. */
const ATTEMPTS = 45;
/**
 * Discord takes an answer for three seconds, and shows what it took last a little later. So it is not believed sooner that
 * there is none: a card would stand there of which nobody knows. Counted from the first look, since clocks differ.
 */
const LOOKS_FOR_NOTHING = 5;
const LOOK_AGAIN_MS = 1_000;

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
export const isCardOf = ({ id }: Pick<Job, 'id'>, { customIds }: ExistingAnswer): boolean =>
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
): Promise<ExistingAnswer | undefined> => {
  const read = () => api.original(applicationId, token);
  for (let look = 1; ; look += 1) {
    try {
      return await retryRequest('look for an answer', read, {
        attempts: ATTEMPTS,
        clock,
        random,
        log,
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (failureKind(error) !== 'retryable' && look < LOOKS_FOR_NOTHING) {
        await clock.sleep(LOOK_AGAIN_MS, signal);
        continue;
      }
      log.warn("couldn't find the first answer to an interaction", { kind: failureKind(error), error });
      return undefined;
    }
  }
};
