import { newReference, type Runtime } from '../services/operations/runtime.ts';
import { newCardOf } from '../cards/card.ts';
import type { Estimates } from '../services/jobs/estimates.ts';
import {
  PermissionFlagsBits,
  type GatewayMessageReactionAddDispatchData,
  type GatewayMessageReactionRemoveDispatchData,
} from 'discord-api-types/v10';
import { isUserError } from '../lib/user-error.ts';
import { InFlight } from '../lib/in-flight.ts';
import { sharedAbort } from '../lib/abort.ts';
import type { ReactionAction } from '../commands/card/card-actions.ts';
import { ClickGuard } from '../commands/framework/click-guard.ts';
import type { Action } from '../commands/framework/action.ts';
import { runAction } from '../commands/framework/run-action.ts';
import { contextOf, type SharedContext } from '../commands/framework/context.ts';
import type { Invocation } from '../commands/framework/invocation.ts';
import { privateText, type ShownReply } from '../commands/framework/reply.ts';
import { FAMILIES } from '../services/requests/families/index.ts';
import type { Job, ReplyTarget, WaitingJob } from '../services/jobs/job.ts';
import { linkTo } from '../messages/markup.ts';
import { nonceOf, wordsOf, type DiscordApi } from '../discord/api.ts';
import { explained, failureKind, isEveryday, retryRequest, type Retrying } from '../discord/failures.ts';
import { CARD_ATTEMPTS, type Responder } from './responder.ts';
import type { Gallery } from '../discord/gallery.ts';
import type { Rights } from '../discord/rights.ts';
import { DEFAULT_FILE_LIMIT_BYTES, type MessageBody } from '../messages/message.ts';

/** How long an error message stays in the channel. */
const NOTICE_MS = 10_000;
/**
 * Within this, a reaction that Discord tells of again, as after a connection was lost, is the same one, and a card is repeated once:
 * "me, too" is a click on the reaction that is there.
 */
const REPEATED_MS = 60_000;
/** The marks that choose an emoji's coloured or plain look, which not every client sends. */
const LOOK_MARKS = /[\uFE0E\uFE0F]/g;

type Reaction = GatewayMessageReactionAddDispatchData;

const plainEmoji = ({ emoji }: Pick<Reaction, 'emoji'>): string =>
  (emoji.name ?? '').replaceAll(LOOK_MARKS, '');

const keyOf = (reaction: Pick<Reaction, 'emoji' | 'message_id' | 'user_id'>): string =>
  `${reaction.message_id} ${plainEmoji(reaction)} ${reaction.user_id}`;

export interface ReactionsOptions extends Omit<Runtime, 'signal'>, Retrying {
  /** Counts the stars. */
  gallery: Pick<Gallery, 'reacted' | 'stop'>;
  actions: readonly ReactionAction[];
  context: SharedContext;
  rights: Rights;
  api: DiscordApi;
  responder: Pick<Responder, 'postCard'>;
  estimates: Pick<Estimates, 'of'>;
  /** The right to this process's part of the shards. */
  lease: { isHeld: () => boolean };
}

/** Routes reactions on cards to their action. */
export class Reactions {
  readonly #options: ReactionsOptions;
  readonly #seen: ClickGuard;
  /** By job, oldest first: when a reaction repeated it, and the link to what does. */
  readonly #repeats = new Map<string, { at: number; link: Promise<string | undefined> }>();
  readonly #stopping = sharedAbort();
  readonly #work = new InFlight();

  constructor(options: ReactionsOptions) {
    this.#options = options;
    this.#seen = new ClickGuard(options.clock, REPEATED_MS);
  }

  /** Takes an event that tells of a reaction. Never throws. An event that isn't meant for Easel costs next to nothing. */
  added(reaction: Reaction, botId: string): void {
    if (!this.#options.lease.isHeld()) return;
    this.#options.gallery.reacted(reaction);
    const found = this.#actionOf(reaction, botId);
    if (!found) return;
    const work = this.#react(reaction, found).catch((error: unknown) => {
      const { message_id: messageId } = reaction;
      const { log } = this.#options;
      if (isEveryday(error)) log.info("couldn't answer a reaction", { messageId, error });
      else log.repeated('error', "couldn't handle a reaction", { messageId, error });
    });
    void this.#work.track(work);
  }

  /** Takes an event that tells that a reaction was taken back: given again, it is another. */
  removed(reaction: GatewayMessageReactionRemoveDispatchData): void {
    this.#options.gallery.reacted(reaction);
    this.#seen.release(keyOf(reaction));
  }

  /** Deletes temporary messages, and resolves once all work has finished. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#work.idle(), this.#options.gallery.stop()]);
  }

  #actionOf(reaction: Reaction, botId: string): ReactionAction | undefined {
    const { emoji, message_author_id: authorId, member, user_id: personId } = reaction;
    // Most are the bot's own, under its cards.
    if (personId === botId || emoji.id || !emoji.name || member?.user.bot === true) return undefined;
    if (authorId !== undefined && authorId !== botId) return undefined;
    return this.#options.actions.find(({ emoji: one }) => one === plainEmoji(reaction));
  }

  async #react(reaction: Reaction, { action, appliesTo }: ReactionAction): Promise<void> {
    const { context } = this.#options;
    const { message_id: messageId } = reaction;
    const job = await context.openJobs.findByMessage(messageId);
    if (!job || job.target.ephemeral || !appliesTo(job)) return;
    if (!this.#seen.claim(keyOf(reaction))) return;
    const invocation = await this.#invocationOf(reaction, job);
    for (let earlier = this.#repeatOf(job); earlier; earlier = this.#repeatOf(job)) {
      const link = await earlier;
      const { errors } = contextOf(context, invocation).words;
      if (link !== undefined) return this.#notify(errors['already-started']({ link }), invocation);
    }
    const answer = this.#answer(action, job, invocation);
    const link = answer.then(
      (answered) => this.#keepRepeat(job, answered.link),
      () => this.#keepRepeat(job, undefined),
    );
    this.#repeats.set(job.id, { link, at: this.#options.clock.steady() });
    const { said } = await answer;
    if (said !== undefined) await this.#notify(said, invocation);
  }

  /** The link to what repeats a job already, once it is there; undefined: nothing does. */
  #repeatOf({ id }: Job): Promise<string | undefined> | undefined {
    const now = this.#options.clock.steady();
    for (const [repeated, { at }] of this.#repeats) {
      if (now - at < REPEATED_MS) break;
      this.#repeats.delete(repeated);
    }
    return this.#repeats.get(id)?.link;
  }

  /** If the reaction started no request, the next one counts. */
  #keepRepeat({ id }: Job, link: string | undefined): string | undefined {
    if (link === undefined) this.#repeats.delete(id);
    return link;
  }

  async #invocationOf(reaction: Reaction, job: Job): Promise<Invocation> {
    const { channel_id: channelId, guild_id: guildId, user_id: personId, member } = reaction;
    const roleIds = member?.roles ?? [];
    const command = FAMILIES[job.submission.family].command;
    const held =
      guildId === undefined
        ? { personPermissions: 0n, inThread: false }
        : await retryRequest(
            'read permissions',
            () => this.#options.rights.ofReactor(command, { guildId, channelId, personId, roleIds }),
            this.#options,
          );
    // The bot was told of the reaction, so it sees the channel; its other permissions are known from the card.
    const reacts =
      job.target.mayReact === true
        ? PermissionFlagsBits.AddReactions | PermissionFlagsBits.ReadMessageHistory
        : 0n;
    return {
      ...held,
      applicationId: job.target.applicationId,
      receivedAt: this.#options.clock.steady(),
      personId,
      roleIds,
      // Everybody there sees the answer.
      locale: job.target.language ?? 'en',
      guildId,
      channelId,
      context: guildId === undefined ? 'bot-dm' : 'guild',
      botIsHere: true,
      botPermissions: PermissionFlagsBits.ViewChannel | reacts,
      attachmentLimitBytes: DEFAULT_FILE_LIMIT_BYTES,
      message: { id: reaction.message_id, ephemeral: false, pictures: [] },
    };
  }

  async #run(action: Action, job: Job, invocation: Invocation): Promise<ShownReply> {
    const context = contextOf(this.#options.context, invocation);
    try {
      const use = { subject: job.id, values: [], fields: {} };
      const reply = await runAction(action, action, use, context);
      if (reply.kind === 'refused') throw reply.error;
      return reply;
    } catch (thrown) {
      if (isUserError(thrown, 'already-started'))
        return privateText(context.words.errors['already-started'](undefined));
      // Everybody reads the answer, and why a person can't is between them and the server.
      const { error } = explained(thrown, context.words, this.#options);
      this.#options.log.info('refused a reaction', { error });
      const { pictures, card } = context.words;
      return privateText(pictures.refusedPublicly(card.buttons.again));
    }
  }

  /** Returns the link to the new card, or what is said instead. */
  async #answer(action: Action, job: Job, invocation: Invocation): Promise<{ link?: string; said?: string }> {
    const reply = await this.#run(action, job, invocation);
    if (reply.kind === 'private') return { said: reply.message.content ?? '' };
    if (reply.kind === 'job') {
      let link: string | undefined;
      await this.#options.responder.postCard(reply, async () => {
        const target = await this.#post(reply.job);
        link = linkTo(target);
        return target;
      });
      return link === undefined ? {} : { link };
    }
    this.#options.log.error("a reaction can't be answered so", { kind: reply.kind });
    return {};
  }

  /** A reply to the message that was reacted to. */
  async #post(job: WaitingJob): Promise<ReplyTarget> {
    const { channelId, repliesTo } = job.target;
    const body = newCardOf(job, this.#options);
    const nonce = nonceOf('c', job.id);
    const retrying = { ...this.#options, signal: this.#stopping.signal };
    const send = (shown: MessageBody) => {
      const attempt = () =>
        this.#options.api.send(channelId, { body: shown, files: [] }, { nonce, repliesTo });
      return retryRequest('send a card', attempt, retrying, CARD_ATTEMPTS);
    };
    const messageId = await send(body).catch((error: unknown) => {
      // It may be Embed Links that the bot lacks.
      if (failureKind(error) !== 'no-permission') throw error;
      return send({ ...body, embeds: [], content: wordsOf(body) });
    });
    return { ...job.target, messageId };
  }

  /** Tells a person something in the channel, and takes it away again. */
  async #notify(text: string, { channelId, personId, message }: Invocation): Promise<void> {
    const { api, context, clock } = this.#options;
    const notice = { body: { content: `<@${personId}> ${text}` }, files: [], mentions: personId };
    const options = { nonce: newReference(this.#options), repliesTo: message?.id };
    const send = () => api.send(channelId, notice, options);
    const noticeId = await retryRequest('send a notice', send, this.#options);
    await clock.sleep(NOTICE_MS, this.#stopping.signal);
    await context.messages.deleteMessage(channelId, noticeId);
  }
}
