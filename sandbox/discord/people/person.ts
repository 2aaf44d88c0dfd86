import { ClientRefusal } from '../errors.ts';
import { untilSettled } from '../interactions/lifecycle.ts';
import { openInteraction, ownersOfMessage, type Opening } from '../interactions/open.ts';
import type { Channel, Message } from '../model.ts';
import { storedMessagesIn } from '../messages/store.ts';
import { messageView, wireMessage } from '../messages/view.ts';
import { CommandType } from '../rules/commands.ts';
import { ComponentType } from '../rules/components.ts';
import { canSee } from '../state/permissions.ts';
import type { Core, Interaction } from '../state/state.ts';
import {
  findChatCommand,
  findCommand,
  findComponent,
  ownersFor,
  visibleChannel,
  visibleMessage,
} from './find.ts';
import { modalData, readSelect } from './modal-data.ts';
import { autocompleteData, commandData, resolveUser, type Place, type Resolved } from './options.ts';
import { talking } from './talking.ts';
import type { InteractionResult, Person } from './types.ts';

const CHAT_COMMAND_MESSAGE = 20;
const CONTEXT_MENU_MESSAGE = 23;
const REPLY = 19;

function open(core: Core, opening: Opening): Promise<InteractionResult> {
  return untilSettled(core, openInteraction(core, opening));
}

/** What one person starts in a channel. */
function commands(core: Core, userId: string): Pick<Person, 'slash' | 'autocomplete' | 'menu' | 'userMenu'> {
  const placeOf = (channelId: string): Place => ({
    core,
    channel: visibleChannel(core, userId, channelId),
    userId,
  });

  function openMenu(place: Place, type: 2 | 3, name: string, targetId: string, resolved: Resolved) {
    const command = findCommand(core, userId, place.channel, name, type);
    const isMessage = type === CommandType.Message;
    return open(core, {
      kind: 'command',
      userId,
      channel: place.channel,
      owners: ownersFor(core, command, userId, place.channel),
      answerMessageType: CONTEXT_MENU_MESSAGE,
      data: { id: command.id, name, type, target_id: targetId, resolved },
      metadata: isMessage ? { target_message_id: targetId } : {},
    });
  }

  return {
    slash: async (channelId, name, options = {}) => {
      const place = placeOf(channelId);
      const found = findChatCommand(core, userId, place.channel, name);
      return open(core, {
        kind: 'command',
        userId,
        channel: place.channel,
        owners: ownersFor(core, found.command, userId, place.channel),
        answerMessageType: CHAT_COMMAND_MESSAGE,
        data: commandData(place, found, options),
      });
    },
    autocomplete: async (channelId, name, focused, value, others = {}) => {
      const place = placeOf(channelId);
      const found = findChatCommand(core, userId, place.channel, name);
      return open(core, {
        kind: 'autocomplete',
        userId,
        channel: place.channel,
        owners: ownersFor(core, found.command, userId, place.channel),
        answerMessageType: CHAT_COMMAND_MESSAGE,
        data: autocompleteData(found, focused, value, others),
      });
    },
    menu: async (channelId, name, messageId) => {
      const place = placeOf(channelId);
      const { message } = visibleMessage(core, userId, messageId);
      // The bot gets the whole message here, whatever its intents are.
      const resolved = { messages: { [messageId]: wireMessage(core, message) } };
      return openMenu(place, CommandType.Message, name, messageId, resolved);
    },
    userMenu: async (channelId, name, targetUserId) => {
      const place = placeOf(channelId);
      const resolved: Resolved = {};
      resolveUser(place, targetUserId, resolved);
      return openMenu(place, CommandType.User, name, targetUserId, resolved);
    },
  };
}

function openOnMessage(core: Core, userId: string, messageId: string, data: Record<string, unknown>) {
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
}

const channelOfInteraction = (core: Core, opener: Interaction): Channel => {
  const channel = core.state.channels.get(opener.channelId);
  if (!channel) throw new ClientRefusal('the channel is gone');
  return channel;
};

/** What one person does with components and modals. */
function components(core: Core, userId: string): Pick<Person, 'click' | 'select' | 'submitModal'> {
  return {
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
  };
}

/** The messages of a channel that a person sees, oldest first. */
export function messagesSeenBy(core: Core, userId: string, channelId: string): Message[] {
  const channel = core.state.channels.get(channelId);
  if (!channel || !canSee(core.state, channel, userId)) return [];
  return storedMessagesIn(core, channelId)
    .filter(({ ephemeralTo }) => ephemeralTo === null || ephemeralTo === userId)
    .map((message) => messageView(core, message));
}

/**
 * One person, ready to act.
 * @throws Error for an id that is nobody's
 */
export function personOf(core: Core, userId: string): Person {
  if (!core.state.users.has(userId)) throw new Error(`there is no user ${userId}`);
  return {
    id: userId,
    ...commands(core, userId),
    ...components(core, userId),
    ...talking(core, userId),
    messagesIn: (channelId) => messagesSeenBy(core, userId, channelId),
  };
}
