import type { MessageBody, OutgoingMessage } from '../messages/message.ts';
import {
  MessageFlags,
  PermissionFlagsBits,
  type InteractionCallbackResponse,
  type RepliableInteraction,
} from 'discord.js';
import { systemClock, within } from '../lib/clock.ts';
import { doubling, retry } from '../lib/retry.ts';
import { hasPermission, languageOf, type Invocation } from '../commands/framework/invocation.ts';
import {
  jobsOf,
  type Answers,
  type CardReply,
  type JobReply,
  type ShownReply,
} from '../commands/framework/reply.ts';
import { isEnded, promptOf, type Job, type ReplyTarget, type WaitingJob } from '../services/jobs/job.ts';
import type { Jobs } from '../services/jobs/jobs.ts';
import { NotStoredError, type OpenJobs } from '../services/jobs/open-jobs.ts';
import { lostCardOf, newCardOf } from '../cards/card.ts';
import { routeOf } from '../discord/delivery/route.ts';
import { nonceOf, type DiscordApi } from '../discord/api.ts';
import { isRateLimit } from '../discord/errors.ts';
import { failureKind, logFailure, mayHaveArrived, retryRequest, type Retrying } from '../discord/failures.ts';
import { wordsIn } from '../messages/language.ts';
import { quote } from '../messages/markup.ts';
import type { Progress } from '../discord/delivery/progress.ts';
import type { Estimates } from '../services/jobs/estimates.ts';
import type { Metrics } from '../services/operations/metrics.ts';

/** Slower answers are deferred, to answer in time. */
const DEFER_AFTER_MS = 1_500;
/** A click is acknowledged sooner: people expect a button to do something. */
const DEFER_CLICK_AFTER_MS = 900;
/** Discord waits this long for an answer: https://docs.discord.com/developers/interactions/receiving-and-responding */
const ANSWER_WITHIN_MS = 3_000;
const ownWaitMs = doubling(150, ANSWER_WITHIN_MS);
const MIN_ATTEMPT_MS = 250;
/** How often a deferred answer is sent, with growing gaps: some two minutes in all. */
const ATTEMPTS = 9;
/** How often a card is sent: some ten seconds, since a job whose card isn't there counts for limits all the same. */
export const CARD_ATTEMPTS = 6;
const PRIVATE = { flags: MessageFlags.Ephemeral } as const;

/** Of a button, a menu, or a form that one of them opened. */
type Click = Extract<RepliableInteraction, { update: unknown }>;

const isClick = (interaction: RepliableInteraction): interaction is Click =>
  interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());

type WithCard = JobReply | CardReply;

const hasCard = (reply: ShownReply): reply is WithCard => reply.kind === 'job' || reply.kind === 'card';

const targetOf = (reply: WithCard): ReplyTarget => (reply.kind === 'job' ? reply.job.target : reply.target);

/** The target of a new card: whether it is ephemeral was settled when the answer was announced. */
const seenBy = (ephemeral: boolean, { mayReact, ...target }: ReplyTarget): ReplyTarget =>
  ephemeral ? { ...target, ephemeral, channelRoute: false } : { ...target, ephemeral, mayReact };

/** A new card that everybody sees. */
const isPublicCard = (reply: ShownReply): boolean =>
  reply.kind === 'job' && !reply.job.target.ephemeral && reply.job.target.messageId === undefined;

/**
 * Whether a public answer to a private message is a message of its own. As an answer, it would begin with "Original message was
 * deleted" to others.
 */
const standsApart = ({ context, botIsHere, botPermissions, inThread, message }: Invocation): boolean => {
  const { ViewChannel, EmbedLinks, AttachFiles, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
  const needed = ViewChannel | EmbedLinks | AttachFiles | (inThread ? SendMessagesInThreads : SendMessages);
  const mayPost = context === 'bot-dm' || (botIsHere && hasPermission(botPermissions, needed));
  return message?.ephemeral === true && mayPost;
};

/** A message as the library takes it. */
const asTheLibraryTakesIt = ({ body, files }: OutgoingMessage) => ({
  ...body,
  files: files.map(({ name, data, altText }) => ({ name, attachment: data, description: altText })),
});

const QUOTED_LENGTH = 1_000;

/** What a person reads instead of a message that Discord doesn't accept. */
const refusedText = (invocation: Invocation, job?: Job): string => {
  const text = wordsIn(languageOf(invocation)).errors['card-refused'](undefined);
  return job ? `${text}\n${quote(promptOf(job), QUOTED_LENGTH)}` : text;
};

/** An interaction that needs an answer, with its plain data. */
interface Pending {
  interaction: RepliableInteraction;
  invocation: Invocation;
}

/**
 * The outcome of a first answer. `given`: Discord confirmed it, with the id of its message where it is one. `unconfirmed`: it may
 * have arrived. `refused`: Discord doesn't accept that answer. `lost`: it accepts none anymore.
 */
type FirstAnswer = { kind: 'given'; messageId: string | null } | { kind: 'unconfirmed' | 'refused' | 'lost' };

const isThere = ({ kind }: FirstAnswer): boolean => kind === 'given' || kind === 'unconfirmed';

/** An announcement that an answer will come. */
interface Announced {
  first: FirstAnswer;
  answers: Answers;
}

/** Answers interactions within Discord's three seconds, also when Discord or the store fails. */
export class Responder {
  constructor(
    private readonly runtime: Retrying,
    private readonly api: DiscordApi,
    private readonly jobs: Pick<Jobs, 'place' | 'moveCard'>,
    private readonly openJobs: Pick<OpenJobs, 'drop'>,
    private readonly estimates: Pick<Estimates, 'of'>,
    private readonly progress: Pick<Progress, 'wasShown'>,
    private readonly metrics: Pick<Metrics, 'observeAnswer'>,
  ) {}

  /**
   * Gives the answer that the work comes to; when the work takes long, says first that one will come.
   *
   * @param answers never rejects; an answer that is not decided in time is announced privately, so that nothing private is seen.
   * @param work never rejects.
   */
  async respond(
    pending: Pending,
    answers: Answers | Promise<Answers>,
    work: Promise<ShownReply>,
  ): Promise<void> {
    const deferAfterMs = isClick(pending.interaction) ? DEFER_CLICK_AFTER_MS : DEFER_AFTER_MS;
    const ready = answers === 'at-once' ? await work : await within(deferAfterMs, work, this.runtime.clock);
    const apart = standsApart(pending.invocation);
    // Files for everybody may take longer to upload than Discord waits for a first answer.
    if (ready && ready.kind !== 'public' && !(apart && isPublicCard(ready))) return this.#now(pending, ready);
    const undecided = Promise.resolve('privately' as const);
    const decided = ready ? 'publicly' : await Promise.race([answers, undecided]);
    await this.#later(pending, apart && decided === 'publicly' ? 'in-place' : decided, work);
  }

  /** Drops the accepted jobs of a reply that is not shown, and frees its files. */
  discard(reply: ShownReply): void {
    for (const { id } of jobsOf(reply)) this.openJobs.drop(id);
    if (reply.kind === 'public') reply.release?.();
  }

  async #now(pending: Pending, reply: Exclude<ShownReply, { kind: 'public' }>): Promise<void> {
    const { interaction } = pending;
    if (hasCard(reply)) return this.postCard(reply, () => this.#show(pending, reply));
    const first = await this.#first(pending, () => {
      if (reply.kind === 'modal' && 'showModal' in interaction)
        return interaction.showModal(reply.modal, { withResponse: true });
      const message = 'message' in reply && { body: reply.message, files: reply.files ?? [] };
      return message && reply.kind === 'private'
        ? interaction.reply({ ...asTheLibraryTakesIt(message), ...PRIVATE, withResponse: true })
        : this.#inPlace(interaction, message || undefined);
    });
    if (first.kind === 'refused') await this.#answerRefused(pending);
    if (reply.kind === 'delete' && isThere(first)) await this.#delete(interaction);
    await this.#showAll(pending, reply, isThere(first));
  }

  async #later(pending: Pending, answers: Answers, work: Promise<ShownReply>): Promise<void> {
    const { interaction } = pending;
    const ephemeral = answers === 'privately';
    const first = await this.#first(pending, () =>
      answers === 'in-place'
        ? this.#inPlace(interaction)
        : interaction.deferReply({ ...(ephemeral && PRIVATE), withResponse: true }),
    );
    const reply = await work;
    if (hasCard(reply)) return this.postCard(reply, () => this.#show(pending, reply, { first, answers }));
    try {
      // What was announced is the next message that the token sends.
      if (isThere(first)) await this.#fillIn(pending, answers, reply);
      await this.#showAll(pending, reply, isThere(first));
    } finally {
      this.discard(reply);
    }
  }

  /** Changes the message whose component was used, now or, without a message, later. */
  #inPlace(
    interaction: RepliableInteraction,
    message?: OutgoingMessage,
  ): Promise<InteractionCallbackResponse> {
    if (!isClick(interaction)) throw new TypeError('nothing was pressed that could change');
    return message
      ? interaction.update({ ...asTheLibraryTakesIt(message), withResponse: true })
      : interaction.deferUpdate({ withResponse: true });
  }

  /**
   * Shows a card. An accepted job is placed or dropped here, also after an error; the card of another one moves to where it was
   * shown.
   *
   * @param show undefined: the card isn't there.
   */
  async postCard(reply: WithCard, show: () => Promise<ReplyTarget | undefined>): Promise<void> {
    let target: ReplyTarget | undefined;
    try {
      target = await show();
    } finally {
      if (target) {
        this.progress.wasShown(reply.job);
        await (reply.kind === 'job'
          ? this.#place(reply.job, target)
          : this.jobs.moveCard(reply.job.id, target));
      } else this.discard(reply);
    }
  }

  #cardOf(job: Job): MessageBody {
    return newCardOf(job, { estimates: this.estimates, clock: this.runtime.clock });
  }

  /**
   * Shows a card as the answer; undefined when it isn't there. A finished job's card needs its pictures first, so its delivery
   * completes the answer. A lost confirmation is made up for by the same answer as an edit.
   */
  async #show(pending: Pending, reply: WithCard, announced?: Announced): Promise<ReplyTarget | undefined> {
    const { interaction, invocation } = pending;
    const shown = targetOf(reply);
    const message = isEnded(reply.job) ? undefined : { body: this.#cardOf(reply.job), files: [] };
    const first =
      announced?.first ?? (await this.#first(pending, () => this.#card(interaction, shown, message)));
    if (first.kind === 'refused' && !announced) await this.#answerRefused(pending, reply.job);
    if (!isThere(first)) return undefined;
    const told = async (target: ReplyTarget, id: string | undefined): Promise<ReplyTarget | undefined> => {
      const answers = announced?.answers ?? (shown.ephemeral ? 'privately' : 'publicly');
      if (id === undefined) await this.#fillInRefused(pending, answers, reply.job);
      return this.#placedAt(target, id);
    };
    if (announced && message && isPublicCard(reply) && standsApart(invocation)) {
      const { token, ...target } = shown;
      return told(target, await this.#post(invocation, message, interaction.id, CARD_ATTEMPTS));
    }
    const isNew = announced !== undefined && shown.messageId === undefined;
    const target = isNew ? seenBy(announced.answers === 'privately', shown) : shown;
    if (message && (announced || first.kind === 'unconfirmed')) {
      const { id, isUnanswered } = await this.#editCard(interaction, message);
      const editUnanswered = isUnanswered || (first.kind === 'unconfirmed' && shown.messageId !== undefined);
      return told({ ...target, ...(editUnanswered && { editUnanswered }) }, id);
    }
    if (first.kind !== 'given') return undefined;
    return this.#placedAt(target, shown.messageId ?? first.messageId ?? (await this.#ownAnswer(interaction)));
  }

  /** Discord names the message of an answer mostly, but not always. */
  #ownAnswer(interaction: RepliableInteraction): Promise<string | undefined> {
    const read = async () => (await this.api.messageByToken(interaction)).id;
    return this.#try('look up an answer', read, CARD_ATTEMPTS);
  }

  /** Tells the person that Discord doesn't accept the answer: with the prompt, unless Discord doesn't accept that either. */
  async #answerRefused(pending: Pending, job?: Job): Promise<void> {
    const { interaction } = pending;
    const say = (content: string) =>
      this.#first(pending, () => interaction.reply({ content, ...PRIVATE, withResponse: true }));
    const first = await say(refusedText(pending.invocation, job));
    if (first.kind === 'refused' && job) await say(refusedText(pending.invocation));
  }

  /** The same for an answer that was announced. */
  async #fillInRefused(pending: Pending, answers: Answers, job: Job): Promise<void> {
    const say = (content: string) =>
      this.#fillIn(pending, answers, { kind: 'private', message: { content } });
    if (!(await say(refusedText(pending.invocation, job)))) await say(refusedText(pending.invocation));
  }

  #card(interaction: RepliableInteraction, target: ReplyTarget, message?: OutgoingMessage) {
    if (target.messageId !== undefined) return this.#inPlace(interaction, message);
    const flags = target.ephemeral && PRIVATE;
    return message
      ? interaction.reply({ ...asTheLibraryTakesIt(message), ...flags, withResponse: true })
      : interaction.deferReply({ ...flags, withResponse: true });
  }

  /** The cards of new jobs beside the answer, one after the other: once one can't be posted, there are no more. */
  async #showAll(pending: Pending, reply: ShownReply, isAnswered: boolean): Promise<void> {
    try {
      for (const job of isAnswered ? jobsOf(reply) : []) {
        const target = await this.#showBeside(pending, job);
        if (!target) {
          await this.#fillInRefused(pending, 'in-place', job);
          return;
        }
        this.progress.wasShown(job);
        if (!(await this.#place(job, target))) return;
      }
    } finally {
      this.discard(reply);
    }
  }

  /** Stores a job whose card is there. False when that can't be done: then its card says so, with the prompt. */
  async #place(job: WaitingJob, target: ReplyTarget): Promise<boolean> {
    try {
      await this.jobs.place(job, target);
      return true;
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error;
      this.runtime.log.error("couldn't store a job, so its card says that it is lost", {
        jobId: job.id,
        error,
      });
      const route = routeOf(target, this.runtime.clock.steady());
      const code = this.runtime.signal?.aborted === true ? 'job-lost' : 'store-away';
      const message = { body: lostCardOf(job, code), files: [] };
      if (route)
        await this.#try('say that a request is lost', () => this.api.edit(route, message), CARD_ATTEMPTS);
      return false;
    }
  }

  async #showBeside(pending: Pending, job: WaitingJob): Promise<ReplyTarget | undefined> {
    const { interaction, invocation } = pending;
    const { token, ...target } = job.target;
    const message = { body: this.#cardOf(job), files: [] };
    if (!target.ephemeral && standsApart(invocation))
      return this.#placedAt(
        target,
        await this.#post(invocation, message, nonceOf('c', job.id), CARD_ATTEMPTS),
      );
    const send = () => this.api.followUp(interaction, message, target);
    const reached = token && { token: { ...token, isFollowUp: true as const } };
    return this.#placedAt(
      { ...target, ...reached },
      await this.#try('send a card by token', send, CARD_ATTEMPTS),
    );
  }

  /** A card whose button was pressed stands where it stood, also when its edit failed. */
  #placedAt(target: ReplyTarget, answerId: string | undefined): ReplyTarget | undefined {
    const messageId = target.messageId ?? answerId;
    return messageId === undefined ? undefined : { ...target, messageId };
  }

  /** Returns whether the answer is there. */
  async #fillIn(pending: Pending, answers: Answers, reply: Exclude<ShownReply, WithCard>): Promise<boolean> {
    const { interaction, invocation } = pending;
    const inPlace = answers === 'in-place';
    if (reply.kind === 'delete') return this.#delete(interaction);
    if (reply.kind === 'modal') throw new Error('A form was ready too late to be shown');
    const message: OutgoingMessage = { body: reply.message, files: reply.files ?? [] };
    // A public deferred answer can't become private: deletes it, and answers the person privately.
    const announcedToAll = answers === 'publicly' && reply.kind === 'private';
    if (announcedToAll) await this.#delete(interaction);
    if (announcedToAll || (inPlace && reply.kind === 'private')) {
      const send = () => this.api.followUp(interaction, message, { ephemeral: true });
      return (await this.#try('answer beside', send)) !== undefined;
    }
    const messageId =
      inPlace && reply.kind === 'public' && standsApart(invocation)
        ? await this.#post(invocation, message, reply.nonce ?? interaction.id)
        : await this.#edit(interaction, message);
    if (reply.kind === 'public' && messageId !== undefined) await reply.posted?.(messageId);
    return messageId !== undefined;
  }

  /** Posts a message of its own. Discord takes it once within a few minutes. */
  #post({ channelId }: Invocation, message: OutgoingMessage, nonce: string, attempts = ATTEMPTS) {
    const post = () => this.api.send(channelId, message, { nonce });
    return this.#try('post a message', post, attempts);
  }

  /** The library's own `editReply` refuses where a confirmation was lost. */
  #edit(interaction: RepliableInteraction, message: OutgoingMessage, attempts = ATTEMPTS) {
    const edit = () => this.api.editByToken(interaction, message);
    return this.#try('fill in an answer', edit, attempts);
  }

  /** @returns the message's id, if it was edited, and whether an attempt before may be carried out after it. */
  async #editCard(interaction: RepliableInteraction, message: OutgoingMessage) {
    const seen = { isUnanswered: false };
    const edit = async () => {
      try {
        return await this.api.editByToken(interaction, message);
      } catch (error) {
        seen.isUnanswered ||= mayHaveArrived(error);
        throw error;
      }
    };
    return { id: await this.#try('fill in an answer', edit, CARD_ATTEMPTS), ...seen };
  }

  async #delete(interaction: RepliableInteraction): Promise<boolean> {
    const remove = async () => {
      await this.api.deleteByToken(interaction);
      return true;
    };
    return (await this.#try('delete an answer', remove)) ?? false;
  }

  /** Undefined when it never worked: the person can try again. */
  async #try<T>(what: string, request: () => Promise<T>, attempts = ATTEMPTS): Promise<T | undefined> {
    try {
      return await retryRequest(what, request, this.runtime, attempts);
    } catch (error) {
      logFailure(this.runtime.log, "couldn't send a deferred answer", error, { what });
      return undefined;
    }
  }

  /** Sends the first answer, again until Discord's three seconds are over. */
  async #first(
    { interaction: { id: interactionId }, invocation: { receivedAt } }: Pending,
    send: () => Promise<InteractionCallbackResponse>,
  ): Promise<FirstAnswer> {
    const remaining = () => receivedAt + ANSWER_WITHIN_MS - this.runtime.clock.steady();
    const attempt = async (): Promise<FirstAnswer> => {
      const response = await within(Math.max(remaining(), MIN_ATTEMPT_MS), send(), systemClock);
      if (!response) throw new Error('Discord confirmed no answer in time');
      this.metrics.observeAnswer(this.runtime.clock.steady() - receivedAt);
      return { kind: 'given', messageId: response.interaction.responseMessageId };
    };
    const sent = { isLost: false };
    try {
      return await retry(attempt, {
        delayMs: (error, attempt) => {
          const ownMs = ownWaitMs(attempt);
          const waitMs = isRateLimit(error) ? Math.max(error.retryAfter, ownMs) : ownMs;
          return failureKind(error) === 'retryable' && remaining() > waitMs ? waitMs : undefined;
        },
        onFailure: (error) => {
          sent.isLost ||= mayHaveArrived(error);
          logFailure(this.runtime.log, "couldn't answer an interaction", error, { interactionId });
        },
        clock: this.runtime.clock,
      });
    } catch (error) {
      // If no answer of this process can have arrived, the existing one came from another process.
      const kind = failureKind(error);
      const mayStand = sent.isLost && ['answered', 'retryable'].includes(kind);
      if (mayStand) return { kind: 'unconfirmed' };
      return { kind: ['answered', 'retryable', 'token-dead'].includes(kind) ? 'lost' : 'refused' };
    }
  }
}
