import { ClientRefusal } from '../errors.ts';
import { openInteraction, ownersOfMessage, untilSettled, type Opening } from '../interactions/open.ts';
import { storedMessagesIn } from '../messages/store.ts';
import { messageView, wireMessage, wireUserById } from '../messages/view.ts';
import type { Message } from '../model.ts';
import { CommandType, ComponentType, MessageType } from '../numbers.ts';
import { canRead } from '../state/permissions.ts';
import type { Core, InteractionKind } from '../state/state.ts';
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
import { autocompleteData, commandData, type Place, type Resolved } from './options.ts';
import { talking } from './talking.ts';
import type { FieldValue, InteractionResult, Modal, OptionValue } from './types.ts';

type Data = Record<string, unknown>;

const open = (core: Core, opening: Opening): Promise<InteractionResult> =>
  untilSettled(core, openInteraction(core, opening));

const placeOf = (core: Core, userId: string, channelId: string): Place => ({
  core,
  channel: visibleChannel(core, userId, channelId),
  userId,
});

const chatCommands = (core: Core, userId: string) => {
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
    /** `name` may name a subcommand: `'settings key set'`. */
    slash: async (channelId: string, name: string, options: Record<string, OptionValue> = {}) => {
      const place = placeOf(core, userId, channelId);
      return start('command', place, name, (found) => commandData(place, found, options));
    },
    /** `focused` is the option being typed, `value` what stands there so far, `others` the options filled already. */
    autocomplete: async (
      channelId: string,
      name: string,
      focused: string,
      value: string,
      others: Record<string, OptionValue> = {},
    ) => {
      const place = placeOf(core, userId, channelId);
      return start('autocomplete', place, name, (found) => autocompleteData(found, focused, value, others));
    },
  };
};

const contextMenu = (core: Core, userId: string) => ({
  /** A command of a message's context menu. */
  menu: async (channelId: string, name: string, messageId: string) => {
    const { channel } = placeOf(core, userId, channelId);
    const { message } = visibleMessage(core, userId, messageId);
    const type = CommandType.Message;
    const command = findCommand(core, userId, channel, name, type);
    // The bot gets the whole message here, with any intents.
    const resolved = { messages: { [messageId]: wireMessage(core, message) } };
    return open(core, {
      kind: 'command',
      userId,
      channel,
      owners: ownersFor(core, command, userId, channel),
      answerMessageType: MessageType.ContextMenuCommand,
      data: { id: command.id, name, type, target_id: messageId, resolved },
      metadata: { name, command_type: type, target_message_id: messageId },
    });
  },
});

/** Sends something in the name of a message that the person sees. */
const fromMessage =
  (core: Core, userId: string) => async (messageId: string, kind: InteractionKind, data: Data) => {
    const { message, channel } = visibleMessage(core, userId, messageId);
    const owners = ownersOfMessage(message);
    const pressed = { interacted_message_id: messageId };
    const user = wireUserById(core, userId);
    // A message that answers nothing was pressed before its form was opened.
    const opener = { id: messageId, type: 3, user, authorizing_integration_owners: owners, ...pressed };
    const metadata =
      kind === 'modal'
        ? { triggering_interaction_metadata: message.interaction_metadata ?? opener }
        : pressed;
    const opening = { kind, userId, channel, owners, answerMessageType: MessageType.Reply, data, metadata };
    return open(core, { ...opening, sourceMessage: message });
  };

const components = (core: Core, userId: string) => ({
  click: async (messageId: string, customId: string) => {
    const { type, id } = findComponent(visibleMessage(core, userId, messageId).message, customId);
    if (type !== ComponentType.Button) throw new ClientRefusal(`${customId} is no button`);
    const data = { custom_id: customId, component_type: type, id };
    return fromMessage(core, userId)(messageId, 'component', data);
  },
  select: async (messageId: string, customId: string, values: string[]) => {
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
  submitModal: async (modal: Modal, fields: Record<string, FieldValue> = {}) => {
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

/**
 * Sends what a changed client may send, with any `data`, from a channel or in the name of any message
 * that the person sees; Discord passes on more than its own client would make.
 */
const forge =
  (core: Core, userId: string) =>
  async (from: { channelId: string } | { messageId: string }, kind: InteractionKind, data: Data) => {
    if ('messageId' in from) return fromMessage(core, userId)(from.messageId, kind, data);
    const channel = visibleChannel(core, userId, from.channelId);
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
  };

/** The messages of a channel that a person sees, oldest first. */
export const messagesSeenBy = (core: Core, userId: string, channelId: string): Message[] =>
  storedMessagesIn(core, channelId)
    .filter((message) => canRead(core.state, message, userId))
    .map((message) => messageView(core, message));

/** What one person does. */
export type Person = ReturnType<typeof personOf>;

/**
 * One person, ready to act. A promise about an interaction settles when the bot has answered or its time is over.
 * Everything throws `ClientRefusal` where Discord's client would not have let the person do it.
 * @throws Error for an unknown id
 */
export const personOf = (core: Core, userId: string) => {
  if (!core.state.users.has(userId)) throw new Error(`there is no user ${userId}`);
  return {
    id: userId,
    ...chatCommands(core, userId),
    ...contextMenu(core, userId),
    ...components(core, userId),
    forge: forge(core, userId),
    ...talking(core, userId),
    /** What this person sees, oldest first. */
    messagesIn: (channelId: string) => messagesSeenBy(core, userId, channelId),
  };
};
