import { InteractionResponseType } from 'discord-api-types/v10';
import type { CardReply, Reply } from '../../../commands/framework/reply.ts';
import type { Answer, OutgoingMessage } from './api.ts';

/** The payload of an answer, or of a deferred one. */
export const typeOf = (inPlace: boolean, message: OutgoingMessage | undefined): InteractionResponseType => {
  if (inPlace)
    return message ? InteractionResponseType.UpdateMessage : InteractionResponseType.DeferredMessageUpdate;
  return message
    ? InteractionResponseType.ChannelMessageWithSource
    : InteractionResponseType.DeferredChannelMessageWithSource;
};

/** The first answer that a reply makes. */
export const answerOf = (reply: Exclude<Reply, CardReply | { kind: 'public' }>): Omit<Answer, 'signal'> => {
  if (reply.kind === 'silent' || reply.kind === 'delete')
    return { type: InteractionResponseType.DeferredMessageUpdate, ephemeral: false };
  if (reply.kind === 'modal')
    return { type: InteractionResponseType.Modal, modal: reply.modal, ephemeral: false };
  const inPlace = reply.kind === 'update';
  const message = { body: reply.message, files: reply.files ?? [] };
  return { type: typeOf(inPlace, message), message, ephemeral: !inPlace };
};
