import { ClientRefusal } from '../errors.ts';
import { contextOf } from '../interactions/open.ts';
import type { Channel, Component } from '../model.ts';
import { CommandType, Permission } from '../numbers.ts';
import type { ApplicationCommand, CommandOption, ValueOption } from '../rules/commands.ts';
import { flatten } from '../rules/component-layout.ts';
import { isValueOption } from '../rules/fields.ts';
import { canSee, has, permissionsIn } from '../state/permissions.ts';
import type { Core, StoredMessage } from '../state/state.ts';

const GUILD_INSTALL = 0;
const USER_INSTALL = 1;

/** @throws ClientRefusal for a channel that the person does not see */
export const visibleChannel = (core: Core, userId: string, channelId: string): Channel => {
  const channel = core.state.channels.get(channelId);
  if (!channel || !canSee(core.state, channel, userId))
    throw new ClientRefusal(`channel ${channelId} is not to be seen`);
  return channel;
};

/** @throws ClientRefusal for a message that the person does not see */
export const visibleMessage = (core: Core, userId: string, messageId: string) => {
  const message = core.state.messages.get(messageId);
  if (!message || (message.ephemeralTo !== null && message.ephemeralTo !== userId))
    throw new ClientRefusal(`message ${messageId} is not to be seen`);
  return { message, channel: visibleChannel(core, userId, message.channel_id) };
};

/** Through which installs a command reaches a place; empty where it does not. */
export const ownersFor = (core: Core, command: ApplicationCommand, userId: string, channel: Channel) => {
  const bot = core.state.applicationId;
  const guild = core.state.guilds.get(channel.guildId ?? '');
  const inPlace = guild ? guild.members.has(bot) : channel.recipientIds.includes(bot);
  const withUser = core.state.users.get(userId)?.hasInstalledApplication === true;
  return {
    ...(inPlace && command.integration_types.includes(GUILD_INSTALL) && { '0': guild?.id ?? '0' }),
    ...(withUser && command.integration_types.includes(USER_INSTALL) && { '1': userId }),
  };
};

const isOffered = (core: Core, command: ApplicationCommand, userId: string, channel: Channel): boolean => {
  if (command.contexts && !command.contexts.includes(contextOf(core, channel))) return false;
  if (Object.keys(ownersFor(core, command, userId, channel)).length === 0) return false;
  if (channel.guildId === null) return true;
  const permissions = permissionsIn(core.state, channel, userId);
  if (!has(permissions, Permission.UseApplicationCommands)) return false;
  const needed = command.default_member_permissions;
  if (needed === null) return true;
  // "0" shows a command to administrators only.
  return needed === '0' ? has(permissions, Permission.Administrator) : has(permissions, BigInt(needed));
};

/** What the person's client offers in a channel. */
export const offeredCommands = (core: Core, userId: string, channel: Channel): ApplicationCommand[] =>
  [...core.state.commands.values()].filter((command) => isOffered(core, command, userId, channel));

/** A chat command with the subcommand that was named. */
export interface FoundCommand {
  command: ApplicationCommand;
  /** Subcommand group and subcommand, outermost first. */
  path: CommandOption[];
  options: ValueOption[];
}

/** @throws ClientRefusal for a command that the client does not offer */
export const findCommand = (
  core: Core,
  userId: string,
  channel: Channel,
  name: string,
  type: CommandType,
) => {
  const offered = offeredCommands(core, userId, channel);
  const command = offered.find((one) => one.type === type && one.name === name);
  if (command) return command;
  const names = offered.map((one) => one.name).join(', ');
  throw new ClientRefusal(`no command ${name} here; there are: ${names === '' ? 'none' : names}`);
};

/** @throws ClientRefusal for a command or subcommand that is not offered */
export const findChatCommand = (core: Core, userId: string, channel: Channel, fullName: string) => {
  const [name = '', ...subcommands] = fullName.replace(/^\//, '').split(/\s+/);
  const command = findCommand(core, userId, channel, name, CommandType.ChatInput);
  const path: CommandOption[] = [];
  let options: CommandOption[] = command.options;
  for (const step of subcommands) {
    const next = options.find((option) => option.name === step && !isValueOption(option));
    if (!next) throw new ClientRefusal(`no subcommand ${step} in ${name}`);
    path.push(next);
    options = 'options' in next ? (next.options ?? []) : [];
  }
  if (options.some((option) => !isValueOption(option)))
    throw new ClientRefusal(`${fullName} needs a subcommand`);
  return { command, path, options: options.filter(isValueOption) };
};

/** @throws ClientRefusal for a component that is not there, is disabled, or sends nothing */
export const findComponent = (message: StoredMessage, customId: string): Component => {
  const component = flatten(message.components).find((part) => part.custom_id === customId);
  if (!component) throw new ClientRefusal(`message ${message.id} has no component ${customId}`);
  if (component.disabled) throw new ClientRefusal(`component ${customId} is disabled`);
  return component;
};
