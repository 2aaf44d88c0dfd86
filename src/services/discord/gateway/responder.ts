import { within, type Clock } from '../../../lib/clock.ts';
import type { Suggestion } from '../../../commands/framework/command.ts';
import type { CardReply, MessageBody, Reply } from '../../../commands/framework/reply.ts';
import { isEnded, type Job } from '../../jobs/job.ts';
import type { Log } from '../../operations/log.ts';
import {
  answerOf,
  typeOf,
  type Answer,
  type DiscordApi,
  type OutgoingMessage,
  type ExistingAnswer,
} from '../rest/api.ts';
import { retryRequest } from '../rest/retry.ts';
import { isCardOf } from '../delivery/find-answer.ts';
import { sendFirstAnswer, type FirstAnswerOptions } from './first-answer.ts';
import type { PendingInteraction } from './interaction.ts';

/** Slower answers are deferred, to answer in time. */
const DEFER_AFTER_MS = 1_500;
/** A click is acknowledged sooner: people expect a button to do something. */
const DEFER_CLICK_AFTER_MS = 900;
/** How often a deferred answer is tried, with growing gaps: some two minutes in all. */
const DEFERRED_ATTEMPTS = 9;

/** How an answer that takes long is announced; `at-once` can't be, because it may be a modal. */
export type DeferMode = 'publicly' | 'privately' | 'in-place' | 'at-once';

export interface ResponderOptions {
  api: DiscordApi;
  cardOf: (job: Job) => MessageBody;
  /** Called for each posted card. */
  onCard: (job: Job) => void;
  /** Called with the time to each first answer, in milliseconds. */
  onAnswer: (milliseconds: number) => void;
  /**
   * Whether the jobs are still this process's own; waits while that is in doubt. What was announced is the next owner's
   * otherwise: it may have taken the announcement for the card of a job that was stored.
   */
  isStillOurs: () => Promise<boolean>;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Aborts when Easel stops: what did not work is not tried again. */
  signal: AbortSignal;
}

/** Answers interactions within Discord's three seconds, whatever happens. */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #unanswered = new Set<PendingInteraction>();

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  /** Whether anybody waits for a first answer. */
  get isAnswering(): boolean {
    return this.#unanswered.size > 0;
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
    this.#unanswered.add(interaction);
    try {
      await this.#respond(interaction, deferMode, work);
    } finally {
      this.#unanswered.delete(interaction);
      const reply = await work;
      if (reply.kind === 'public') reply.release?.();
    }
  }

  async #respond(
    interaction: PendingInteraction,
    deferMode: DeferMode | Promise<DeferMode>,
    work: Promise<Reply>,
  ): Promise<void> {
    if (deferMode === 'at-once') return this.#now(interaction, await work);
    const deferAfterMs = interaction.isClick ? DEFER_CLICK_AFTER_MS : DEFER_AFTER_MS;
    const first = await within(deferAfterMs, work, this.#options.clock);
    if (first) return this.#now(interaction, first);
    const decided = await Promise.race([deferMode, Promise.resolve('privately' as const)]);
    return this.#later(interaction, decided, work);
  }

  /** Answers with autocomplete suggestions. Doesn't retry, since the next typed letter asks again. */
  async suggest({ interactionId, token }: PendingInteraction, choices: Suggestion[]): Promise<void> {
    await this.#options.api.suggest({ interactionId, token }, choices);
  }

  async #now(interaction: PendingInteraction, reply: Reply): Promise<void> {
    // Files for everybody may take longer to upload than Discord waits for a first answer.
    if (reply.kind === 'public') return this.#later(interaction, 'publicly', Promise.resolve(reply));
    if (reply.kind !== 'card') {
      const answered = await this.#sendFirst(interaction, answerOf(reply));
      if (reply.kind === 'delete' && answered !== undefined) await this.#delete(interaction);
      return;
    }
    const { job, target } = reply;
    const inPlace = target.messageId !== undefined;
    // The card of a finished job needs its pictures first; its delivery completes the deferred answer.
    const message = isEnded(job) ? undefined : { body: this.#options.cardOf(job), files: [] };
    const type = typeOf(inPlace, message);
    // An event that comes twice finds the answer to the first: that is the card of another job.
    const isOurs = (standing: ExistingAnswer) =>
      inPlace || (message ? isCardOf(job, standing) : standing.isPending);
    const answer = { type, ephemeral: target.ephemeral, ...(message && { message }) };
    const messageId = await this.#sendFirst(interaction, answer, isOurs);
    await this.#settle(reply, messageId === undefined ? undefined : (target.messageId ?? messageId));
  }

  async #later(interaction: PendingInteraction, deferMode: DeferMode, work: Promise<Reply>): Promise<void> {
    const inPlace = deferMode === 'in-place';
    const ephemeral = deferMode === 'privately';
    const announcement = { type: typeOf(inPlace, undefined), ephemeral };
    const isOurs = ({ isPending }: ExistingAnswer) => inPlace || isPending;
    const announced = await this.#sendFirst(interaction, announcement, isOurs);
    const reply = await work;
    if (announced === undefined) return this.#settle(reply, undefined);
    const { isStillOurs, log } = this.#options;
    if (!(await isStillOurs())) {
      log.warn('left an announced answer to the next owner', { interactionId: interaction.interactionId });
      return;
    }
    if (reply.kind !== 'card') {
      await this.#fillIn(interaction, reply, deferMode);
      if (reply.kind === 'public') await reply.posted?.(announced);
      return;
    }
    const { job, target } = reply;
    const isOwn = target.messageId === undefined;
    const settled = isOwn
      ? { ...target, ephemeral, channelRoute: target.channelRoute && !ephemeral }
      : target;
    if (!isEnded(job))
      await this.#retry('show a card', () =>
        this.#edit(interaction, { body: this.#options.cardOf(job), files: [] }),
      );
    return this.#settle({ ...reply, target: settled }, target.messageId ?? announced);
  }

  async #sendFirst(
    interaction: PendingInteraction,
    answer: Omit<Answer, 'signal'>,
    isOurs?: FirstAnswerOptions['isOurs'],
  ): Promise<string | undefined> {
    const options = { ...this.#options, ...(isOurs && { isOurs }) };
    const messageId = await sendFirstAnswer(interaction, answer, options);
    this.#unanswered.delete(interaction);
    return messageId;
  }

  /** The answer that was announced. */
  async #fillIn(
    interaction: PendingInteraction,
    reply: Exclude<Reply, CardReply>,
    deferMode: DeferMode,
  ): Promise<void> {
    const { api, log } = this.#options;
    const { interactionId, applicationId, token } = interaction;
    const inPlace = deferMode === 'in-place';
    if (reply.kind === 'delete') return this.#delete(interaction);
    if (reply.kind === 'silent') {
      if (!inPlace) await this.#delete(interaction);
      return;
    }
    if (reply.kind === 'modal') {
      log.error('a form was ready too late to be shown', { interactionId });
      return;
    }
    const message: OutgoingMessage = { body: reply.message, files: reply.files ?? [] };
    // A public deferred answer can't become private: deletes it, and answers the person privately.
    const announcedToAll = deferMode === 'publicly' && reply.kind === 'private';
    if (announcedToAll) await this.#delete(interaction);
    const beside = announcedToAll || (inPlace && reply.kind === 'private');
    await this.#retry('fill in an answer', () =>
      beside
        ? api.followUp(applicationId, token, message, { ephemeral: true })
        : this.#edit(interaction, message),
    );
  }

  #delete({ applicationId, token }: PendingInteraction): Promise<void> {
    return this.#retry('delete an answer', () => this.#options.api.deleteOriginal(applicationId, token));
  }

  #edit({ applicationId, token }: PendingInteraction, message: OutgoingMessage): Promise<unknown> {
    return this.#options.api.editByToken(applicationId, token, message);
  }

  /** Doesn't retry further; the person can try again. Leaves it to the next owner once there is one. */
  async #retry(what: string, request: () => Promise<unknown>): Promise<void> {
    const { isStillOurs, log } = this.#options;
    const act = async () => {
      if (await isStillOurs()) await request();
    };
    try {
      await retryRequest(what, act, { ...this.#options, attempts: DEFERRED_ATTEMPTS });
    } catch (error) {
      log.warn("couldn't send a deferred answer", { what, error });
    }
  }

  async #settle(reply: Reply, messageId: string | undefined): Promise<void> {
    if (reply.kind !== 'card') return;
    if (messageId === undefined) {
      await reply.notPlaced?.();
      return;
    }
    this.#options.onCard(reply.job);
    await reply.placed({ ...reply.target, messageId });
  }
}
