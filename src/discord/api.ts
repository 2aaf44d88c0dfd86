import { REST } from 'discord.js';
import { MessageFlags, Routes, type APIMessage } from 'discord-api-types/v10';
import { restOptions } from './clients.ts';
import type { RequestMetrics } from './observed-requests.ts';
import { messageIn, requestFor, type OutgoingMessage } from './outgoing-message.ts';

/** A message that an interaction's token reaches: its answer, or a follow-up by its id. */
export interface MessageByToken {
  applicationId: string;
  token: string;
  followUpId?: string;
}

const routeOf = ({ applicationId, token, followUpId }: MessageByToken) =>
  Routes.webhookMessage(applicationId, token, followUpId);

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

  /** A message that is reached by a token, as Discord describes it. */
  async messageByToken(reached: MessageByToken): Promise<APIMessage> {
    return messageIn(await this.#byToken.get(routeOf(reached), { auth: false }));
  }

  /**
   * Looks at a channel with the bot's own token. Throws when the bot can't see it; whoever sees it can edit its own
   * messages there. https://docs.discord.com/developers/resources/message#edit-message
   */
  async checkChannelAccess(channelId: string, signal: AbortSignal): Promise<void> {
    await this.bot.get(Routes.channel(channelId), { signal });
  }

  /** Edits a message by its token. Returns its id. */
  async editByToken(
    reached: MessageByToken,
    message: OutgoingMessage,
    signal?: AbortSignal,
  ): Promise<string> {
    const request = { auth: false, signal, ...requestFor(message) };
    return messageIn(await this.#byToken.patch(routeOf(reached), request)).id;
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
