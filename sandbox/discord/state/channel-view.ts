import type { Channel, Guild, Member, Role } from '../model.ts';
import { wireUserById } from '../messages/view.ts';
import { permissionsIn } from './permissions.ts';
import type { Core } from './state.ts';

/** docs.discord.com/developers/resources/channel#channel-object-channel-types */
const CHANNEL_TYPES = { text: 0, direct: 1, group: 3, thread: 11 } as const;

const threadFields = (channel: Channel, createdAt: string) => ({
  owner_id: channel.recipientIds[0] ?? channel.id,
  message_count: 0,
  total_message_sent: 0,
  member_count: 1,
  thread_metadata: {
    archived: channel.archived,
    locked: channel.locked,
    auto_archive_duration: 1440,
    archive_timestamp: createdAt,
    create_timestamp: createdAt,
  },
});

const guildFields = (channel: Channel) => ({
  guild_id: channel.guildId,
  name: channel.name,
  parent_id: channel.parentId,
  position: 0,
  nsfw: false,
  topic: null,
  rate_limit_per_user: 0,
  permission_overwrites: [...channel.overwrites.values()].map(({ id, type, allow, deny }) => ({
    id,
    type: type === 'role' ? 0 : 1,
    allow: allow.toString(),
    deny: deny.toString(),
  })),
});

/** A channel as the API describes it to the bot. */
export const wireChannel = (core: Core, channel: Channel): Record<string, unknown> => {
  const isGuild = channel.guildId !== null;
  return {
    id: channel.id,
    type: CHANNEL_TYPES[channel.kind],
    flags: 0,
    last_message_id: channel.lastMessageId,
    ...(isGuild && guildFields(channel)),
    ...(channel.kind === 'thread' && threadFields(channel, new Date(core.options.now()).toISOString())),
    ...(!isGuild && {
      recipients: channel.recipientIds
        .filter((id) => id !== core.state.applicationId)
        .map((id) => wireUserById(core, id)),
    }),
    ...(channel.kind === 'group' && { name: null, icon: null, owner_id: channel.recipientIds[0] ?? null }),
  };
};

/** A channel inside an interaction, with what its user may do there. */
export const interactionChannel = (core: Core, channel: Channel, userId: string) => ({
  ...wireChannel(core, channel),
  permissions: permissionsIn(core.state, channel, userId).toString(),
});

/** A member as the API describes it. */
export const wireMember = (core: Core, member: Member): Record<string, unknown> => ({
  user: wireUserById(core, member.userId),
  nick: member.nick,
  avatar: null,
  banner: null,
  roles: [...member.roleIds],
  joined_at: new Date(member.joinedAt).toISOString(),
  premium_since: null,
  deaf: false,
  mute: false,
  pending: false,
  flags: 0,
  communication_disabled_until: null,
});

export const wireRole = (role: Role): Record<string, unknown> => ({
  id: role.id,
  name: role.name,
  description: null,
  permissions: role.permissions.toString(),
  position: role.position,
  color: role.color,
  colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed: false,
  mentionable: false,
  icon: null,
  unicode_emoji: null,
  flags: 0,
});

const GUILD_DEFAULTS = {
  incidents_data: null,
  icon: null,
  splash: null,
  discovery_splash: null,
  banner: null,
  description: null,
  home_header: null,
  vanity_url_code: null,
  region: 'deprecated',
  afk_channel_id: null,
  afk_timeout: 300,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  widget_enabled: false,
  widget_channel_id: null,
  verification_level: 0,
  default_message_notifications: 0,
  mfa_level: 0,
  explicit_content_filter: 0,
  max_presences: null,
  max_members: 500_000,
  max_stage_video_channel_users: 50,
  max_video_channel_users: 25,
  nsfw: false,
  nsfw_level: 0,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  application_id: null,
  stickers: [],
  features: [],
} as const;

/** A server as the API describes it. */
export const wireGuild = (core: Core, guild: Guild): Record<string, unknown> => ({
  ...GUILD_DEFAULTS,
  id: guild.id,
  name: guild.name,
  owner_id: guild.ownerId,
  preferred_locale: guild.locale,
  premium_tier: guild.premiumTier,
  roles: [...guild.roles.values()].map(wireRole),
  emojis: [...guild.emojis].map(([id, name]) => ({
    id,
    name,
    roles: [],
    require_colons: true,
    managed: false,
    animated: false,
    available: true,
    user: wireUserById(core, guild.ownerId),
  })),
});

/** What GUILD_CREATE says: docs.discord.com/developers/events/gateway-events#guild-create */
export const gatewayGuild = (core: Core, guild: Guild): Record<string, unknown> => {
  const channels = [...core.state.channels.values()].filter(({ guildId }) => guildId === guild.id);
  const own = guild.members.get(core.state.applicationId);
  return {
    ...wireGuild(core, guild),
    unavailable: false,
    large: guild.members.size > 250,
    joined_at: new Date(own?.joinedAt ?? 0).toISOString(),
    member_count: guild.members.size,
    members: own ? [wireMember(core, own)] : [],
    channels: channels.filter(({ kind }) => kind === 'text').map((channel) => wireChannel(core, channel)),
    threads: channels
      .filter(({ kind, archived }) => kind === 'thread' && !archived)
      .map((channel) => wireChannel(core, channel)),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
};
