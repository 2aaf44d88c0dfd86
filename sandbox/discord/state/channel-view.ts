import { wireUserById } from '../messages/view.ts';
import type { Channel, ChannelKind, Guild, Member, Role } from '../model.ts';
import { ChannelType } from '../numbers.ts';
import { permissionsIn } from './permissions.ts';
import type { Core } from './state.ts';

const CHANNEL_TYPES: Readonly<Record<ChannelKind, ChannelType>> = {
  text: ChannelType.GuildText,
  direct: ChannelType.DM,
  group: ChannelType.GroupDM,
  thread: ChannelType.PublicThread,
};

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
  ...(channel.kind !== 'thread' && { nsfw: channel.ageRestricted }),
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

/** What no server of this world has. */
const MISSING_IN_GUILDS =
  'incidents_data icon splash discovery_splash banner description home_header vanity_url_code afk_channel_id ' +
  'system_channel_id rules_channel_id public_updates_channel_id safety_alerts_channel_id widget_channel_id ' +
  'max_presences application_id';
const GUILD_DEFAULTS = {
  ...Object.fromEntries(MISSING_IN_GUILDS.split(' ').map((field) => [field, null])),
  region: 'deprecated',
  afk_timeout: 300,
  system_channel_flags: 0,
  widget_enabled: false,
  verification_level: 0,
  default_message_notifications: 0,
  mfa_level: 0,
  explicit_content_filter: 0,
  max_members: 500_000,
  max_stage_video_channel_users: 50,
  max_video_channel_users: 25,
  nsfw: false,
  nsfw_level: 0,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  stickers: [],
  features: [],
};

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
