import { openInteraction, ownersOfMessage, untilSettled } from '../interactions/open.ts';
import { wireUserById } from '../messages/view.ts';
import { ComponentType } from '../numbers.ts';
import type { Core } from '../state/state.ts';
import { visibleChannel, visibleMessage } from './find.ts';
import type { Person } from './types.ts';

const REPLY = 19;
const CHAT_COMMAND_MESSAGE = 20;

type Kind = 'component' | 'modal';

const sendFrom =
  (core: Core, userId: string) => (messageId: string, kind: Kind, data: Record<string, unknown>) => {
    const { message, channel } = visibleMessage(core, userId, messageId);
    const metadata =
      kind === 'modal'
        ? { triggering_interaction_metadata: message.interaction_metadata }
        : { interacted_message_id: messageId };
    const owners = ownersOfMessage(message);
    const opening = { kind, userId, channel, owners, answerMessageType: REPLY, data, metadata };
    return untilSettled(core, openInteraction(core, { ...opening, sourceMessage: message }));
  };

const textInputs = (texts: Record<string, string>) =>
  Object.entries(texts).map(([name, value], index) => ({
    type: ComponentType.Label,
    id: index + 1,
    component: { type: ComponentType.TextInput, id: index + 100, custom_id: name, value },
  }));

/** What somebody sends who writes their own requests: any `custom_id`, in the name of any message of the bot's they see. */
export const forging = (core: Core, userId: string): Pick<Person, 'forge' | 'forgeClick' | 'forgeModal'> => {
  const send = sendFrom(core, userId);
  return {
    forge: async (channelId, kind, data) => {
      const channel = visibleChannel(core, userId, channelId);
      const owners = { '0': channel.guildId ?? '0' };
      const user = wireUserById(core, userId);
      const command = { id: channel.id, type: 2, user, authorizing_integration_owners: owners };
      // Discord tells of every answer but a command's what it was used on, or what opened it.
      const metadata = {
        ...(kind === 'component' && { interacted_message_id: channel.id }),
        ...(kind === 'modal' && { triggering_interaction_metadata: command }),
      };
      const answerMessageType = CHAT_COMMAND_MESSAGE;
      const opening = { kind, userId, channel, owners, answerMessageType, data, metadata };
      return untilSettled(core, openInteraction(core, opening));
    },
    forgeClick: async (messageId, customId, values) =>
      send(messageId, 'component', {
        custom_id: customId,
        component_type: values ? ComponentType.StringSelect : ComponentType.Button,
        id: 1,
        ...(values && { values }),
      }),
    forgeModal: async (messageId, customId, texts = {}) =>
      send(messageId, 'modal', { custom_id: customId, components: textInputs(texts) }),
  };
};
