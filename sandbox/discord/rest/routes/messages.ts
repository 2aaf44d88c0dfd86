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
import { addReaction, findReaction, parseEmoji, storedMessagesIn } from '../../messages/store.ts';
import { messageForBot, wireUserById } from '../../messages/view.ts';
import { Permission } from '../../numbers.ts';
import { createMessageSchema, editMessageSchema } from '../../rules/messages.ts';
import { applicationPermissionsIn, has, requireBotPermissions } from '../../state/permissions.ts';
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

/** Joining an emoji that stands there already needs no Add Reactions. */
const add = ({ core, parameter }: RestRequest): RestAnswer => {
  const { channel, message } = messageForBotToken(core, parameter('channel'), parameter('message'));
  const emoji = parseEmoji(parameter('emoji'));
  requireBotPermissions(core.state, channel, Permission.ReadMessageHistory);
  if (!findReaction(message, emoji)) requireBotPermissions(core.state, channel, Permission.AddReactions);
  if (channel.archived) throw fault('threadArchived');
  addReaction(core, message, emoji, core.state.applicationId);
  return noContent;
};

const LISTED_BY_DEFAULT = 25;

export const reactionRoutes: readonly Route[] = [
  routesFor('bot', 'other')(
    'GET',
    '/channels/:channel/messages/:message/reactions/:emoji',
    ({ core, parameter, query }) => {
      const { channel, message } = messageForBotToken(core, parameter('channel'), parameter('message'));
      requireHistory(core, channel);
      const userIds = [...(findReaction(message, parseEmoji(parameter('emoji')))?.userIds ?? [])];
      const listed = userIds.slice(0, Number(query['limit'] ?? LISTED_BY_DEFAULT));
      return ok(listed.map((id) => wireUserById(core, id)));
    },
  ),
  routesFor('bot', 'reactions')('PUT', '/channels/:channel/messages/:message/reactions/:emoji/@me', add),
];

const writing = routesFor('bot', 'channelMessages');
const ALL = '/channels/:channel/messages';
const ONE = `${ALL}/:message`;
const MESSAGES_BY_DEFAULT = 50;

export const messageRoutes: readonly Route[] = [
  writing('POST', ALL, ({ core, parameter, read, uploads }) => {
    const draft = { body: read(createMessageSchema), uploads };
    return ok(messageForBot(core, createBotMessage(core, parameter('channel'), draft)));
  }),
  /** The next ones after a message, the newest first; none without the right to read them. */
  routesFor('bot', 'other')('GET', ALL, ({ core, parameter, query: { after = '0', limit } }) => {
    const channel = channelForBot(core, parameter('channel'));
    if (!has(applicationPermissionsIn(core.state, channel), Permission.ReadMessageHistory)) return ok([]);
    const next = storedMessagesIn(core, channel.id)
      .filter(({ id, ephemeralTo }) => ephemeralTo === null && BigInt(id) > BigInt(after))
      .slice(0, Number(limit ?? MESSAGES_BY_DEFAULT));
    return ok(next.reverse().map((message) => messageForBot(core, message)));
  }),
  routesFor('bot', 'other')('GET', ONE, ({ core, parameter }) => {
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
