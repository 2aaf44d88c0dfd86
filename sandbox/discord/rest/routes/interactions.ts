import { answerInteraction, editByToken, findAnswerable } from '../../interactions/answer.ts';
import { INTERACTION_TYPES } from '../../interactions/open.ts';
import { removeMessage } from '../../messages/store.ts';
import { findByToken, followUp, messageOfToken } from '../../interactions/webhook.ts';
import { wireMessage } from '../../messages/view.ts';
import { CallbackType, MessageFlag } from '../../numbers.ts';
import { callbackSchema } from '../../rules/interactions.ts';
import { editMessageSchema, interactionMessageSchema } from '../../rules/messages.ts';
import type { Core, Interaction, StoredMessage } from '../../state/state.ts';
import { noContent, ok, routesFor, type RestAnswer, type RestRequest, type Route } from '../route.ts';

/** docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback-interaction-callback-response-object */
const callbackResponse = (
  core: Core,
  interaction: Interaction,
  type: CallbackType,
  message: StoredMessage | null,
) => {
  const hasMessage = type === CallbackType.ChannelMessageWithSource || type === CallbackType.UpdateMessage;
  return {
    interaction: {
      id: interaction.id,
      type: INTERACTION_TYPES[interaction.kind],
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

const messageOf = (request: RestRequest): StoredMessage =>
  messageOfToken(request.core, byToken(request), request.parameter('message'));

const route = routesFor('open', 'interactionToken');
const ALL = '/webhooks/:application/:token';
const ONE = `${ALL}/messages/:message`;

export const interactionRoutes: readonly Route[] = [
  route('POST', '/interactions/:interaction/:token/callback', callback),
  route('POST', ALL, (request) => {
    const interaction = byToken(request);
    const body = request.read(interactionMessageSchema);
    return ok(
      wireMessage(request.core, followUp(request.core, interaction, { body, uploads: request.uploads })),
    );
  }),
  route('GET', ONE, (request) => ok(wireMessage(request.core, messageOf(request)))),
  route('PATCH', ONE, (request) => {
    const { core, uploads } = request;
    const interaction = byToken(request);
    const body = request.read(editMessageSchema);
    return ok(wireMessage(core, editByToken(core, interaction, messageOf(request), { body, uploads })));
  }),
  route('DELETE', ONE, (request) => {
    removeMessage(request.core, messageOf(request));
    return noContent;
  }),
];
