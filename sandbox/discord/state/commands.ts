import { fault, fieldFault, tooManyCommands } from '../errors.ts';
import { CommandType } from '../numbers.ts';
import { type ApplicationCommand, type CommandBody, commandSchema } from '../rules/commands.ts';
import { readBody } from '../rules/problems.ts';
import { type Core, emitChange } from './state.ts';

// docs.discord.com/developers/interactions/application-commands#registering-a-command
const LIMITS = [
  [CommandType.ChatInput, 100],
  [CommandType.User, 15],
  [CommandType.Message, 15],
] as const;

/** The commands of a server, or the global ones. */
export const commandsOf = (core: Core, guildId: string | undefined): ApplicationCommand[] =>
  [...core.state.commands.values()].filter((command) => command.guild_id === guildId);

/** @throws DiscordFault 10063 */
export const commandById = (core: Core, guildId: string | undefined, commandId: string) => {
  const command = core.state.commands.get(commandId);
  if (command?.guild_id !== guildId || !command) throw fault('unknownCommand');
  return command;
};

const checkCount = (commands: readonly Pick<CommandBody, 'type'>[]): void => {
  for (const [type, limit] of LIMITS)
    if (commands.filter((command) => command.type === type).length > limit) throw tooManyCommands(limit);
};

const USER_INSTALL = 1;

/** Commands for a way to install that the application does not offer are declined. */
const checkInstalls = (core: Core, { integration_types: types }: CommandBody): void => {
  if (core.options.userInstall || !types?.includes(USER_INSTALL)) return;
  throw fieldFault(['integration_types'], 'APPLICATION_COMMAND_INVALID_INTEGRATION_TYPE');
};

const fromBody = (core: Core, guildId: string | undefined, body: CommandBody, id: string) => {
  checkInstalls(core, body);
  return {
    id,
    application_id: core.state.applicationId,
    version: core.ids.next(),
    ...(guildId !== undefined && { guild_id: guildId }),
    type: body.type,
    name: body.name,
    name_localizations: body.name_localizations ?? null,
    description: body.description,
    description_localizations: body.description_localizations ?? null,
    default_member_permissions: body.default_member_permissions ?? null,
    contexts: body.contexts ?? null,
    integration_types: body.integration_types ?? [0],
    nsfw: body.nsfw ?? false,
    options: body.options ?? [],
  };
};

const findTwin = (core: Core, guildId: string | undefined, body: CommandBody) =>
  commandsOf(core, guildId).find(({ name, type }) => name === body.name && type === body.type);

/** Puts these commands in place of all others; a command that keeps its name keeps its id. */
export const overwriteCommands = (
  core: Core,
  guildId: string | undefined,
  bodies: readonly CommandBody[],
): ApplicationCommand[] => {
  checkCount(bodies);
  const commands = bodies.map((body) =>
    fromBody(core, guildId, body, findTwin(core, guildId, body)?.id ?? core.ids.next()),
  );
  for (const old of commandsOf(core, guildId)) core.state.commands.delete(old.id);
  for (const command of commands) core.state.commands.set(command.id, command);
  emitChange(core, { kind: 'commands-changed' });
  return commands;
};

/** Adds a command or replaces the one of the same name. */
export const upsertCommand = (core: Core, guildId: string | undefined, body: CommandBody) => {
  const twin = findTwin(core, guildId, body);
  if (!twin) checkCount([...commandsOf(core, guildId), body]);
  const command = fromBody(core, guildId, body, twin?.id ?? core.ids.next());
  core.state.commands.set(command.id, command);
  emitChange(core, { kind: 'commands-changed' });
  return { command, isNew: !twin };
};

/** Changes some fields of a command. */
export const patchCommand = (core: Core, command: ApplicationCommand, patch: Record<string, unknown>) => {
  const own = { application_id: undefined, version: undefined, guild_id: undefined };
  const defined = Object.entries({ ...command, ...own, ...patch, type: command.type }).filter(
    ([, value]) => value !== undefined,
  );
  const body = readBody(commandSchema, Object.fromEntries(defined));
  const changed = fromBody(core, command.guild_id, body, command.id);
  core.state.commands.set(command.id, changed);
  emitChange(core, { kind: 'commands-changed' });
  return changed;
};

export const deleteCommand = (core: Core, command: ApplicationCommand): void => {
  core.state.commands.delete(command.id);
  emitChange(core, { kind: 'commands-changed' });
};
