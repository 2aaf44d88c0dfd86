import { answerInteraction, findAnswerable } from '../../interactions/answer.ts';
import {
  deleteWebhookMessage,
  editWebhookMessage,
  findByToken,
  followUp,
  messageOfToken,
} from '../../interactions/webhook.ts';
import { wireMessage } from '../../messages/view.ts';
import { callbackSchema, CallbackType } from '../../rules/interactions.ts';
import { editMessageSchema, interactionMessageSchema, MessageFlag } from '../../rules/messages.ts';
import type { Core, Interaction, StoredMessage } from '../../state/state.ts';
import { noContent, ok, type RestAnswer, type RestRequest, type Route } from '../route.ts';

const TYPE_NUMBERS = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const;

/** docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback-interaction-callback-response-object */
const callbackResponse = (
  core: Core,
  interaction: Interaction,
  type: number,
  message: StoredMessage | null,
) => {
  const hasMessage = type === CallbackType.Message || type === CallbackType.UpdateMessage;
  return {
    interaction: {
      id: interaction.id,
      type: TYPE_NUMBERS[interaction.kind],
      ...(message && {
        response_message_id: message.id,
        response_message_loading: (message.flags & MessageFlag.Loading) !== 0,
        response_message_ephemeral: message.ephemeralTo !== null,
      }),
    },
    ...(hasMessage && message && { resource: { type, message: wireMessage(core, message) } }),
  };
};

const callback = ({ core, parameter, query, read, uploads }: RestRequest): RestAnswer => {
  const answer = read(callbackSchema);
  const interaction = findAnswerable(core, parameter('interaction'), parameter('token'));
  const message = answerInteraction(core, interaction, answer, uploads);
  if (query['with_response'] !== 'true') return noContent;
  return ok(callbackResponse(core, interaction, answer.type, message));
};

const byToken = ({ core, parameter }: RestRequest): Interaction =>
  findByToken(core, parameter('application'), parameter('token'));

const webhookMessage = '/webhooks/:application/:token/messages/:message';
const shared = { access: 'open', bucket: 'interactionToken' } as const;

export const interactionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/interactions/:interaction/:token/callback',
    ...shared,
    handle: callback,
  },
  {
    method: 'POST',
    path: '/webhooks/:application/:token',
    ...shared,
    handle: (request) => {
      const interaction = byToken(request);
      const body = request.read(interactionMessageSchema);
      return ok(wireMessage(request.core, followUp(request.core, interaction, body, request.uploads)));
    },
  },
  {
    method: 'GET',
    path: webhookMessage,
    ...shared,
    handle: (request) =>
      ok(
        wireMessage(
          request.core,
          messageOfToken(request.core, byToken(request), request.parameter('message')),
        ),
      ),
  },
  {
    method: 'PATCH',
    path: webhookMessage,
    ...shared,
    handle: (request) => {
      const interaction = byToken(request);
      const body = request.read(editMessageSchema);
      const id = request.parameter('message');
      return ok(
        wireMessage(request.core, editWebhookMessage(request.core, interaction, id, body, request.uploads)),
      );
    },
  },
  {
    method: 'DELETE',
    path: webhookMessage,
    ...shared,
    handle: (request) => {
      deleteWebhookMessage(request.core, byToken(request), request.parameter('message'));
      return noContent;
    },
  },
];
