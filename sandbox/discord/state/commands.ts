import { fault, fieldFault } from '../errors.ts';
import { CommandType } from '../numbers.ts';
import type { ApplicationCommand, CommandBody } from '../rules/commands.ts';
import { type Core, emitChange } from './state.ts';

/** The application's commands, the same in every server. */
export const commandsOf = (core: Core): ApplicationCommand[] => [...core.state.commands.values()];

const USER_INSTALL = 1;

/** Commands for a way to install that the application does not offer are declined. */
const checkInstalls = (core: Core, { integration_types: types }: CommandBody): void => {
  if (core.options.userInstall || !types?.includes(USER_INSTALL)) return;
  throw fieldFault(['integration_types'], 'APPLICATION_COMMAND_INVALID_INTEGRATION_TYPE');
};

const fromBody = (core: Core, body: CommandBody, id: string): ApplicationCommand => {
  checkInstalls(core, body);
  return {
    id,
    application_id: core.state.applicationId,
    version: core.ids.next(),
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
    ...('handler' in body && { handler: body.handler }),
  };
};

const findTwin = (core: Core, body: CommandBody) =>
  commandsOf(core).find(({ name, type }) => name === body.name && type === body.type);

/** Puts these commands in place of all others; a command that keeps its name keeps its id. */
export const overwriteCommands = (core: Core, bodies: readonly CommandBody[]): ApplicationCommand[] => {
  const isEntryPoint = ({ type }: { type: CommandType }) => type === CommandType.PrimaryEntryPoint;
  if (commandsOf(core).some(isEntryPoint) && !bodies.some(isEntryPoint)) throw fault('entryPointLeftOut');
  const commands = bodies.map((body) => fromBody(core, body, findTwin(core, body)?.id ?? core.ids.next()));
  core.state.commands.clear();
  for (const command of commands) core.state.commands.set(command.id, command);
  emitChange(core, { kind: 'commands-changed' });
  return commands;
};
