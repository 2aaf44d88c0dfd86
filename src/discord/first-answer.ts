import {
  MessageFlags,
  PermissionFlagsBits,
  type InteractionCallbackResponse,
  type RepliableInteraction,
} from 'discord.js';
import { systemClock, within, type Clock } from '../lib/clock.ts';
import { retry } from '../lib/retry.ts';
import type { Answers } from '../commands/framework/action.ts';
import { hasPermission, type Invocation } from '../commands/framework/invocation.ts';
import type { CardReply, JobReply, MessageBody, Reply } from '../commands/framework/reply.ts';
import { isEnded, type Job, type ReplyTarget, type WaitingJob } from '../services/jobs/job.ts';
import type { Jobs } from '../services/jobs/jobs.ts';
import type { Log } from '../services/operations/log.ts';
import { seenBy } from './delivery/route.ts';
import { nonceOf, type DiscordApi, type OutgoingMessage } from './api.ts';
import { failureKind, logFailure, mayHaveArrived, retryRequest } from './failures.ts';

/** Slower answers are deferred, to answer in time. */
const DEFER_AFTER_MS = 1_500;
/** A click is acknowledged sooner: people expect a button to do something. */
const DEFER_CLICK_AFTER_MS = 900;
/** Discord waits this long for an answer: https://docs.discord.com/developers/interactions/receiving-and-responding */
const ANSWER_WITHIN_MS = 3_000;
const RETRY_MS = 150;
const MIN_ATTEMPT_MS = 250;
/** How often a deferred answer is tried, with growing gaps: some two minutes in all. */
const ATTEMPTS = 9;
/** The same for a card: some ten seconds, since a job whose card isn't there counts for limits all the same. */
const CARD_ATTEMPTS = 6;
const PRIVATE = { flags: MessageFlags.Ephemeral } as const;

export interface ResponderOptions {
  api: Pick<DiscordApi, 'send'>;
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

/** An interaction that needs an answer, and who acts where. */
interface Asked {
  interaction: RepliableInteraction;
  place: Invocation;
}

/** Of a button, a menu, or a form that one of them opened. */
type Click = Extract<RepliableInteraction, { update: unknown }>;

const isClick = (interaction: RepliableInteraction): interaction is Click =>
  interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());

type WithCard = JobReply | CardReply;

const hasCard = (reply: Reply): reply is WithCard => reply.kind === 'job' || reply.kind === 'card';

const targetOf = (reply: WithCard): ReplyTarget => (reply.kind === 'job' ? reply.job.target : reply.target);

/** A new card that everybody sees. */
const isPublicCard = (reply: Reply): boolean =>
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
const messageOf = ({ body, files }: OutgoingMessage) => ({
  ...body,
  files: files.map(({ name, data, altText }) => ({ name, attachment: data, description: altText })),
});

/**
 * What became of a first answer: Discord confirmed it, with the id of its message where it is one; it may have arrived; or it has
 * not.
 */
type FirstAnswer = { kind: 'given'; messageId: string | null } | { kind: 'unconfirmed' | 'refused' };

/** That an answer will come, and who will see it. */
interface Announced {
  first: FirstAnswer;
  ephemeral: boolean;
}

/** Answers interactions within Discord's three seconds, also when Discord or the store fails. */
export class Responder {
  readonly #options: ResponderOptions;

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  /**
   * Gives the answer that the work comes to; when the work takes long, says first that one will come.
   *
   * @param answers never rejects; what is not decided in time is announced privately, so that nothing private gets to be seen.
   * @param work never rejects.
   */
  async respond(asked: Asked, answers: Answers | Promise<Answers>, work: Promise<Reply>): Promise<void> {
    const { clock } = this.#options;
    const deferAfterMs = isClick(asked.interaction) ? DEFER_CLICK_AFTER_MS : DEFER_AFTER_MS;
    const ready = answers === 'at-once' ? await work : await within(deferAfterMs, work, clock);
    const apart = standsApart(asked.place);
    // Files for everybody may take longer to upload than Discord waits for a first answer.
    if (ready && ready.kind !== 'public' && !(apart && isPublicCard(ready))) return this.#now(asked, ready);
    const undecided = Promise.resolve('privately' as const);
    const decided = ready ? 'publicly' : await Promise.race([answers, undecided]);
    await this.#later(asked, apart && decided === 'publicly' ? 'in-place' : decided, work);
  }

  /** Something else was answered, or nothing can be: a job that was accepted is dropped, and files are let go. */
  discard(reply: Reply): void {
    if (reply.kind === 'job') this.#options.jobs.drop(reply.job.id);
    if (reply.kind === 'update') for (const { id } of reply.jobs ?? []) this.#options.jobs.drop(id);
    if (reply.kind === 'public') reply.release?.();
  }

  async #now(asked: Asked, reply: Exclude<Reply, { kind: 'public' }>): Promise<void> {
    const { interaction } = asked;
    if (hasCard(reply)) return this.#settled(reply, () => this.#show(asked, reply));
    const { kind } = await this.#first(asked, () => {
      if (reply.kind === 'modal' && 'showModal' in interaction)
        return interaction.showModal(reply.modal, { withResponse: true });
      const message = 'message' in reply && { body: reply.message, files: reply.files ?? [] };
      return message && reply.kind === 'private'
        ? interaction.reply({ ...messageOf(message), ...PRIVATE, withResponse: true })
        : this.#inPlace(interaction, message || undefined);
    });
    if (reply.kind === 'delete' && kind !== 'refused') await this.#delete(interaction);
    if (reply.kind === 'update') await this.#showAll(asked, reply, kind !== 'refused');
  }

  async #later(asked: Asked, answers: Answers, work: Promise<Reply>): Promise<void> {
    const { interaction } = asked;
    const ephemeral = answers === 'privately';
    const first = await this.#first(asked, () =>
      answers === 'in-place'
        ? this.#inPlace(interaction)
        : interaction.deferReply({ ...(ephemeral && PRIVATE), withResponse: true }),
    );
    const reply = await work;
    if (hasCard(reply)) return this.#settled(reply, () => this.#show(asked, reply, { first, ephemeral }));
    try {
      const isThere = first.kind !== 'refused';
      if (reply.kind === 'update') await this.#showAll(asked, reply, isThere);
      if (isThere) await this.#fillIn(asked, answers, reply);
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
      ? interaction.update({ ...messageOf(message), withResponse: true })
      : interaction.deferUpdate({ withResponse: true });
  }

  /** An accepted job is placed or dropped here, also after an error; the card of another one stands where it was shown. */
  async #settled(reply: WithCard, show: () => Promise<ReplyTarget | undefined>): Promise<void> {
    const { jobs, onCard } = this.#options;
    let target: ReplyTarget | undefined;
    try {
      target = await show();
    } finally {
      if (target) {
        onCard(reply.job);
        await (reply.kind === 'job' ? jobs.place(reply.job, target) : jobs.bring(reply.job.id, target));
      } else this.discard(reply);
    }
  }

  /**
   * Undefined: the card isn't there. The card of a finished job needs its pictures first: its delivery completes the answer. A
   * confirmation that was lost is made up for by the same answer as an edit.
   */
  async #show(asked: Asked, reply: WithCard, announced?: Announced): Promise<ReplyTarget | undefined> {
    const { interaction, place } = asked;
    const shown = targetOf(reply);
    const message = isEnded(reply.job) ? undefined : { body: this.#options.cardOf(reply.job), files: [] };
    const first =
      announced?.first ?? (await this.#first(asked, () => this.#card(interaction, shown, message)));
    if (first.kind === 'refused') return undefined;
    if (announced && message && isPublicCard(reply) && standsApart(place)) {
      const { token, ...target } = shown;
      const sent = { nonce: interaction.id, attempts: CARD_ATTEMPTS };
      return this.#placedAt(target, await this.#post(place, message, sent));
    }
    const isNew = announced !== undefined && shown.messageId === undefined;
    const target = isNew ? seenBy(announced.ephemeral ? 'one-person' : 'everybody', shown) : shown;
    if (message && (announced || first.kind === 'unconfirmed'))
      return this.#placedAt(target, await this.#edit(interaction, message, CARD_ATTEMPTS));
    return this.#placedAt(target, first.kind === 'given' ? (first.messageId ?? '') : undefined);
  }

  #card(interaction: RepliableInteraction, target: ReplyTarget, message?: OutgoingMessage) {
    if (target.messageId !== undefined) return this.#inPlace(interaction, message);
    const flags = target.ephemeral && PRIVATE;
    return message
      ? interaction.reply({ ...messageOf(message), ...flags, withResponse: true })
      : interaction.deferReply({ ...flags, withResponse: true });
  }

  /** The cards of new jobs beside the answer, one after the other: once one can't be posted, there are no more. */
  async #showAll(
    asked: Asked,
    reply: Extract<Reply, { kind: 'update' }>,
    isAnswered: boolean,
  ): Promise<void> {
    try {
      for (const job of isAnswered ? (reply.jobs ?? []) : []) {
        const target = await this.#showBeside(asked, job);
        if (!target) return;
        this.#options.onCard(job);
        await this.#options.jobs.place(job, target);
      }
    } finally {
      this.discard(reply);
    }
  }

  async #showBeside(asked: Asked, job: WaitingJob): Promise<ReplyTarget | undefined> {
    const { interaction, place } = asked;
    const { token, ...target } = job.target;
    const message = { body: this.#options.cardOf(job), files: [] };
    if (!target.ephemeral && standsApart(place)) {
      const nonce = nonceOf('c', job.id);
      return this.#placedAt(target, await this.#post(place, message, { nonce, attempts: CARD_ATTEMPTS }));
    }
    const body = { ...messageOf(message), ...(target.ephemeral && PRIVATE) };
    const sent = await this.#try('send a card by token', () => interaction.webhook.send(body), CARD_ATTEMPTS);
    const reached = token && { token: { ...token, isFollowUp: true as const } };
    return this.#placedAt({ ...target, ...reached }, sent?.id);
  }

  #placedAt(target: ReplyTarget, messageId: string | undefined): ReplyTarget | undefined {
    return messageId === undefined ? undefined : { ...target, messageId: target.messageId ?? messageId };
  }

  async #fillIn(asked: Asked, answers: Answers, reply: Exclude<Reply, WithCard>): Promise<void> {
    const { interaction, place } = asked;
    const inPlace = answers === 'in-place';
    if (reply.kind === 'delete') return this.#delete(interaction);
    if (reply.kind === 'silent') return inPlace ? undefined : this.#delete(interaction);
    if (reply.kind === 'modal') throw new Error('A form was ready too late to be shown');
    const message: OutgoingMessage = { body: reply.message, files: reply.files ?? [] };
    // A public deferred answer can't become private: deletes it, and answers the person privately.
    const announcedToAll = answers === 'publicly' && reply.kind === 'private';
    if (announcedToAll) await this.#delete(interaction);
    if (announcedToAll || (inPlace && reply.kind === 'private')) {
      const beside = { ...messageOf(message), ...PRIVATE };
      await this.#try('answer beside', () => interaction.webhook.send(beside));
      return;
    }
    const messageId =
      inPlace && reply.kind === 'public' && standsApart(place)
        ? await this.#post(place, message, { nonce: interaction.id })
        : await this.#edit(interaction, message);
    if (reply.kind === 'public' && messageId !== undefined) await reply.posted?.(messageId);
  }

  /** Posts a message of its own. Discord takes it once within a few minutes. */
  #post(
    { channelId }: Invocation,
    message: OutgoingMessage,
    { nonce, attempts = ATTEMPTS }: { nonce: string; attempts?: number },
  ) {
    const post = () => this.#options.api.send(channelId, message, { nonce });
    return this.#try('post a message', post, attempts);
  }

  /** The library's own `editReply` refuses where a confirmation was lost. */
  async #edit({ webhook }: RepliableInteraction, message: OutgoingMessage, attempts = ATTEMPTS) {
    const edit = () => webhook.editMessage('@original', messageOf(message));
    return (await this.#try('fill in an answer', edit, attempts))?.id;
  }

  async #delete({ webhook }: RepliableInteraction): Promise<void> {
    await this.#try('delete an answer', () => webhook.deleteMessage('@original'));
  }

  /** Undefined when it never worked: the person can try again. */
  async #try<T>(what: string, request: () => Promise<T>, attempts = ATTEMPTS): Promise<T | undefined> {
    try {
      return await retryRequest(what, request, { ...this.#options, attempts });
    } catch (error) {
      logFailure(this.#options.log, "couldn't send a deferred answer", error, { what });
      return undefined;
    }
  }

  /** Sends the first answer, again until Discord's three seconds are over. */
  async #first(
    { interaction: { id: interactionId }, place: { receivedAt } }: Asked,
    send: () => Promise<InteractionCallbackResponse>,
  ): Promise<FirstAnswer> {
    const { clock, log, onAnswer } = this.#options;
    const remaining = () => receivedAt + ANSWER_WITHIN_MS - clock.now();
    const attempt = async (): Promise<FirstAnswer> => {
      const response = await within(Math.max(remaining(), MIN_ATTEMPT_MS), send(), systemClock);
      if (!response) throw new Error('Discord confirmed no answer in time');
      onAnswer(clock.now() - receivedAt);
      return { kind: 'given', messageId: response.interaction.responseMessageId };
    };
    const sent = { isLost: false };
    try {
      return await retry(attempt, {
        delayMs: (error) =>
          failureKind(error) === 'retryable' && remaining() > RETRY_MS ? RETRY_MS : undefined,
        onFailure: (error) => {
          sent.isLost ||= mayHaveArrived(error);
          logFailure(log, "couldn't answer an interaction", error, { interactionId });
        },
        clock,
      });
    } catch (error) {
      // If nothing of this process can have arrived, the answer that there is is another process's.
      const mayStand = sent.isLost && ['answered', 'retryable'].includes(failureKind(error));
      return { kind: mayStand ? 'unconfirmed' : 'refused' };
    }
  }
}
