import { missingPermissions, threadArchived, unknownUser, wrongInDirectMessages } from '../../errors.ts';
import { messageForBotToken } from '../../messages/bot-writes.ts';
import { addReaction, findReaction, parseEmoji, removeReaction } from '../../messages/reactions.ts';
import { wireUserById } from '../../messages/view.ts';
import { has, Permission, permissionsIn, requireBotPermissions } from '../../state/permissions.ts';
import { noContent, ok, type RestAnswer, type RestRequest, type Route } from '../route.ts';

const base = '/channels/:channel/messages/:message/reactions';
const shared = { access: 'bot', bucket: 'reactions' } as const;

const reactionRequest = ({ core, parameter }: RestRequest) => {
  const { channel, message } = messageForBotToken(core, parameter('channel'), parameter('message'));
  return { channel, message, emoji: parseEmoji(core, parameter('emoji')) };
};

/** Joining an emoji that stands there already needs no Add Reactions. */
const add = (request: RestRequest): RestAnswer => {
  const { core } = request;
  const { channel, message, emoji } = reactionRequest(request);
  requireBotPermissions(core.state, channel, Permission.ReadMessageHistory);
  if (!findReaction(message, emoji)) requireBotPermissions(core.state, channel, Permission.AddReactions);
  if (channel.archived) throw threadArchived();
  addReaction(core, message, emoji, core.state.applicationId);
  return noContent;
};

const removeOfUser = (request: RestRequest): RestAnswer => {
  const { core, parameter } = request;
  const { channel, message, emoji } = reactionRequest(request);
  const userId = parameter('user') === '@me' ? core.state.applicationId : parameter('user');
  if (userId !== core.state.applicationId) {
    if (channel.guildId === null) throw wrongInDirectMessages();
    const permissions = permissionsIn(core.state, channel, core.state.applicationId);
    if (!has(permissions, Permission.ManageMessages)) throw missingPermissions();
    if (!core.state.users.has(userId)) throw unknownUser();
  }
  removeReaction(core, message, emoji, userId);
  return noContent;
};

const removeAll = (request: RestRequest, onlyOne: boolean): RestAnswer => {
  const { core, parameter } = request;
  const { channel, message } = messageForBotToken(core, parameter('channel'), parameter('message'));
  requireBotPermissions(core.state, channel, Permission.ManageMessages);
  const wanted = onlyOne ? findReaction(message, parseEmoji(core, parameter('emoji'))) : undefined;
  for (const reaction of onlyOne ? [wanted] : [...message.storedReactions]) {
    if (!reaction) continue;
    for (const userId of [...reaction.userIds]) removeReaction(core, message, reaction.emoji, userId);
  }
  return noContent;
};

export const reactionRoutes: readonly Route[] = [
  { method: 'PUT', path: `${base}/:emoji/@me`, ...shared, handle: add },
  { method: 'DELETE', path: `${base}/:emoji/:user`, ...shared, handle: removeOfUser },
  { method: 'DELETE', path: `${base}/:emoji`, ...shared, handle: (request) => removeAll(request, true) },
  { method: 'DELETE', path: base, ...shared, handle: (request) => removeAll(request, false) },
  {
    method: 'GET',
    path: `${base}/:emoji`,
    access: 'bot',
    bucket: 'other',
    handle: (request) => {
      const { message, emoji } = reactionRequest(request);
      const userIds = [...(findReaction(message, emoji)?.userIds ?? [])];
      return ok(userIds.map((id) => wireUserById(request.core, id)));
    },
  },
];
