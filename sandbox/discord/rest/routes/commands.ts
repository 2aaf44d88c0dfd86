import { z } from 'zod';
import { fault } from '../../errors.ts';
import { commandSchema } from '../../rules/commands.ts';
import {
  commandById,
  commandsOf,
  deleteCommand,
  overwriteCommands,
  patchCommand,
  upsertCommand,
} from '../../state/commands.ts';
import { created, noContent, ok, routesFor, type RestRequest, type Route } from '../route.ts';

const route = routesFor('bot', 'other');

/** Checks the ids in the path; undefined: the global commands. */
type Scope = (request: RestRequest) => string | undefined;

const globalScope: Scope = ({ core, parameter }) => {
  if (parameter('application') !== core.state.applicationId) throw fault('unknownApplication');
  return undefined;
};

const guildScope: Scope = (request) => {
  globalScope(request);
  const guildId = request.parameter('guild');
  if (!request.core.state.guilds.has(guildId)) throw fault('unknownGuild');
  return guildId;
};

const routesIn = (base: string, scope: Scope): readonly Route[] => {
  const one = `${base}/:command`;
  const find = (request: RestRequest) =>
    commandById(request.core, scope(request), request.parameter('command'));
  return [
    route('GET', base, (request) => ok(commandsOf(request.core, scope(request)))),
    route('PUT', base, (request) => {
      const guildId = scope(request);
      return ok(overwriteCommands(request.core, guildId, request.read(z.array(commandSchema))));
    }),
    route('POST', base, (request) => {
      const { command, isNew } = upsertCommand(request.core, scope(request), request.read(commandSchema));
      return isNew ? created(command) : ok(command);
    }),
    route('GET', one, (request) => ok(find(request))),
    route('PATCH', one, (request) =>
      ok(patchCommand(request.core, find(request), request.read(z.looseObject({})))),
    ),
    route('DELETE', one, (request) => {
      deleteCommand(request.core, find(request));
      return noContent;
    }),
  ];
};

const OF_GUILD = '/applications/:application/guilds/:guild/commands';

export const commandRoutes: readonly Route[] = [
  // Who may use what, where an admin has said anything about it.
  route('GET', `${OF_GUILD}/permissions`, (request) => {
    const guildId = guildScope(request) ?? '';
    const rules = [...(request.core.state.commandRules.get(guildId) ?? [])];
    const about = { application_id: request.core.state.applicationId, guild_id: guildId };
    return ok(rules.map(([id, permissions]) => ({ id, ...about, permissions })));
  }),
  ...routesIn('/applications/:application/commands', globalScope),
  ...routesIn(OF_GUILD, guildScope),
];
