import { REST } from '@discordjs/rest';
import { MessageFlags, RESTJSONErrorCodes, Routes, type APIMessage } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { fitting } from '../messages/markup.ts';
import type { Log } from '../services/operations/log.ts';
import { Brake } from './brake.ts';
import { errorCodeOf } from './errors.ts';
import { restOptions, type RequestMetrics } from './rest.ts';
import type { MessageBody, OutgoingMessage } from '../messages/message.ts';

const libraryRequest = ({ body, files, mentions }: OutgoingMessage) => ({
  body: {
    ...body,
    // People's texts must not ping anybody, and an edit parses mentions again by default.
    // https://docs.discord.com/developers/resources/message#edit-message
    allowed_mentions: { parse: [], ...(mentions !== undefined && { users: [mentions] }) },
    attachments: files.map(({ name, altText }, index) => ({
      id: String(index),
      filename: name,
      description: altText,
    })),
  },
  files: [...files],
});

const isMessage = (answer: unknown): answer is APIMessage =>
  answer instanceof Object && 'id' in answer && typeof answer.id === 'string';

/**
 * The message that a request was answered with. The library takes every status below 400 for a success, such as a page of a
 * proxy before Discord.
 *
 * @throws Error when it was answered with something else.
 */
const messageIn = (answer: unknown): APIMessage => {
  if (!isMessage(answer)) throw new Error('Discord answered with no message');
  return answer;
};

/** https://docs.discord.com/developers/resources/message#create-message */
const CONTENT_LENGTH = 2_000;

/** What a message says in its embeds and outside of them, for where the bot lacks the permission Embed Links. */
export const wordsOf = ({ content = '', embeds = [] }: MessageBody): string => {
  const lines = embeds.flatMap(({ title = '', description = '', footer, image }) => [
    title,
    ...description.split('\n'),
    ...(footer ? [`-# ${footer.text}`] : []),
    ...(image?.url.startsWith('http') === true ? [image.url] : []),
  ]);
  return fitting([content, ...lines].filter(Boolean), '\n', CONTENT_LENGTH);
};

/**
 * Whether Discord has left out the embeds of a message: without that permission, it takes an edit of the bot's, and drops them.
 * https://github.com/discord/discord-api-docs/issues/2601
 */
const lacksEmbeds = ({ body }: OutgoingMessage, { embeds }: APIMessage): boolean =>
  (body.embeds ?? []).length > 0 && Array.isArray(embeds) && embeds.length === 0;

/** Discord takes 25 characters: https://docs.discord.com/developers/resources/message#create-message */
const NONCE_ID_LENGTH = 20;

/** The nonce of one of a job's messages; a digit or two may follow. @param kind a letter for each kind of message. */
export const nonceOf = (kind: string, jobId: string): string => `${kind}${jobId.slice(-NONCE_ID_LENGTH)}`;

const idSchema = z.object({ id: z.string() });

const channelSchema = z.object({ guild_id: z.string().optional() });

const reactorsSchema = z.array(idSchema.extend({ bot: z.boolean().optional() }));

/** A message that an interaction's token reaches: its answer, or a follow-up by its id. */
export interface MessageByToken {
  applicationId: string;
  token: string;
  followUpId?: string;
}

/** A message of the bot's, by the way that leads to it. */
export type Route =
  ({ kind: 'token' } & MessageByToken) | { kind: 'channel'; channelId: string; messageId: string };

const pathOf = ({ applicationId, token, followUpId }: MessageByToken) =>
  Routes.webhookMessage(applicationId, token, followUpId);

/** In effect none: Discord doesn't count these requests, but the library would hold them back. */
const TOKEN_REQUESTS_PER_SECOND = 10_000;

export interface DiscordApiOptions {
  apiUrl: string;
  botToken: string;
  /** How many requests it may make as the bot: fewer, the more processes share the bot's limit. */
  requestsPerSecond: number;
  metrics: RequestMetrics;
  log: Pick<Log, 'debug'>;
  clock: Pick<Clock, 'steady'>;
}

/**
 * The requests that Easel makes of Discord. Those by interaction token go through a client of their own: Discord does not
 * count them into the bot's 50 requests a second.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#endpoints
 */
export class DiscordApi {
  /** For each client: all requests pass the same brake. */
  readonly restOptions: ReturnType<typeof restOptions>;
  readonly #botToken: string;
  readonly #bot: REST;
  readonly #byToken: REST;

  constructor(options: DiscordApiOptions) {
    const { metrics, log } = options;
    const countDiscordRequest: RequestMetrics['countDiscordRequest'] = (answer) => {
      metrics.countDiscordRequest(answer);
      log.debug('Discord answered', answer);
    };
    this.restOptions = restOptions(options.apiUrl, { countDiscordRequest }, new Brake(options.clock));
    this.#botToken = options.botToken;
    this.#bot = new REST({ ...this.restOptions, globalRequestsPerSecond: options.requestsPerSecond });
    this.#byToken = new REST({ ...this.restOptions, globalRequestsPerSecond: TOKEN_REQUESTS_PER_SECOND });
  }

  /** A message that is reached by a token, as Discord describes it. */
  async messageByToken(reached: MessageByToken): Promise<APIMessage> {
    return messageIn(await this.#byToken.get(pathOf(reached), { auth: false }));
  }

  /**
   * Looks at a channel with the bot's own token. Throws when the bot can't see it; a bot that sees it can edit its own
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
    const edit = (changes: object) =>
      this.#byToken.patch(pathOf(reached), { auth: false, signal, ...changes });
    return this.#whole(message, edit);
  }

  /** Sends one more message by the token of an interaction; when it is ephemeral, only its person sees it. Returns its id. */
  async followUp(
    { applicationId, token }: MessageByToken,
    message: OutgoingMessage,
    { ephemeral }: { ephemeral: boolean },
  ): Promise<string> {
    const { body, files } = libraryRequest(message);
    const flags = ephemeral && { flags: MessageFlags.Ephemeral };
    const request = { auth: false, body: { ...body, ...flags }, files };
    return messageIn(await this.#byToken.post(Routes.webhook(applicationId, token), request)).id;
  }

  /** Deletes a message by its token. */
  async deleteByToken(reached: MessageByToken): Promise<void> {
    await this.#byToken.delete(pathOf(reached), { auth: false });
  }

  /** The server of a channel; undefined when it belongs to none. */
  async guildOf(channelId: string): Promise<string | undefined> {
    return channelSchema.parse(await this.bot.get(Routes.channel(channelId))).guild_id;
  }

  /** Edits one of the bot's own messages as a whole: text that the new one doesn't have goes. */
  async edit(route: Route, given: OutgoingMessage, signal?: AbortSignal): Promise<void> {
    const message = { ...given, body: { content: '', ...given.body } };
    if (route.kind === 'token') {
      await this.editByToken(route, message, signal);
      return;
    }
    const path = Routes.channelMessage(route.channelId, route.messageId);
    await this.#whole(message, (changes) => this.bot.patch(path, { signal, ...changes }));
  }

  /** Edits a message; where its embeds are left out, their words become its text, and its files stay. Returns its id. */
  async #whole(message: OutgoingMessage, edit: (changes: object) => Promise<unknown>): Promise<string> {
    const edited = messageIn(await edit(libraryRequest(message)));
    if (lacksEmbeds(message, edited))
      messageIn(await edit({ body: { content: wordsOf(message.body), allowed_mentions: { parse: [] } } }));
    return edited.id;
  }

  /**
   * Sends a new message. Returns its id.
   *
   * @param options `repliesTo` the message that it answers, if that still exists and the bot may read it; `nonce` keeps a
   *   request that is sent twice from making two messages.
   */
  async send(
    channelId: string,
    message: OutgoingMessage,
    { repliesTo, nonce }: { repliesTo?: string | undefined; nonce: string },
  ): Promise<string> {
    const reference = repliesTo !== undefined && {
      message_reference: { message_id: repliesTo, fail_if_not_exists: false },
    };
    const flags = message.isSilent === true && { flags: MessageFlags.SuppressNotifications };
    const { body, files } = libraryRequest(message);
    const post = async (more: object) => {
      const request = { body: { ...body, ...more, ...flags, nonce, enforce_nonce: true }, files };
      return messageIn(await this.bot.post(Routes.channelMessages(channelId), request)).id;
    };
    if (!reference) return post({});
    try {
      return await post(reference);
    } catch (error) {
      if (errorCodeOf(error) !== RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory)
        throw error;
      return post({});
    }
  }

  /** A message as it stands now. */
  async message(channelId: string, messageId: string): Promise<APIMessage> {
    return messageIn(await this.bot.get(Routes.channelMessage(channelId, messageId)));
  }

  /** The messages of a channel that came next after that one, up to a hundred. None where the bot may not read them. */
  async messagesAfter(channelId: string, messageId: string): Promise<APIMessage[]> {
    const query = new URLSearchParams({ after: messageId, limit: '100' });
    const found = await this.bot.get(Routes.channelMessages(channelId), { query });
    return Array.isArray(found) ? found.map(messageIn) : [];
  }

  /** Changes the text of one of the bot's own messages, and nothing else of it. */
  async editText(channelId: string, messageId: string, content: string): Promise<void> {
    const body = { content, allowed_mentions: { parse: [] } };
    messageIn(await this.bot.patch(Routes.channelMessage(channelId, messageId), { body }));
  }

  /** The people who have given a reaction, up to a hundred in the plain way and a hundred as a super reaction. */
  async reactors(
    channelId: string,
    messageId: string,
    emoji: string,
  ): Promise<z.infer<typeof reactorsSchema>> {
    const route = Routes.channelMessageReaction(channelId, messageId, encodeURIComponent(emoji));
    const ask = async (type: '0' | '1') =>
      reactorsSchema.parse(await this.bot.get(route, { query: new URLSearchParams({ limit: '100', type }) }));
    const people = [...(await ask('0')), ...(await ask('1'))];
    return [...new Map(people.map((person) => [person.id, person])).values()];
  }

  /** Deletes a message. */
  async deleteMessage(channelId: string, messageId: string): Promise<void> {
    await this.bot.delete(Routes.channelMessage(channelId, messageId));
  }

  /** Puts a reaction of the bot's own under a message. */
  async react(channelId: string, messageId: string, emoji: string): Promise<void> {
    const route = Routes.channelMessageOwnReaction(channelId, messageId, encodeURIComponent(emoji));
    await this.bot.put(route);
  }

  /** The channel of direct messages with a person. */
  async directChannel(personId: string): Promise<string> {
    const channel = await this.bot.post(Routes.userChannels(), { body: { recipient_id: personId } });
    return idSchema.parse(channel).id;
  }

  /** The client for requests as the bot. It forgets its token after any 401, and would never ask again. */
  get bot(): REST {
    return this.#bot.setToken(this.#botToken);
  }
}
