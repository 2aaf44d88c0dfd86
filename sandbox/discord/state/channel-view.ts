import { wireUserById } from '../messages/view.ts';
import type { Channel, ChannelKind, Guild, Member, Role } from '../model.ts';
import { ChannelType } from '../numbers.ts';
import defaults from './defaults.json' with { type: 'json' };
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
  ...defaults.thread,
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
  ...defaults.guildChannel,
  ...(channel.kind !== 'thread' && { nsfw: channel.ageRestricted }),
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
  roles: [...member.roleIds],
  joined_at: new Date(member.joinedAt).toISOString(),
  ...defaults.member,
});

export const wireRole = (role: Role): Record<string, unknown> => ({
  id: role.id,
  name: role.name,
  permissions: role.permissions.toString(),
  position: role.position,
  color: role.color,
  colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
  ...defaults.role,
});

/** A server as the API describes it. */
export const wireGuild = (guild: Guild): Record<string, unknown> => ({
  ...defaults.guild,
  id: guild.id,
  name: guild.name,
  owner_id: guild.ownerId,
  preferred_locale: guild.locale,
  premium_tier: guild.premiumTier,
  emojis: [],
  roles: [...guild.roles.values()].map(wireRole),
});

/** What GUILD_CREATE says: docs.discord.com/developers/events/gateway-events#guild-create */
export const gatewayGuild = (core: Core, guild: Guild): Record<string, unknown> => {
  const channels = [...core.state.channels.values()].filter(({ guildId }) => guildId === guild.id);
  const own = guild.members.get(core.state.applicationId);
  return {
    ...wireGuild(guild),
    unavailable: false,
    large: guild.members.size > 250,
    joined_at: new Date(own?.joinedAt ?? 0).toISOString(),
    member_count: guild.members.size,
    members: own ? [wireMember(core, own)] : [],
    channels: channels.filter(({ kind }) => kind === 'text').map((channel) => wireChannel(core, channel)),
    threads: channels
      .filter(({ kind, archived }) => kind === 'thread' && !archived)
      .map((channel) => wireChannel(core, channel)),
    ...defaults.guildCreate,
  };
};
