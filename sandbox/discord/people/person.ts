import { ClientRefusal } from '../errors.ts';
import { type Opening, openInteraction, ownersOfMessage, untilSettled } from '../interactions/open.ts';
import { storedMessagesIn } from '../messages/store.ts';
import { messageView, wireMessage } from '../messages/view.ts';
import type { Channel, Message } from '../model.ts';
import { CommandType, ComponentType } from '../numbers.ts';
import { canSee } from '../state/permissions.ts';
import type { Core, Interaction } from '../state/state.ts';
import {
  findChatCommand,
  findCommand,
  findComponent,
  type FoundCommand,
  ownersFor,
  visibleChannel,
  visibleMessage,
} from './find.ts';
import { forging } from './forging.ts';
import { modalData, readSelect } from './modal-data.ts';
import { autocompleteData, commandData, type Place, type Resolved, resolveUser } from './options.ts';
import { talking } from './talking.ts';
import type { InteractionResult, Person } from './types.ts';

const CHAT_COMMAND_MESSAGE = 20;
const CONTEXT_MENU_MESSAGE = 23;
const REPLY = 19;

const open = (core: Core, opening: Opening): Promise<InteractionResult> =>
  untilSettled(core, openInteraction(core, opening));

const placeOf = (core: Core, userId: string, channelId: string): Place => ({
  core,
  channel: visibleChannel(core, userId, channelId),
  userId,
});

/** What one person types into a channel. */
const chatCommands = (core: Core, userId: string): Pick<Person, 'slash' | 'autocomplete'> => {
  function start(
    kind: 'command' | 'autocomplete',
    place: Place,
    name: string,
    dataOf: (found: FoundCommand) => Record<string, unknown>,
  ) {
    const found = findChatCommand(core, userId, place.channel, name);
    return open(core, {
      kind,
      userId,
      channel: place.channel,
      owners: ownersFor(core, found.command, userId, place.channel),
      answerMessageType: CHAT_COMMAND_MESSAGE,
      data: dataOf(found),
      metadata: {
        name: [found.command, ...found.path].map((part) => part.name).join(' '),
        command_type: CommandType.ChatInput,
      },
    });
  }
  return {
    slash: async (channelId, name, options = {}) => {
      const place = placeOf(core, userId, channelId);
      return start('command', place, name, (found) => commandData(place, found, options));
    },
    autocomplete: async (channelId, name, focused, value, others = {}) => {
      const place = placeOf(core, userId, channelId);
      return start('autocomplete', place, name, (found) => autocompleteData(found, focused, value, others));
    },
  };
};

/** What one person opens on a message or on somebody. */
const contextMenus = (core: Core, userId: string): Pick<Person, 'menu' | 'userMenu'> => {
  function start(place: Place, type: 2 | 3, name: string, targetId: string, resolved: Resolved) {
    const command = findCommand(core, userId, place.channel, name, type);
    return open(core, {
      kind: 'command',
      userId,
      channel: place.channel,
      owners: ownersFor(core, command, userId, place.channel),
      answerMessageType: CONTEXT_MENU_MESSAGE,
      data: { id: command.id, name, type, target_id: targetId, resolved },
      metadata: {
        name,
        command_type: type,
        ...(type === CommandType.Message && { target_message_id: targetId }),
      },
    });
  }
  return {
    menu: async (channelId, name, messageId) => {
      const place = placeOf(core, userId, channelId);
      const { message } = visibleMessage(core, userId, messageId);
      // The bot gets the whole message here, whatever its intents are.
      return start(place, CommandType.Message, name, messageId, {
        messages: { [messageId]: wireMessage(core, message) },
      });
    },
    userMenu: async (channelId, name, targetUserId) => {
      const place = placeOf(core, userId, channelId);
      const resolved: Resolved = {};
      resolveUser(place, targetUserId, resolved);
      return start(place, CommandType.User, name, targetUserId, resolved);
    },
  };
};

const openOnMessage = (core: Core, userId: string, messageId: string, data: Record<string, unknown>) => {
  const { message, channel } = visibleMessage(core, userId, messageId);
  return open(core, {
    kind: 'component',
    userId,
    channel,
    owners: ownersOfMessage(message),
    answerMessageType: REPLY,
    data,
    metadata: { interacted_message_id: messageId },
    sourceMessage: message,
  });
};

const channelOfInteraction = (core: Core, opener: Interaction): Channel => {
  const channel = core.state.channels.get(opener.channelId);
  if (!channel) throw new ClientRefusal('the channel is gone');
  return channel;
};

/** What one person does with components and modals. */
const components = (core: Core, userId: string): Pick<Person, 'click' | 'select' | 'submitModal'> => ({
  click: async (messageId, customId) => {
    const component = findComponent(visibleMessage(core, userId, messageId).message, customId);
    if (component.type !== ComponentType.Button) throw new ClientRefusal(`${customId} is no button`);
    const data = { custom_id: customId, component_type: component.type, id: component.id };
    return openOnMessage(core, userId, messageId, data);
  },
  select: async (messageId, customId, values) => {
    const { message, channel } = visibleMessage(core, userId, messageId);
    const component = findComponent(message, customId);
    const resolved: Resolved = {};
    const picked = readSelect({ core, channel, userId }, component, values, resolved);
    return openOnMessage(core, userId, messageId, {
      custom_id: customId,
      component_type: component.type,
      id: component.id,
      values: picked,
      ...(Object.keys(resolved).length > 0 && { resolved }),
    });
  },
  submitModal: async (modal, fields = {}) => {
    const opener = core.state.interactions.get(modal.interactionId);
    if (opener?.userId !== userId) throw new ClientRefusal('the modal is not open');
    const channel = channelOfInteraction(core, opener);
    const source =
      opener.sourceMessageId === null ? undefined : core.state.messages.get(opener.sourceMessageId);
    return open(core, {
      kind: 'modal',
      userId,
      channel,
      owners: opener.owners,
      answerMessageType: source ? REPLY : opener.answerMessageType,
      data: modalData({ core, channel, userId }, modal, fields),
      metadata: { triggering_interaction_metadata: opener.metadata },
      sourceMessage: source,
    });
  },
});

/** The messages of a channel that a person sees, oldest first. */
export const messagesSeenBy = (core: Core, userId: string, channelId: string): Message[] => {
  const channel = core.state.channels.get(channelId);
  if (!channel || !canSee(core.state, channel, userId)) return [];
  return storedMessagesIn(core, channelId)
    .filter(({ ephemeralTo }) => ephemeralTo === null || ephemeralTo === userId)
    .map((message) => messageView(core, message));
};

/**
 * One person, ready to act.
 * @throws Error for an id that is nobody's
 */
export const personOf = (core: Core, userId: string): Person => {
  if (!core.state.users.has(userId)) throw new Error(`there is no user ${userId}`);
  return {
    id: userId,
    ...chatCommands(core, userId),
    ...contextMenus(core, userId),
    ...components(core, userId),
    ...forging(core, userId),
    ...talking(core, userId),
    messagesIn: (channelId) => messagesSeenBy(core, userId, channelId),
  };
};
