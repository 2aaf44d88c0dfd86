import { z } from 'zod';
import { fault } from '../../errors.ts';
import defaults from '../../state/defaults.json' with { type: 'json' };
import type { Gateway } from '../../gateway/gateway.ts';
import { channelForBot, reopenThread } from '../../messages/bot-writes.ts';
import { wireUserById } from '../../messages/view.ts';
import { snowflake } from '../../rules/problems.ts';
import { wireChannel, wireGuild, wireMember } from '../../state/channel-view.ts';
import { USUAL_PERMISSIONS } from '../../state/permissions.ts';
import { type Core, emitChange } from '../../state/state.ts';
import { directChannel } from '../../state/world.ts';
import { noContent, ok, routesFor, type RestRequest, type Route } from '../route.ts';

const route = routesFor('bot', 'other');
const DAY_MS = 86_400_000;
const MAX_CONCURRENCY = 16;

/** Where the gateway is and how often it may be entered. */
export const gatewayRoutes = (gateway: Gateway): readonly Route[] => [
  routesFor('open', 'other')('GET', '/gateway', () => ok({ url: gateway.url })),
  route('GET', '/gateway/bot', ({ core: { options } }) => {
    const total = options.sessionStarts;
    const remaining = Math.max(0, total - gateway.identifies);
    const session_start_limit = {
      ...{ total, remaining, reset_after: DAY_MS, max_concurrency: MAX_CONCURRENCY },
    };
    return ok({ url: gateway.url, shards: options.shards, session_start_limit });
  }),
];

const application = (core: Core): Record<string, unknown> => ({
  ...defaults.application,
  id: core.state.applicationId,
  name: 'Easel',
  bot: wireUserById(core, core.state.applicationId),
  owner: wireUserById(core, core.state.applicationOwnerId),
  integration_types_config: { '0': {}, ...(core.options.userInstall && { '1': {} }) },
  approximate_guild_count: core.state.guilds.size,
  ...core.options.application,
});

const botGuild = ({ core, parameter }: RestRequest) => {
  const guild = core.state.guilds.get(parameter('guild'));
  if (!guild) throw fault('unknownGuild');
  if (!guild.members.has(core.state.applicationId)) throw fault('missingAccess');
  return guild;
};

const MAX_GUILDS = 200;

/** A page of the servers that the bot is in, by id: docs.discord.com/developers/resources/user#get-current-user-guilds */
const ownGuilds = (core: Core, { after = '0', limit }: RestRequest['query']): Record<string, unknown>[] => {
  const own = [...core.state.guilds.values()].filter(
    ({ id, members }) => members.has(core.state.applicationId) && BigInt(id) > BigInt(after),
  );
  return own
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .slice(0, Math.min(Number(limit ?? MAX_GUILDS), MAX_GUILDS))
    .map((guild) => ({
      id: guild.id,
      name: guild.name,
      ...defaults.ownGuild,
      owner: guild.ownerId === core.state.applicationId,
      permissions: String(USUAL_PERMISSIONS),
    }));
};

const self = (core: Core): Record<string, unknown> => ({
  ...wireUserById(core, core.state.applicationId),
  ...defaults.self,
});

export const accountRoutes: readonly Route[] = [
  route('GET', '/users/@me', ({ core }) => ok(self(core))),
  route('GET', '/applications/@me', ({ core }) => ok(application(core))),
  route('GET', '/oauth2/applications/@me', ({ core }) => ok(application(core))),
  route('GET', '/users/@me/guilds', ({ core, query }) => ok(ownGuilds(core, query))),
  route('DELETE', '/users/@me/guilds/:guild', (request) => {
    const guild = botGuild(request);
    guild.members.delete(request.core.state.applicationId);
    emitChange(request.core, { kind: 'guild-left', guild });
    return noContent;
  }),
  route('POST', '/users/@me/channels', ({ core, read }) => {
    const { recipient_id: userId } = read(z.strictObject({ recipient_id: snowflake }));
    if (!core.state.users.has(userId)) throw fault('unknownUser');
    return ok(wireChannel(core, directChannel(core, userId)));
  }),
  route('GET', '/channels/:channel', ({ core, parameter }) =>
    ok(wireChannel(core, channelForBot(core, parameter('channel')))),
  ),
  route('PATCH', '/channels/:channel', ({ core, parameter, read }) => {
    read(z.strictObject({ archived: z.literal(false) }));
    return ok(wireChannel(core, reopenThread(core, parameter('channel'))));
  }),
  route('GET', '/guilds/:guild', (request) => ok(wireGuild(botGuild(request)))),
  route('GET', '/guilds/:guild/members/:user', (request) => {
    const member = botGuild(request).members.get(request.parameter('user'));
    if (!member) throw fault('unknownMember');
    return ok(wireMember(request.core, member));
  }),
];
