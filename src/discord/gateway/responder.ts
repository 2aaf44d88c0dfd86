import { within } from '../../lib/clock.ts';
import type { Suggestion } from '../../commands/framework/command.ts';
import type { MessageBody, Reply } from '../../commands/framework/reply.ts';
import { isEnded, type Job } from '../../services/jobs/job.ts';
import { answerOf, typeOf, type Answer, type ExistingAnswer } from '../rest/api.ts';
import { isCardOf } from '../delivery/find-answer.ts';
import { seenBy } from '../delivery/route.ts';
import { AnnouncedAnswer, type AnnouncedAnswerOptions, type DeferMode } from './announced-answer.ts';
import { sendFirstAnswer, type FirstAnswerOptions } from './first-answer.ts';
import type { PendingInteraction } from './interaction.ts';

/** Slower answers are deferred, to answer in time. */
const DEFER_AFTER_MS = 1_500;
/** A click is acknowledged sooner: people expect a button to do something. */
const DEFER_CLICK_AFTER_MS = 900;

export interface ResponderOptions extends AnnouncedAnswerOptions {
  cardOf: (job: Job) => MessageBody;
  /** Called for each posted card. */
  onCard: (job: Job) => void;
  /** Called with the time to each first answer, in milliseconds. */
  onAnswer: (milliseconds: number) => void;
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
   * @param deferMode never rejects; what is not decided in time is announced privately, so that nothing private gets
   *   to be seen.
   * @param work never rejects.
   */
  async respond(
    interaction: PendingInteraction,
    deferMode: DeferMode | Promise<DeferMode>,
    work: Promise<Reply>,
  ): Promise<void> {
    try {
      await this.#respond(interaction, deferMode, work);
    } finally {
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
      if (reply.kind === 'delete' && answered !== undefined)
        await new AnnouncedAnswer(interaction, 'in-place', this.#options).delete();
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
    const messageId = await this.#sendFirst(interaction, announcement, isOurs);
    const reply = await work;
    if (messageId === undefined) return this.#settle(reply, undefined);
    const announced = new AnnouncedAnswer(interaction, deferMode, this.#options);
    if (reply.kind !== 'card') {
      const isGiven = await announced.give(reply);
      if (isGiven && reply.kind === 'public') await reply.posted?.(messageId);
      return;
    }
    const { job, target } = reply;
    if (!(await this.#options.isStillOurs())) {
      // The next owner finds a new job in the store, but can't know that somebody wanted to see another one.
      const isNew = reply.notPlaced !== undefined;
      if (isNew) announced.leave();
      else await announced.give({ kind: 'silent' });
      return;
    }
    const settled =
      target.messageId === undefined ? seenBy(ephemeral ? 'one-person' : 'everybody', target) : target;
    if (!isEnded(job)) await announced.edit('show a card', { body: this.#options.cardOf(job), files: [] });
    return this.#settle({ ...reply, target: settled }, target.messageId ?? messageId);
  }

  async #sendFirst(
    interaction: PendingInteraction,
    answer: Omit<Answer, 'signal'>,
    isOurs?: FirstAnswerOptions['isOurs'],
  ): Promise<string | undefined> {
    const options = { ...this.#options, ...(isOurs && { isOurs }) };
    return sendFirstAnswer(interaction, answer, options);
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
