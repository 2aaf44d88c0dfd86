import { InteractionResponseType } from 'discord-api-types/v10';
import type { Clock } from '../../clock.ts';
import type { Invocation } from '../../commands/invocation.ts';
import type { CardReply, MessageBody, Reply } from '../../commands/reply.ts';
import { isEnded } from '../jobs/job.ts';
import type { Job } from '../jobs/job.ts';
import type { Log } from '../operations/log.ts';
import type { DiscordApi, OutgoingMessage } from './api.ts';
import { backOffMs, failureKind } from './failures.ts';
import { findAnswer } from './find-answer.ts';

/** Discord waits this long for an answer: https://docs.discord.com/developers/interactions/receiving-and-responding */
const ANSWER_WITHIN_MS = 3_000;
/** What takes longer than this is deferred, so that the answer is there in time. */
const DEFER_AFTER_MS = 1_500;
const RETRY_MS = 150;
const SHORTEST_ATTEMPT_MS = 250;
/** How often a deferred answer is tried, with growing gaps: some two minutes in all. */
const DEFERRED_ATTEMPTS = 9;

/** How an answer that takes long is announced. */
export type Announcement = 'publicly' | 'privately' | 'in-place';

export interface ResponderOptions {
  api: DiscordApi;
  cardOf: (job: Job) => MessageBody;
  /** Told of each card that stands in Discord. */
  onCard: (job: Job) => void;
  /** Told how long each first answer took, in milliseconds. */
  onAnswer: (milliseconds: number) => void;
  clock: Clock;
  random: () => number;
  log: Log;
}

/** Answers interactions within Discord's three seconds, whatever happens. */
export class Responder {
  readonly #options: ResponderOptions;

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  /**
   * Gives the answer that the work comes to; when the work takes long, says first that one will come.
   *
   * @param work never rejects.
   */
  async respond(invocation: Invocation, announcement: Announcement, work: Promise<Reply>): Promise<void> {
    const { clock } = this.#options;
    const patience = new AbortController();
    const late = clock.sleep(DEFER_AFTER_MS, patience.signal).then(() => 'late' as const);
    const first = await Promise.race([work, late]);
    patience.abort();
    if (first !== 'late') await this.#now(invocation, first);
    else await this.#later(invocation, announcement, work);
  }

  async #now(invocation: Invocation, reply: Reply): Promise<void> {
    const { api, cardOf } = this.#options;
    if (reply.kind === 'private') {
      const type = InteractionResponseType.ChannelMessageWithSource;
      const message = { body: reply.message, files: [] };
      await this.#answer(invocation, (signal) =>
        api.answer(invocation, { type, message, ephemeral: true, signal }),
      );
      return;
    }
    const { job, target } = reply;
    const inPlace = target.messageId !== undefined;
    // The card of a job that ended has pictures to fetch first; its delivery fills in what is announced here.
    const message = isEnded(job) ? undefined : { body: cardOf(job), files: [] };
    const answer = {
      type: typeOf(inPlace, message),
      ephemeral: target.ephemeral,
      ...(message && { message }),
    };
    const messageId = await this.#answer(invocation, (signal) =>
      api.answer(invocation, { ...answer, signal }),
    );
    await this.#settle(reply, target.messageId ?? messageId);
  }

  async #later(invocation: Invocation, announcement: Announcement, work: Promise<Reply>): Promise<void> {
    const { api } = this.#options;
    const inPlace = announcement === 'in-place';
    const answer = { type: typeOf(inPlace, undefined), ephemeral: announcement === 'privately' };
    const announced = await this.#answer(invocation, (signal) =>
      api.answer(invocation, { ...answer, signal }),
    );
    const reply = await work;
    if (announced === undefined && !inPlace) return this.#settle(reply, undefined);
    if (reply.kind === 'private') return this.#deferred(invocation, reply.message, inPlace);
    const { job, target } = reply;
    const messageId = target.messageId ?? announced;
    const ephemeral = target.messageId === undefined ? announcement === 'privately' : target.ephemeral;
    const settled = { ...target, ephemeral, channelRoute: target.channelRoute && !ephemeral };
    if (!isEnded(job)) await this.#deferred(invocation, this.#options.cardOf(job), false);
    return this.#settle({ ...reply, target: settled }, messageId);
  }

  async #deferred({ applicationId, token }: Invocation, body: MessageBody, beside: boolean): Promise<void> {
    const { api, clock, random, log } = this.#options;
    const message: OutgoingMessage = { body, files: [] };
    for (let attempt = 0; attempt < DEFERRED_ATTEMPTS; attempt += 1) {
      try {
        if (beside) await api.followUpPrivately(applicationId, token, message);
        else await api.editByToken(applicationId, token, message);
        return;
      } catch (error) {
        log.warn('a deferred answer failed', { attempt, error });
        if (failureKind(error) !== 'again') return;
        await clock.sleep(backOffMs(error, attempt, random()));
      }
    }
  }

  async #settle(reply: Reply, messageId: string | undefined): Promise<void> {
    if (reply.kind === 'private') return;
    if (messageId === undefined) await reply.notPlaced?.();
    else await this.#placed(reply, messageId);
  }

  async #placed({ job, target, placed }: CardReply, messageId: string): Promise<void> {
    this.#options.onCard(job);
    await placed({ ...target, messageId });
  }

  /** Tries to give the first answer until Discord's three seconds are over. Returns the id of the message that it is. */
  async #answer(
    invocation: Invocation,
    attempt: (signal: AbortSignal) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const { clock, log, onAnswer } = this.#options;
    const { interactionId, receivedAt } = invocation;
    const remaining = () => receivedAt + ANSWER_WITHIN_MS - clock.now();
    while (remaining() > 0) {
      try {
        const messageId = await attempt(AbortSignal.timeout(Math.max(remaining(), SHORTEST_ATTEMPT_MS)));
        onAnswer(clock.now() - receivedAt);
        return messageId;
      } catch (error) {
        const kind = failureKind(error);
        log.warn('an answer failed', { interactionId, kind, error });
        if (kind === 'answered') break;
        if (kind !== 'again') return undefined;
        await clock.sleep(RETRY_MS);
      }
    }
    // An attempt may have arrived though its own answer was lost.
    return findAnswer(invocation, this.#options);
  }
}

const typeOf = (inPlace: boolean, message: OutgoingMessage | undefined): InteractionResponseType => {
  if (inPlace)
    return message ? InteractionResponseType.UpdateMessage : InteractionResponseType.DeferredMessageUpdate;
  return message
    ? InteractionResponseType.ChannelMessageWithSource
    : InteractionResponseType.DeferredChannelMessageWithSource;
};
