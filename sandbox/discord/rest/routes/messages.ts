import { z } from 'zod';
import {
  channelForBot,
  createBotMessage,
  deleteBotMessage,
  editBotMessage,
  messageForBotToken,
  requireHistory,
} from '../../messages/bot-writes.ts';
import { storedMessagesIn } from '../../messages/store.ts';
import { messageForBot } from '../../messages/view.ts';
import { createMessageSchema, editMessageSchema } from '../../rules/messages.ts';
import { readBody } from '../../rules/problems.ts';
import { has, Permission, permissionsIn } from '../../state/permissions.ts';
import type { StoredMessage } from '../../state/state.ts';
import { noContent, ok, type RestAnswer, type RestRequest, type Route } from '../route.ts';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.string().optional(),
  after: z.string().optional(),
  around: z.string().optional(),
});

type ListQuery = z.output<typeof listQuery>;

/** Which part of a channel was asked for, newest first. */
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

const shared = { access: 'bot', bucket: 'channelMessages' } as const;
const one = '/channels/:channel/messages/:message';

export const messageRoutes: readonly Route[] = [
  { method: 'GET', path: '/channels/:channel/messages', access: 'bot', bucket: 'other', handle: list },
  {
    method: 'POST',
    path: '/channels/:channel/messages',
    ...shared,
    handle: ({ core, parameter, read, uploads }) => {
      const draft = read(createMessageSchema);
      return ok(messageForBot(core, createBotMessage(core, parameter('channel'), draft, uploads)));
    },
  },
  {
    method: 'GET',
    path: one,
    access: 'bot',
    bucket: 'other',
    handle: ({ core, parameter }) => {
      const { channel, message } = messageForBotToken(core, parameter('channel'), parameter('message'));
      requireHistory(core, channel);
      return ok(messageForBot(core, message));
    },
  },
  {
    method: 'PATCH',
    path: one,
    ...shared,
    handle: ({ core, parameter, read, uploads }) => {
      const change = read(editMessageSchema);
      return ok(
        messageForBot(
          core,
          editBotMessage(core, parameter('channel'), parameter('message'), change, uploads),
        ),
      );
    },
  },
  {
    method: 'DELETE',
    path: one,
    ...shared,
    handle: ({ core, parameter }) => {
      deleteBotMessage(core, parameter('channel'), parameter('message'));
      return noContent;
    },
  },
];
