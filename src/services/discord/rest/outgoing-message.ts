import type { InternalRequest, ResponseLike, RouteLike } from '@discordjs/rest';
import { RequestMethod } from 'discord.js';
import type { File, MessageBody } from '../../../commands/framework/reply.ts';
import { multipartOf } from './multipart.ts';

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
  // Where nothing but the buttons changes, the files stay as they are.
  ...((body.content ?? body.embeds) !== undefined && {
    attachments: files.map(({ name, altText }, index) => ({
      id: String(index),
      filename: name,
      description: altText,
    })),
  }),
});

/** A body, with the files that belong to it. */
export const sent = (body: object, files: readonly File[]) =>
  files.length > 0 ? multipartOf(body, files) : { body };

/** An edit of the message that is there. Its answer is for {@link checkEdited}. */
export const editOf = (
  fullRoute: RouteLike,
  message: OutgoingMessage,
  signal: AbortSignal | undefined,
): InternalRequest => ({
  ...{ fullRoute, method: RequestMethod.Patch },
  ...(signal && { signal }),
  ...sent(payload(message), message.files),
});

const ID = /"id":\s*"\d+"/;

/**
 * The library takes every status below 400 for a success, such as a page of a proxy before Discord. Discord answers with the
 * whole message again, which nobody reads: it isn't parsed.
 *
 * @throws Error when an edit wasn't answered with a message.
 */
export const checkEdited = async (answer: ResponseLike): Promise<void> => {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const text = answer.ok && isJson ? await answer.text() : '';
  if (!text.trimEnd().endsWith('}') || !ID.test(text))
    throw new Error(`An edit was answered with HTTP status ${answer.status} and no message`);
};
