import { ClientRefusal } from '../errors.ts';
import { openInteraction, ownersOfMessage, untilSettled, type Opening } from '../interactions/open.ts';
import { storedMessagesIn } from '../messages/store.ts';
import { messageView, wireMessage, wireUserById } from '../messages/view.ts';
import type { Message } from '../model.ts';
import { CommandType, ComponentType, MessageType } from '../numbers.ts';
import { canSee } from '../state/permissions.ts';
import type { Core } from '../state/state.ts';
import {
  findChatCommand,
  findCommand,
  findComponent,
  ownersFor,
  visibleChannel,
  visibleMessage,
  type FoundCommand,
} from './find.ts';
import { modalData, readSelect } from './modal-data.ts';
import { autocompleteData, commandData, resolveUser, type Place, type Resolved } from './options.ts';
import { talking } from './talking.ts';
import type { InteractionResult, Person } from './types.ts';

type Data = Record<string, unknown>;

const open = (core: Core, opening: Opening): Promise<InteractionResult> =>
  untilSettled(core, openInteraction(core, opening));

const placeOf = (core: Core, userId: string, channelId: string): Place => ({
  core,
  channel: visibleChannel(core, userId, channelId),
  userId,
});

const chatCommands = (core: Core, userId: string): Pick<Person, 'slash' | 'autocomplete'> => {
  const start = (
    kind: 'command' | 'autocomplete',
    { channel }: Place,
    name: string,
    dataOf: (found: FoundCommand) => Data,
  ) => {
    const found = findChatCommand(core, userId, channel, name);
    const fullName = [found.command, ...found.path].map((part) => part.name).join(' ');
    const metadata = { name: fullName, command_type: CommandType.ChatInput };
    const owners = ownersFor(core, found.command, userId, channel);
    const answerMessageType = MessageType.ChatInputCommand;
    return open(core, { kind, userId, channel, owners, answerMessageType, data: dataOf(found), metadata });
  };
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

const contextMenus = (core: Core, userId: string): Pick<Person, 'menu' | 'userMenu'> => {
  const start = (
    { channel }: Place,
    type: CommandType.Message | CommandType.User,
    name: string,
    target: string,
    resolved: Resolved,
  ) => {
    const command = findCommand(core, userId, channel, name, type);
    const onMessage = type === CommandType.Message && { target_message_id: target };
    return open(core, {
      kind: 'command',
      userId,
      channel,
      owners: ownersFor(core, command, userId, channel),
      answerMessageType: MessageType.ContextMenuCommand,
      data: { id: command.id, name, type, target_id: target, resolved },
      metadata: { name, command_type: type, ...onMessage },
    });
  };
  return {
    menu: async (channelId, name, messageId) => {
      const place = placeOf(core, userId, channelId);
      const { message } = visibleMessage(core, userId, messageId);
      // The bot gets the whole message here, whatever its intents are.
      const resolved = { messages: { [messageId]: wireMessage(core, message) } };
      return start(place, CommandType.Message, name, messageId, resolved);
    },
    userMenu: async (channelId, name, targetUserId) => {
      const place = placeOf(core, userId, channelId);
      const resolved: Resolved = {};
      resolveUser(place, targetUserId, resolved);
      return start(place, CommandType.User, name, targetUserId, resolved);
    },
  };
};

/** Sends something in the name of a message that the person sees. */
const fromMessage =
  (core: Core, userId: string) => async (messageId: string, kind: 'component' | 'modal', data: Data) => {
    const { message, channel } = visibleMessage(core, userId, messageId);
    const metadata =
      kind === 'modal'
        ? { triggering_interaction_metadata: message.interaction_metadata }
        : { interacted_message_id: messageId };
    const owners = ownersOfMessage(message);
    const opening = { kind, userId, channel, owners, answerMessageType: MessageType.Reply, data, metadata };
    return open(core, { ...opening, sourceMessage: message });
  };

const components = (core: Core, userId: string): Pick<Person, 'click' | 'select' | 'submitModal'> => ({
  click: async (messageId, customId) => {
    const { type, id } = findComponent(visibleMessage(core, userId, messageId).message, customId);
    if (type !== ComponentType.Button) throw new ClientRefusal(`${customId} is no button`);
    const data = { custom_id: customId, component_type: type, id };
    return fromMessage(core, userId)(messageId, 'component', data);
  },
  select: async (messageId, customId, values) => {
    const { message, channel } = visibleMessage(core, userId, messageId);
    const component = findComponent(message, customId);
    const resolved: Resolved = {};
    const picked = readSelect({ core, channel, userId }, component, values, resolved);
    return fromMessage(core, userId)(messageId, 'component', {
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
    const channel = core.state.channels.get(opener.channelId);
    if (!channel) throw new ClientRefusal('the channel is gone');
    const sourceMessage = core.state.messages.get(opener.sourceMessageId ?? '');
    return open(core, {
      kind: 'modal',
      userId,
      channel,
      owners: opener.owners,
      answerMessageType: sourceMessage ? MessageType.Reply : opener.answerMessageType,
      data: modalData({ core, channel, userId }, modal, fields),
      metadata: { triggering_interaction_metadata: opener.metadata },
      sourceMessage,
    });
  },
});

const textInputs = (texts: Record<string, string>) =>
  Object.entries(texts).map(([name, value], index) => ({
    type: ComponentType.Label,
    id: index + 1,
    component: { type: ComponentType.TextInput, id: index + 100, custom_id: name, value },
  }));

/** What somebody sends who writes their own requests: any `custom_id`, in the name of any message of the bot's they see. */
const forging = (core: Core, userId: string): Pick<Person, 'forge' | 'forgeClick' | 'forgeModal'> => ({
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
    const answerMessageType = MessageType.ChatInputCommand;
    return open(core, { kind, userId, channel, owners, answerMessageType, data, metadata });
  },
  forgeClick: async (messageId, customId, values) =>
    fromMessage(core, userId)(messageId, 'component', {
      custom_id: customId,
      component_type: values ? ComponentType.StringSelect : ComponentType.Button,
      id: 1,
      ...(values && { values }),
    }),
  forgeModal: async (messageId, customId, texts = {}) => {
    const data = { custom_id: customId, components: textInputs(texts) };
    return fromMessage(core, userId)(messageId, 'modal', data);
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
