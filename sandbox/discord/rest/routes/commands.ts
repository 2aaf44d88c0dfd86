import { z } from 'zod';
import { unknownApplication, unknownGuild } from '../../errors.ts';
import { commandSchema } from '../../rules/commands.ts';
import {
  commandById,
  commandsOf,
  deleteCommand,
  overwriteCommands,
  patchCommand,
  upsertCommand,
} from '../../state/commands.ts';
import { created, noContent, ok, type RestRequest, type Route } from '../route.ts';

const shared = { access: 'bot', bucket: 'other' } as const;

/** Checks the ids in the path; undefined: the global commands. */
type Scope = (request: RestRequest) => string | undefined;

const globalScope: Scope = ({ core, parameter }) => {
  if (parameter('application') !== core.state.applicationId) throw unknownApplication();
  return undefined;
};

const guildScope: Scope = (request) => {
  globalScope(request);
  const guildId = request.parameter('guild');
  if (!request.core.state.guilds.has(guildId)) throw unknownGuild();
  return guildId;
};

const routesFor = (base: string, scope: Scope): readonly Route[] => [
  { method: 'GET', path: base, ...shared, handle: (request) => ok(commandsOf(request.core, scope(request))) },
  {
    method: 'PUT',
    path: base,
    ...shared,
    handle: (request) => {
      const guildId = scope(request);
      return ok(overwriteCommands(request.core, guildId, request.read(z.array(commandSchema))));
    },
  },
  {
    method: 'POST',
    path: base,
    ...shared,
    handle: (request) => {
      const { command, isNew } = upsertCommand(request.core, scope(request), request.read(commandSchema));
      return isNew ? created(command) : ok(command);
    },
  },
  {
    method: 'GET',
    path: `${base}/:command`,
    ...shared,
    handle: (request) => ok(commandById(request.core, scope(request), request.parameter('command'))),
  },
  {
    method: 'PATCH',
    path: `${base}/:command`,
    ...shared,
    handle: (request) => {
      const command = commandById(request.core, scope(request), request.parameter('command'));
      return ok(patchCommand(request.core, command, request.read(z.looseObject({}))));
    },
  },
  {
    method: 'DELETE',
    path: `${base}/:command`,
    ...shared,
    handle: (request) => {
      deleteCommand(request.core, commandById(request.core, scope(request), request.parameter('command')));
      return noContent;
    },
  },
];

export const commandRoutes: readonly Route[] = [
  ...routesFor('/applications/:application/commands', globalScope),
  ...routesFor('/applications/:application/guilds/:guild/commands', guildScope),
];
