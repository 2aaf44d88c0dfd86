import { z } from 'zod';
import type { File, MessageBody } from '../../commands/framework/reply.ts';

/** A message with its files. */
export interface OutgoingMessage {
  body: MessageBody;
  files: readonly File[];
  /** The only person whom a mention in it reaches. */
  mentions?: string;
  /** Sends no notification. */
  isSilent?: boolean;
}

/** The body of a request for it. */
export const payload = ({ body, files, mentions }: OutgoingMessage) => ({
  ...body,
  // People's texts must not ping anybody, and an edit parses mentions again by default.
  // https://docs.discord.com/developers/resources/message#edit-message
  allowed_mentions: { parse: [], ...(mentions !== undefined && { users: [mentions] }) },
  attachments: files.map(({ name, altText }, index) => ({
    id: String(index),
    filename: name,
    description: altText,
  })),
});

/** A request for it. */
export const requestFor = (message: OutgoingMessage) => ({
  body: payload(message),
  files: [...message.files],
});

const messageSchema = z.object({ id: z.string() });

/**
 * The id of the message that a request was answered with. The library takes every status below 400 for a success, such as a
 * page of a proxy before Discord.
 *
 * @throws Error when it was answered with something else.
 */
export const idOf = (answer: unknown): string => messageSchema.parse(answer).id;
