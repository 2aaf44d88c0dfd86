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

const routesForAll = (base: string, scope: Scope): readonly Route[] => [
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
];

const routesForOne = (base: string, scope: Scope): readonly Route[] => {
  const find = (request: RestRequest) =>
    commandById(request.core, scope(request), request.parameter('command'));
  return [
    { method: 'GET', path: `${base}/:command`, ...shared, handle: (request) => ok(find(request)) },
    {
      method: 'PATCH',
      path: `${base}/:command`,
      ...shared,
      handle: (request) => ok(patchCommand(request.core, find(request), request.read(z.looseObject({})))),
    },
    {
      method: 'DELETE',
      path: `${base}/:command`,
      ...shared,
      handle: (request) => {
        deleteCommand(request.core, find(request));
        return noContent;
      },
    },
  ];
};

const GLOBAL = '/applications/:application/commands';
const OF_GUILD = '/applications/:application/guilds/:guild/commands';

/** Who may use what, where an admin has said anything about it. */
const rulesRoute: Route = {
  method: 'GET',
  path: `${OF_GUILD}/permissions`,
  ...shared,
  handle: (request) => {
    const guildId = guildScope(request) ?? '';
    const rules = [...(request.core.state.commandRules.get(guildId) ?? [])];
    const about = { application_id: request.core.state.applicationId, guild_id: guildId };
    return ok(rules.map(([id, permissions]) => ({ id, ...about, permissions })));
  },
};

export const commandRoutes: readonly Route[] = [
  rulesRoute,
  ...routesForAll(GLOBAL, globalScope),
  ...routesForOne(GLOBAL, globalScope),
  ...routesForAll(OF_GUILD, guildScope),
  ...routesForOne(OF_GUILD, guildScope),
];
