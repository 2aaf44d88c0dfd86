import { z } from 'zod';
import { missingAccess, unknownGuild, unknownUser } from '../../errors.ts';
import { channelForBot } from '../../messages/bot-writes.ts';
import { wireUserById } from '../../messages/view.ts';
import { snowflake } from '../../rules/problems.ts';
import { wireChannel, wireGuild, wireMember } from '../../state/channel-view.ts';
import { USUAL_PERMISSIONS } from '../../state/permissions.ts';
import type { Core } from '../../state/state.ts';
import { directChannel } from '../../state/world.ts';
import { ok, type RestRequest, type Route } from '../route.ts';

const shared = { access: 'bot', bucket: 'other' } as const;

const application = (core: Core): Record<string, unknown> => ({
  id: core.state.applicationId,
  name: core.options.applicationName,
  icon: null,
  description: '',
  type: null,
  bot: wireUserById(core, core.state.applicationId),
  owner: wireUserById(core, core.state.applicationId),
  team: null,
  summary: '',
  verify_key: '0'.repeat(64),
  flags: 0,
  flags_new: '0',
  tags: [],
  hook: true,
  is_monetized: false,
  bot_public: true,
  bot_require_code_grant: false,
  redirect_uris: [],
  interactions_endpoint_url: null,
  role_connections_verification_url: null,
  integration_types_config: { '0': {}, ...(core.options.userInstall && { '1': {} }) },
  approximate_guild_count: core.state.guilds.size,
  approximate_user_install_count: 0,
  approximate_user_authorization_count: 0,
  explicit_content_filter: 0,
  eligible_oauth2_scopes: [],
});

const botGuild = ({ core, parameter }: RestRequest) => {
  const guild = core.state.guilds.get(parameter('guild'));
  if (!guild) throw unknownGuild();
  if (!guild.members.has(core.state.applicationId)) throw missingAccess();
  return guild;
};

const MOST_GUILDS = 200;

/** A page of the servers that the bot is in, by id: docs.discord.com/developers/resources/user#get-current-user-guilds */
const ownGuilds = (core: Core, { after = '0', limit }: RestRequest['query']): Record<string, unknown>[] => {
  const own = [...core.state.guilds.values()].filter(
    ({ id, members }) => members.has(core.state.applicationId) && BigInt(id) > BigInt(after),
  );
  return own
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .slice(0, Math.min(Number(limit ?? MOST_GUILDS), MOST_GUILDS))
    .map((guild) => ({
      id: guild.id,
      name: guild.name,
      icon: null,
      banner: null,
      owner: guild.ownerId === core.state.applicationId,
      permissions: String(USUAL_PERMISSIONS),
      features: [],
    }));
};

const self = (core: Core): Record<string, unknown> => ({
  ...wireUserById(core, core.state.applicationId),
  verified: true,
  mfa_enabled: true,
  email: null,
  locale: 'en-US',
  premium_type: 0,
});

export const accountRoutes: readonly Route[] = [
  { method: 'GET', path: '/users/@me', ...shared, handle: ({ core }) => ok(self(core)) },
  { method: 'GET', path: '/applications/@me', ...shared, handle: ({ core }) => ok(application(core)) },
  { method: 'GET', path: '/oauth2/applications/@me', ...shared, handle: ({ core }) => ok(application(core)) },
  {
    method: 'GET',
    path: '/users/@me/guilds',
    ...shared,
    handle: ({ core, query }) => ok(ownGuilds(core, query)),
  },
  {
    method: 'POST',
    path: '/users/@me/channels',
    ...shared,
    handle: ({ core, read }) => {
      const { recipient_id: userId } = read(z.strictObject({ recipient_id: snowflake }));
      if (!core.state.users.has(userId)) throw unknownUser();
      return ok(wireChannel(core, directChannel(core, userId)));
    },
  },
  {
    method: 'GET',
    path: '/users/:user',
    ...shared,
    handle: ({ core, parameter }) => {
      if (!core.state.users.has(parameter('user'))) throw unknownUser();
      return ok(wireUserById(core, parameter('user')));
    },
  },
  {
    method: 'GET',
    path: '/channels/:channel',
    ...shared,
    handle: ({ core, parameter }) => ok(wireChannel(core, channelForBot(core, parameter('channel')))),
  },
  {
    method: 'GET',
    path: '/guilds/:guild',
    ...shared,
    handle: (request) => ok(wireGuild(request.core, botGuild(request))),
  },
  {
    method: 'GET',
    path: '/guilds/:guild/members/:user',
    ...shared,
    handle: (request) => {
      const member = botGuild(request).members.get(request.parameter('user'));
      if (!member) throw unknownUser();
      return ok(wireMember(request.core, member));
    },
  },
];
