import { REST } from 'discord.js';
import {
  InteractionResponseType,
  MessageFlags,
  Routes,
  type APIMessage,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { CardReply, JobReply, Reply } from '../commands/framework/reply.ts';
import { restOptions } from './clients.ts';
import type { RequestMetrics } from './observed-requests.ts';
import { messageIn, payload, requestFor, type OutgoingMessage } from './outgoing-message.ts';

const callbackSchema = z.object({
  interaction: z.object({ response_message_id: z.string().exactOptional() }),
});

/** The fields for answering an interaction. */
export interface InteractionReference {
  interactionId: string;
  token: string;
  applicationId: string;
}

/** The first answer to an interaction. */
export interface Answer {
  type: InteractionResponseType;
  message?: OutgoingMessage;
  modal?: APIModalInteractionResponseCallbackData;
  /** Seen by the person alone. */
  ephemeral: boolean;
  signal: AbortSignal;
}

/** The payload of an answer, or of a deferred one. */
export const typeOf = (inPlace: boolean, message: OutgoingMessage | undefined): InteractionResponseType => {
  if (inPlace)
    return message ? InteractionResponseType.UpdateMessage : InteractionResponseType.DeferredMessageUpdate;
  return message
    ? InteractionResponseType.ChannelMessageWithSource
    : InteractionResponseType.DeferredChannelMessageWithSource;
};

/** The first answer that a reply makes. */
export const answerOf = (
  reply: Exclude<Reply, JobReply | CardReply | { kind: 'public' }>,
): Omit<Answer, 'signal'> => {
  if (reply.kind === 'silent' || reply.kind === 'delete')
    return { type: InteractionResponseType.DeferredMessageUpdate, ephemeral: false };
  if (reply.kind === 'modal')
    return { type: InteractionResponseType.Modal, modal: reply.modal, ephemeral: false };
  const inPlace = reply.kind === 'update';
  const message = { body: reply.message, files: reply.files ?? [] };
  return { type: typeOf(inPlace, message), message, ephemeral: !inPlace };
};

const makesMessage = (type: InteractionResponseType): boolean =>
  type === InteractionResponseType.ChannelMessageWithSource ||
  type === InteractionResponseType.DeferredChannelMessageWithSource;

/** The library would hold back what Discord doesn't count. */
const TOKEN_REQUESTS_PER_SECOND = 10_000;

export interface DiscordApiOptions {
  apiUrl: string;
  botToken: string;
  /** How many requests it may make as the bot: fewer, the more processes share the bot's limit. */
  requestsPerSecond: number;
  metrics: RequestMetrics;
}

/**
 * The requests that Easel makes of Discord. Those by interaction token go through a client of their own: Discord does not
 * count them into the bot's 50 requests a second.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#endpoints
 */
export class DiscordApi {
  readonly #botToken: string;
  readonly #bot: REST;
  readonly #byToken: REST;

  constructor(options: DiscordApiOptions) {
    const shared = restOptions(options.apiUrl, options.metrics);
    this.#botToken = options.botToken;
    this.#bot = new REST({ ...shared, globalRequestsPerSecond: options.requestsPerSecond });
    this.#byToken = new REST({ ...shared, globalRequestsPerSecond: TOKEN_REQUESTS_PER_SECOND });
  }

  /** Answers an interaction. Returns the id of the message that is the answer, where there is one. */
  async answer(
    { interactionId, token }: Pick<InteractionReference, 'interactionId' | 'token'>,
    { type, message, modal, ephemeral, signal }: Answer,
  ): Promise<string | undefined> {
    // Who sees a message is decided once, when it is made: an answer in place has no say in it.
    const flags = ephemeral && makesMessage(type) ? { flags: MessageFlags.Ephemeral } : {};
    const data = modal ?? (message ? { ...payload(message), ...flags } : flags);
    const answer = await this.#byToken.post(Routes.interactionCallback(interactionId, token), {
      ...{ auth: false, signal, query: new URLSearchParams({ with_response: 'true' }) },
      ...{ body: { type, data }, files: [...(message?.files ?? [])] },
    });
    return callbackSchema.parse(answer).interaction.response_message_id;
  }

  /** Takes the answer to an interaction away. */
  async deleteOriginal(applicationId: string, token: string): Promise<void> {
    await this.#byToken.delete(Routes.webhookMessage(applicationId, token), { auth: false });
  }

  /** The message that is the answer to an interaction, as Discord describes it. */
  async messageByToken(applicationId: string, token: string): Promise<APIMessage> {
    return messageIn(await this.#byToken.get(Routes.webhookMessage(applicationId, token), { auth: false }));
  }

  /**
   * Looks at a channel with the bot's own token. Throws when the bot can't see it; whoever sees it can edit its own
   * messages there. https://docs.discord.com/developers/resources/message#edit-message
   */
  async checkChannelAccess(channelId: string, signal: AbortSignal): Promise<void> {
    await this.bot.get(Routes.channel(channelId), { signal });
  }

  /** Edits the answer to an interaction by its token. Returns the id of its message. */
  async editByToken(
    applicationId: string,
    token: string,
    message: OutgoingMessage,
    signal?: AbortSignal,
  ): Promise<string> {
    const route = Routes.webhookMessage(applicationId, token);
    return messageIn(await this.#byToken.patch(route, { auth: false, signal, ...requestFor(message) })).id;
  }

  /** Sends one more message by the token of an interaction; when it is ephemeral, nobody but its person sees it. */
  async followUp(
    applicationId: string,
    token: string,
    message: OutgoingMessage,
    { ephemeral }: { ephemeral: boolean },
  ): Promise<void> {
    const { body, files } = requestFor(message);
    const flags = ephemeral && { flags: MessageFlags.Ephemeral };
    const request = { auth: false, body: { ...body, ...flags }, files };
    messageIn(await this.#byToken.post(Routes.webhook(applicationId, token), request));
  }

  /** Edits one of the bot's own messages. */
  async editInChannel(
    channelId: string,
    messageId: string,
    message: OutgoingMessage,
    signal?: AbortSignal,
  ): Promise<void> {
    const route = Routes.channelMessage(channelId, messageId);
    messageIn(await this.bot.patch(route, { signal, ...requestFor(message) }));
  }

  /**
   * Sends a new message. Returns its id.
   *
   * @param options `repliesTo` the message that it answers, if that still exists; `nonce` keeps a request that is sent
   *   twice from making two messages.
   */
  async send(
    channelId: string,
    message: OutgoingMessage,
    { repliesTo, nonce }: { repliesTo?: string; nonce: string },
  ): Promise<string> {
    const reference = repliesTo !== undefined && {
      message_reference: { message_id: repliesTo, fail_if_not_exists: false },
    };
    const flags = message.isSilent === true && { flags: MessageFlags.SuppressNotifications };
    const { body, files } = requestFor(message);
    const request = { body: { ...body, ...reference, ...flags, nonce, enforce_nonce: true }, files };
    return messageIn(await this.bot.post(Routes.channelMessages(channelId), request)).id;
  }

  /** The client for requests as the bot. It forgets its token after any 401, and would never ask again. */
  get bot(): REST {
    return this.#bot.setToken(this.#botToken);
  }
}
