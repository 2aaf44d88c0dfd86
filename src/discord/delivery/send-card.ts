import type { Clock } from '../../lib/clock.ts';
import type { Job, ReplyTarget } from '../../services/jobs/job.ts';
import type { Jobs } from '../../services/jobs/jobs.ts';
import type { Log } from '../../services/operations/log.ts';
import type { DiscordApi } from '../api.ts';
import { retryRequest } from '../failures.ts';
import { cardOf } from './card.ts';
import { failureKind } from '../failures.ts';

/** A nonce is a letter and this many characters of the job's id: https://docs.discord.com/developers/resources/message#create-message */
const NONCE_PART = 24;
/** Some ten seconds: a job whose card isn't there soon is dropped. */
const ATTEMPTS = 6;

export interface SendCardOptions {
  api: DiscordApi;
  jobs: Pick<Jobs, 'usual'>;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** What did not work is not tried again once it aborts. */
  signal?: AbortSignal;
}

/**
 * Sends a job's card where no interaction can be answered: as a reply to the message that the target names. Sending it
 * twice within a few minutes makes one message. Returns the message's id.
 *
 * @throws when Discord does not take it.
 */
export const sendCard = async (job: Job, target: ReplyTarget, options: SendCardOptions): Promise<string> => {
  const { api, jobs, clock } = options;
  const body = cardOf(job, { now: clock.now(), usual: jobs.usual(job) });
  const nonce = `c${job.id.slice(-NONCE_PART)}`;
  const { repliesTo } = target;
  const send = (reference: { repliesTo?: string }) => {
    const sent = { nonce, ...reference };
    return retryRequest('send a card', () => api.send(target.channelId, { body, files: [] }, sent), {
      ...options,
      attempts: ATTEMPTS,
    });
  };
  if (repliesTo === undefined) return send({});
  try {
    return await send({ repliesTo });
  } catch (error) {
    // Who may not read a channel's history may not reply in it, but may still speak.
    if (failureKind(error) !== 'refused') throw error;
    return send({});
  }
};
