import {
  PermissionFlagsBits,
  type GatewayMessageReactionAddDispatchData,
  type GatewayMessageReactionRemoveDispatchData,
} from 'discord-api-types/v10';
import type { Clock } from '../lib/clock.ts';
import { InFlight } from '../lib/in-flight.ts';
import { sharedAbort } from '../lib/abort.ts';
import type { ReactionAction } from '../commands/card/card-actions.ts';
import { ClickGuard } from '../commands/framework/click-guard.ts';
import type { Action } from '../commands/framework/action.ts';
import { runAction } from '../commands/framework/run-action.ts';
import type { CommandContext } from '../commands/framework/command.ts';
import { DEFAULT_FILE_LIMIT_BYTES, type Invocation } from '../commands/framework/invocation.ts';
import { wordsIn } from '../commands/framework/language.ts';
import type { JobReply, Reply } from '../commands/framework/reply.ts';
import { COMMAND_NAMES } from '../messages/markup.ts';
import { errorMessage } from '../messages/error-message.ts';
import type { Job } from '../services/jobs/job.ts';
import type { Jobs } from '../services/jobs/jobs.ts';
import { UserError } from '../lib/user-error.ts';
import type { Log } from '../services/operations/log.ts';
import { nonceOf, type DiscordApi } from './api.ts';
import { failureKind, retryRequest } from './failures.ts';
import type { Gallery } from './gallery.ts';
import type { Rights } from './rights.ts';
import { cardOf } from './delivery/card.ts';

/** Some ten seconds: a job whose card isn't there soon is dropped. */
const CARD_ATTEMPTS = 6;
/** How long an error message stays in the channel. */
const NOTICE_MS = 10_000;
/** Discord may tell of a reaction more than once, as after a connection was lost: within this it is the same one. */
const REPEATED_MS = 60_000;
/** The marks that choose an emoji's coloured or plain look, which not every client sends. */
const LOOK_MARKS = /[\uFE0E\uFE0F]/g;
type Reaction = GatewayMessageReactionAddDispatchData;

const plainEmoji = ({ emoji }: Pick<Reaction, 'emoji'>): string =>
  (emoji.name ?? '').replaceAll(LOOK_MARKS, '');

const keyOf = (reaction: Pick<Reaction, 'emoji' | 'message_id' | 'user_id'>): string =>
  `${reaction.message_id} ${plainEmoji(reaction)} ${reaction.user_id}`;

export interface ReactionsOptions {
  /** Counts the stars. */
  gallery: Pick<Gallery, 'reacted' | 'stop'>;
  actions: readonly ReactionAction[];
  context: Omit<CommandContext, 'invocation' | 'commands' | 'words'>;
  rights: Rights;
  api: DiscordApi;
  jobs: Pick<Jobs, 'usual' | 'place' | 'drop'>;
  /** Called for each posted card. */
  onCard: (job: Job) => void;
  /** Whether the store failed, which it logs itself. */
  isStoreAway: (error: unknown) => boolean;
  newReference: () => string;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** Aborts when Easel stops: what did not work is not tried again. */
  signal: AbortSignal;
}

/** Routes reactions on cards to their action. */
export class Reactions {
  readonly #options: ReactionsOptions;
  readonly #seen: ClickGuard;
  readonly #stopping = sharedAbort();
  readonly #work = new InFlight();

  constructor(options: ReactionsOptions) {
    this.#options = options;
    this.#seen = new ClickGuard(options.clock, REPEATED_MS);
  }

  /** Takes an event that tells of a reaction. Never throws. An event that isn't meant for Easel costs next to nothing. */
  added(reaction: Reaction, botId: string): void {
    this.#options.gallery.reacted(reaction);
    const found = this.#actionOf(reaction, botId);
    if (!found) return;
    const work = this.#react(reaction, found).catch((error: unknown) => {
      const { message_id: messageId } = reaction;
      this.#options.log.repeated('error', "couldn't handle a reaction", { messageId, error });
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
    return this.#options.actions.find(({ emojis }) => emojis.includes(plainEmoji(reaction)));
  }

  async #react(reaction: Reaction, { action, appliesTo }: ReactionAction): Promise<void> {
    const { context } = this.#options;
    const { message_id: messageId, user_id: personId } = reaction;
    const job = await context.jobs.findByMessage(messageId);
    if (!job || job.target.ephemeral || !appliesTo(job)) return;
    if (!this.#seen.claim(keyOf(reaction))) return;
    if (!context.clickGuard.claim(`reaction ${action.name} ${messageId} ${personId}`)) return;
    const invocation = await this.#invocationOf(reaction, job);
    const reply = await this.#run(action, job, invocation);
    if (reply) await this.#answer(reply, invocation);
  }

  async #invocationOf(reaction: Reaction, job: Job): Promise<Invocation> {
    const { rights, clock } = this.#options;
    const { channel_id: channelId, guild_id: guildId, user_id: personId, member } = reaction;
    const roleIds = member?.roles ?? [];
    const command = COMMAND_NAMES[job.submission.family];
    const held =
      guildId === undefined
        ? { personPermissions: '0', inThread: false }
        : await retryRequest(
            'read permissions',
            () => rights.ofReactor(command, { guildId, channelId, personId, roleIds }),
            this.#options,
          );
    // The bot was told of the reaction, so it sees the channel; what else it may do is known from the card.
    const reacts =
      job.target.mayReact === true
        ? PermissionFlagsBits.AddReactions | PermissionFlagsBits.ReadMessageHistory
        : 0n;
    return {
      ...held,
      applicationId: job.target.applicationId,
      receivedAt: clock.now(),
      personId,
      roleIds,
      locale: job.language ?? 'en-US',
      ...(guildId !== undefined && { guildId }),
      channelId,
      context: guildId === undefined ? 'bot-dm' : 'guild',
      botIsHere: true,
      botPermissions: String(PermissionFlagsBits.ViewChannel | reacts),
      attachmentLimitBytes: DEFAULT_FILE_LIMIT_BYTES,
      message: { id: reaction.message_id, ephemeral: false, pictures: [] },
    };
  }

  async #run(action: Action, job: Job, invocation: Invocation): Promise<Reply | undefined> {
    const { context, isStoreAway, newReference, log } = this.#options;
    // Everybody there sees the notice.
    const words = wordsIn(job.language);
    try {
      const use = { subject: job.id, values: [], fields: {} };
      return await runAction(action, action, use, { ...context, invocation, commands: [], words });
    } catch (thrown) {
      const error = isStoreAway(thrown) ? new UserError('store-away') : thrown;
      const report = (): string => {
        const reference = newReference();
        log.error("couldn't carry out a reaction", { reference, action: action.name, error });
        return reference;
      };
      const content = errorMessage(error, words, report);
      return { kind: 'private', message: { content } };
    }
  }

  async #answer(reply: Reply, invocation: Invocation): Promise<void> {
    const { log } = this.#options;
    if (reply.kind === 'job') return this.#sendCard(reply);
    if (reply.kind === 'private') return this.#notify(reply.message.content ?? '', invocation);
    if (reply.kind !== 'silent') log.error("a reaction can't be answered so", { kind: reply.kind });
  }

  /** The accepted job is placed or dropped here, also after an error. */
  async #sendCard({ job }: JobReply): Promise<void> {
    const { jobs, onCard } = this.#options;
    let messageId: string | undefined;
    try {
      messageId = await this.#post(job);
    } finally {
      if (messageId === undefined) jobs.drop(job.id);
      else {
        onCard(job);
        await jobs.place(job, { ...job.target, messageId });
      }
    }
  }

  /** A reply to the message that was reacted to. Who may not read a channel's history may not reply in it, but may still speak. */
  async #post(job: Job): Promise<string> {
    const { api, jobs, clock } = this.#options;
    const { channelId, repliesTo } = job.target;
    const message = { body: cardOf(job, { now: clock.now(), usual: jobs.usual(job) }), files: [] };
    const nonce = nonceOf('c', job.id);
    const options = { ...this.#options, attempts: CARD_ATTEMPTS, signal: this.#stopping.signal };
    const send = (reference: { repliesTo?: string }) =>
      retryRequest('send a card', () => api.send(channelId, message, { nonce, ...reference }), options);
    try {
      return await send(repliesTo === undefined ? {} : { repliesTo });
    } catch (error) {
      if (repliesTo === undefined || failureKind(error) !== 'refused') throw error;
      return send({});
    }
  }

  /** Tells a person something in the channel, and takes it away again. */
  async #notify(text: string, { channelId, personId, message }: Invocation): Promise<void> {
    const { api, context, newReference, clock } = this.#options;
    const notice = { body: { content: `<@${personId}> ${text}` }, files: [], mentions: personId };
    const options = { nonce: newReference(), ...(message && { repliesTo: message.id }) };
    const noticeId = await retryRequest(
      'send a notice',
      () => api.send(channelId, notice, options),
      this.#options,
    );
    await clock.sleep(NOTICE_MS, this.#stopping.signal);
    await context.messenger.deleteMessage(channelId, noticeId);
  }
}
