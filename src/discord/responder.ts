import { within, type Clock } from '../lib/clock.ts';
import type { CardReply, JobReply, MessageBody, Reply } from '../commands/framework/reply.ts';
import { isEnded, type Job, type ReplyTarget } from '../services/jobs/job.ts';
import type { Jobs } from '../services/jobs/jobs.ts';
import type { Log } from '../services/operations/log.ts';
import { seenBy } from './delivery/route.ts';
import { answerOf, typeOf, type DiscordApi } from './api.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { retryRequest } from './retry.ts';
import { sendFirstAnswer, type FirstAnswer } from './first-answer.ts';
import type { PendingInteraction } from './interaction.ts';

/** Slower answers are deferred, to answer in time. */
const DEFER_AFTER_MS = 1_500;
/** A click is acknowledged sooner: people expect a button to do something. */
const DEFER_CLICK_AFTER_MS = 900;
/** How often a deferred answer is tried, with growing gaps: some two minutes in all. */
const ATTEMPTS = 9;
/** The same for a card: some ten seconds, since a job whose card isn't there counts for limits all the same. */
const CARD_ATTEMPTS = 6;

/** How an answer that takes long is announced; `at-once` can't be, because it may be a modal. */
export type DeferMode = 'publicly' | 'privately' | 'in-place' | 'at-once';

export interface ResponderOptions {
  api: DiscordApi;
  jobs: Pick<Jobs, 'place' | 'drop' | 'bring'>;
  cardOf: (job: Job) => MessageBody;
  /** Called for each posted card. */
  onCard: (job: Job) => void;
  /** Called with the time to each first answer, in milliseconds. */
  onAnswer: (milliseconds: number) => void;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Aborts when Easel stops: what did not work is not tried again. */
  signal: AbortSignal;
}

type WithCard = JobReply | CardReply;

const hasCard = (reply: Reply): reply is WithCard => reply.kind === 'job' || reply.kind === 'card';

const targetOf = (reply: WithCard): ReplyTarget => (reply.kind === 'job' ? reply.job.target : reply.target);

/** A new card that everybody sees. */
const isPublicCard = (reply: Reply): boolean =>
  reply.kind === 'job' && !reply.job.target.ephemeral && reply.job.target.messageId === undefined;

/** Answers interactions within Discord's three seconds, whatever happens. */
export class Responder {
  readonly #options: ResponderOptions;

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  /**
   * Gives the answer that the work comes to; when the work takes long, says first that one will come.
   *
   * @param deferMode never rejects; what is not decided in time is announced privately, so that nothing private gets
   *   to be seen.
   * @param work never rejects.
   */
  async respond(
    interaction: PendingInteraction,
    deferMode: DeferMode | Promise<DeferMode>,
    work: Promise<Reply>,
  ): Promise<void> {
    const deferAfterMs = interaction.isClick ? DEFER_CLICK_AFTER_MS : DEFER_AFTER_MS;
    const first =
      deferMode === 'at-once' ? await work : await within(deferAfterMs, work, this.#options.clock);
    // Files for everybody may take longer to upload than Discord waits for a first answer.
    const standsApart = interaction.apartIn !== undefined && first && isPublicCard(first);
    if (first && first.kind !== 'public' && !standsApart) return this.#now(interaction, first);
    const undecided = Promise.resolve('privately' as const);
    const decided = first ? 'publicly' : await Promise.race([deferMode, undecided]);
    const isApart = interaction.apartIn !== undefined && decided === 'publicly';
    await this.#later(interaction, isApart ? 'in-place' : decided, work);
  }

  /** Something else was answered, or nothing can be: a job that was accepted is dropped, and files are let go. */
  takeBack(reply: Reply): void {
    if (reply.kind === 'job') this.#options.jobs.drop(reply.job.id);
    if (reply.kind === 'public') reply.release?.();
  }

  async #now(interaction: PendingInteraction, reply: Exclude<Reply, { kind: 'public' }>): Promise<void> {
    if (hasCard(reply)) return this.#settled(reply, () => this.#showNow(interaction, reply));
    const { kind } = await sendFirstAnswer(interaction, answerOf(reply), this.#options);
    if (reply.kind === 'delete' && kind !== 'refused') await this.#delete(interaction);
  }

  async #later(interaction: PendingInteraction, deferMode: DeferMode, work: Promise<Reply>): Promise<void> {
    const ephemeral = deferMode === 'privately';
    const announcement = { type: typeOf(deferMode === 'in-place', undefined), ephemeral };
    const announced = await sendFirstAnswer(interaction, announcement, this.#options);
    const reply = await work;
    if (hasCard(reply))
      return this.#settled(reply, () => this.#showLater(interaction, reply, { announced, ephemeral }));
    try {
      if (announced.kind !== 'refused') await this.#fillIn(interaction, deferMode, reply);
    } finally {
      this.takeBack(reply);
    }
  }

  /** An accepted job is placed or dropped here, whatever happens; the card of another one stands where it was shown. */
  async #settled(reply: WithCard, show: () => Promise<ReplyTarget | undefined>): Promise<void> {
    const { jobs, onCard } = this.#options;
    let target: ReplyTarget | undefined;
    try {
      target = await show();
    } finally {
      if (target) {
        onCard(reply.job);
        await (reply.kind === 'job' ? jobs.place(reply.job, target) : jobs.bring(reply.job.id, target));
      } else this.takeBack(reply);
    }
  }

  /** Undefined: the card isn't there. */
  async #showNow(interaction: PendingInteraction, reply: WithCard): Promise<ReplyTarget | undefined> {
    const target = targetOf(reply);
    const message = this.#messageOf(reply.job);
    const type = typeOf(target.messageId !== undefined, message);
    const answer = { type, ephemeral: target.ephemeral, ...(message && { message }) };
    const first = await sendFirstAnswer(interaction, answer, this.#options);
    if (first.kind === 'refused') return undefined;
    return this.#placedAt(target, await this.#confirmed(interaction, first, message));
  }

  async #showLater(
    interaction: PendingInteraction,
    reply: WithCard,
    { announced, ephemeral }: { announced: FirstAnswer; ephemeral: boolean },
  ): Promise<ReplyTarget | undefined> {
    if (announced.kind === 'refused') return undefined;
    const asked = targetOf(reply);
    const { apartIn } = interaction;
    if (apartIn !== undefined && isPublicCard(reply)) {
      const { token, ...target } = asked;
      const body = this.#options.cardOf(reply.job);
      return this.#placedAt(
        target,
        await this.#post(interaction, apartIn, { body, files: [] }, CARD_ATTEMPTS),
      );
    }
    const target =
      asked.messageId === undefined ? seenBy(ephemeral ? 'one-person' : 'everybody', asked) : asked;
    const message = this.#messageOf(reply.job);
    const messageId = message
      ? await this.#edit(interaction, message, CARD_ATTEMPTS)
      : await this.#confirmed(interaction, announced, undefined);
    return this.#placedAt(target, messageId);
  }

  #placedAt(target: ReplyTarget, messageId: string | undefined): ReplyTarget | undefined {
    return messageId === undefined ? undefined : { ...target, messageId: target.messageId ?? messageId };
  }

  /** The card of a finished job needs its pictures first: its delivery completes the deferred answer. */
  #messageOf(job: Job): OutgoingMessage | undefined {
    return isEnded(job) ? undefined : { body: this.#options.cardOf(job), files: [] };
  }

  /** The id of the message, empty where the answer is none. A lost confirmation is made up for by the same answer as an edit. */
  async #confirmed(
    interaction: PendingInteraction,
    first: FirstAnswer,
    message: OutgoingMessage | undefined,
  ): Promise<string | undefined> {
    if (first.kind === 'given') return first.messageId ?? '';
    return message && this.#edit(interaction, message, CARD_ATTEMPTS);
  }

  async #fillIn(
    interaction: PendingInteraction,
    deferMode: DeferMode,
    reply: Exclude<Reply, WithCard>,
  ): Promise<void> {
    const { api, log } = this.#options;
    const { interactionId, applicationId, token } = interaction;
    const inPlace = deferMode === 'in-place';
    if (reply.kind === 'delete') return this.#delete(interaction);
    if (reply.kind === 'silent') return inPlace ? undefined : this.#delete(interaction);
    if (reply.kind === 'modal') {
      log.error('a form was ready too late to be shown', { interactionId });
      return;
    }
    const message: OutgoingMessage = { body: reply.message, files: reply.files ?? [] };
    // A public deferred answer can't become private: deletes it, and answers the person privately.
    const announcedToAll = deferMode === 'publicly' && reply.kind === 'private';
    if (announcedToAll) await this.#delete(interaction);
    if (announcedToAll || (inPlace && reply.kind === 'private')) {
      await this.#try('answer beside', () =>
        api.followUp(applicationId, token, message, { ephemeral: true }),
      );
      return;
    }
    const { apartIn } = interaction;
    const messageId =
      inPlace && apartIn !== undefined && reply.kind === 'public'
        ? await this.#post(interaction, apartIn, message)
        : await this.#edit(interaction, message);
    if (reply.kind === 'public' && messageId !== undefined) await reply.posted?.(messageId);
  }

  /** Posts a message of its own. Discord takes it once within a few minutes. */
  #post(
    { interactionId }: PendingInteraction,
    channelId: string,
    message: OutgoingMessage,
    attempts = ATTEMPTS,
  ): Promise<string | undefined> {
    const post = () => this.#options.api.send(channelId, message, { nonce: interactionId });
    return this.#try('post a message', post, attempts);
  }

  #edit(
    { applicationId, token }: PendingInteraction,
    message: OutgoingMessage,
    attempts = ATTEMPTS,
  ): Promise<string | undefined> {
    const edit = () => this.#options.api.editByToken(applicationId, token, message);
    return this.#try('fill in an answer', edit, attempts);
  }

  async #delete({ applicationId, token }: PendingInteraction): Promise<void> {
    await this.#try('delete an answer', () => this.#options.api.deleteOriginal(applicationId, token));
  }

  /** Undefined when it never worked: the person can try again. */
  async #try<T>(what: string, request: () => Promise<T>, attempts = ATTEMPTS): Promise<T | undefined> {
    try {
      return await retryRequest(what, request, { ...this.#options, attempts });
    } catch (error) {
      this.#options.log.warn("couldn't send a deferred answer", { what, error });
      return undefined;
    }
  }
}
