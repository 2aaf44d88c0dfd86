import { z } from 'zod';
import { fault } from '../../errors.ts';
import { commandSchema } from '../../rules/commands.ts';
import { commandsOf, overwriteCommands } from '../../state/commands.ts';
import { ok, routesFor, type RestRequest, type Route } from '../route.ts';

const route = routesFor('bot', 'other');

const checkApplication = ({ core, parameter }: RestRequest): void => {
  if (parameter('application') !== core.state.applicationId) throw fault('unknownApplication');
};

const ALL = '/applications/:application/commands';

export const commandRoutes: readonly Route[] = [
  route('GET', ALL, (request) => {
    checkApplication(request);
    return ok(commandsOf(request.core));
  }),
  route('PUT', ALL, (request) => {
    checkApplication(request);
    return ok(overwriteCommands(request.core, request.read(z.array(commandSchema))));
  }),
  // Who may use what, where an admin has said anything about it.
  route('GET', '/applications/:application/guilds/:guild/commands/permissions', (request) => {
    checkApplication(request);
    const { core, parameter } = request;
    const guildId = parameter('guild');
    if (!core.state.guilds.has(guildId)) throw fault('unknownGuild');
    const rules = [...(core.state.commandRules.get(guildId) ?? [])];
    const about = { application_id: core.state.applicationId, guild_id: guildId };
    return ok(rules.map(([id, permissions]) => ({ id, ...about, permissions })));
  }),
];
