import type { APIMessage } from 'discord-api-types/v10';
import type { File, MessageBody } from '../commands/framework/reply.ts';

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

const isMessage = (answer: unknown): answer is APIMessage =>
  answer instanceof Object && 'id' in answer && typeof answer.id === 'string';

/**
 * The message that a request was answered with. The library takes every status below 400 for a success, such as a page of a
 * proxy before Discord.
 *
 * @throws Error when it was answered with something else.
 */
export const messageIn = (answer: unknown): APIMessage => {
  if (!isMessage(answer)) throw new Error('Discord answered with no message');
  return answer;
};
