import { z } from 'zod';
import { fault } from '../../errors.ts';
import {
  channelForBot,
  createBotMessage,
  deleteBotMessage,
  editBotMessage,
  messageForBotToken,
  requireHistory,
} from '../../messages/bot-writes.ts';
import { isOwnFile, signUrl, withoutSignature } from '../../messages/files.ts';
import {
  addReaction,
  findReaction,
  parseEmoji,
  removeReaction,
  storedMessagesIn,
} from '../../messages/store.ts';
import { messageForBot, wireUserById } from '../../messages/view.ts';
import { Permission } from '../../numbers.ts';
import { createMessageSchema, editMessageSchema } from '../../rules/messages.ts';
import { readBody } from '../../rules/problems.ts';
import { has, permissionsIn, requireBotPermissions } from '../../state/permissions.ts';
import type { StoredMessage } from '../../state/state.ts';
import { routesFor, noContent, ok, type RestAnswer, type RestRequest, type Route } from '../route.ts';

const refreshSchema = z.strictObject({ attachment_urls: z.array(z.string().max(2_048)).min(1).max(50) });

/** The official documentation leaves it out: docs.discord.food/reference#attachment-urls */
export const attachmentRoutes: readonly Route[] = [
  // A new signature says nothing about whether the file is still there.
  routesFor('bot', 'other')('POST', '/attachments/refresh-urls', ({ core, read }) => {
    const refresh = (url: string): string =>
      isOwnFile(core, url) ? signUrl(core, withoutSignature(url)) : url;
    const urls = read(refreshSchema).attachment_urls;
    return ok({ refreshed_urls: urls.map((original) => ({ original, refreshed: refresh(original) })) });
  }),
];

const base = '/channels/:channel/messages/:message/reactions';
const reactionRoute = routesFor('bot', 'reactions');

const reactionRequest = ({ core, parameter }: RestRequest) => {
  const { channel, message } = messageForBotToken(core, parameter('channel'), parameter('message'));
  return { channel, message, emoji: parseEmoji(parameter('emoji')) };
};

/** Joining an emoji that stands there already needs no Add Reactions. */
const add = (request: RestRequest): RestAnswer => {
  const { core } = request;
  const { channel, message, emoji } = reactionRequest(request);
  requireBotPermissions(core.state, channel, Permission.ReadMessageHistory);
  if (!findReaction(message, emoji)) requireBotPermissions(core.state, channel, Permission.AddReactions);
  if (channel.archived) throw fault('threadArchived');
  addReaction(core, message, emoji, core.state.applicationId);
  return noContent;
};

const removeOfUser = (request: RestRequest): RestAnswer => {
  const { core, parameter } = request;
  const { channel, message, emoji } = reactionRequest(request);
  const userId = parameter('user') === '@me' ? core.state.applicationId : parameter('user');
  if (userId !== core.state.applicationId) {
    if (channel.guildId === null) throw fault('wrongInDirectMessages');
    const permissions = permissionsIn(core.state, channel, core.state.applicationId);
    if (!has(permissions, Permission.ManageMessages)) throw fault('missingPermissions');
    if (!core.state.users.has(userId)) throw fault('unknownUser');
  }
  removeReaction(core, message, emoji, userId);
  return noContent;
};

const removeAll = (request: RestRequest, onlyOne: boolean): RestAnswer => {
  const { core, parameter } = request;
  const { channel, message } = messageForBotToken(core, parameter('channel'), parameter('message'));
  requireBotPermissions(core.state, channel, Permission.ManageMessages);
  const wanted = onlyOne ? findReaction(message, parseEmoji(parameter('emoji'))) : undefined;
  for (const reaction of onlyOne ? [wanted] : [...message.storedReactions]) {
    if (!reaction) continue;
    for (const userId of [...reaction.userIds]) removeReaction(core, message, reaction.emoji, userId);
  }
  return noContent;
};

export const reactionRoutes: readonly Route[] = [
  reactionRoute('PUT', `${base}/:emoji/@me`, add),
  reactionRoute('DELETE', `${base}/:emoji/:user`, removeOfUser),
  reactionRoute('DELETE', `${base}/:emoji`, (request) => removeAll(request, true)),
  reactionRoute('DELETE', base, (request) => removeAll(request, false)),
  routesFor('bot', 'other')('GET', `${base}/:emoji`, (request) => {
    const { message, emoji } = reactionRequest(request);
    const userIds = [...(findReaction(message, emoji)?.userIds ?? [])];
    return ok(userIds.map((id) => wireUserById(request.core, id)));
  }),
];

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.string().optional(),
  after: z.string().optional(),
  around: z.string().optional(),
});

type ListQuery = z.output<typeof listQuery>;

const pick = (messages: readonly StoredMessage[], { limit, before, after, around }: ListQuery) => {
  if (after !== undefined) {
    return messages
      .filter(({ id }) => BigInt(id) > BigInt(after))
      .slice(0, limit)
      .reverse();
  }
  if (around !== undefined) {
    const middle = messages.findIndex(({ id }) => BigInt(id) >= BigInt(around));
    const start = Math.max(0, (middle === -1 ? messages.length : middle) - Math.floor(limit / 2));
    return messages.slice(start, start + limit).reverse();
  }
  const until = before === undefined ? messages : messages.filter(({ id }) => BigInt(id) < BigInt(before));
  return until.slice(-limit).reverse();
};

const list = ({ core, parameter, query }: RestRequest): RestAnswer => {
  const channel = channelForBot(core, parameter('channel'));
  const wanted = readBody(listQuery, query);
  // Without the right to read history the list is empty, not an error.
  const mayRead = has(
    permissionsIn(core.state, channel, core.state.applicationId),
    Permission.ReadMessageHistory,
  );
  const visible = mayRead
    ? storedMessagesIn(core, channel.id).filter(({ ephemeralTo }) => ephemeralTo === null)
    : [];
  return ok(pick(visible, wanted).map((message) => messageForBot(core, message)));
};

const reading = routesFor('bot', 'other');
const writing = routesFor('bot', 'channelMessages');
const ALL = '/channels/:channel/messages';
const ONE = `${ALL}/:message`;

export const messageRoutes: readonly Route[] = [
  reading('GET', ALL, list),
  writing('POST', ALL, ({ core, parameter, read, uploads }) => {
    const draft = { body: read(createMessageSchema), uploads };
    return ok(messageForBot(core, createBotMessage(core, parameter('channel'), draft)));
  }),
  reading('GET', ONE, ({ core, parameter }) => {
    const { channel, message } = messageForBotToken(core, parameter('channel'), parameter('message'));
    requireHistory(core, channel);
    return ok(messageForBot(core, message));
  }),
  writing('PATCH', ONE, ({ core, parameter, read, uploads }) => {
    const draft = { body: read(editMessageSchema), uploads };
    const edited = editBotMessage(core, parameter('channel'), parameter('message'), draft);
    return ok(messageForBot(core, edited));
  }),
  writing('DELETE', ONE, ({ core, parameter }) => {
    deleteBotMessage(core, parameter('channel'), parameter('message'));
    return noContent;
  }),
];
