import { fault } from '../errors.ts';
import type { Channel, Guild, Member, Overwrite } from '../model.ts';
import { Permission } from '../numbers.ts';
import type { State, StoredMessage } from './state.ts';

const ALL_PERMISSIONS = (1n << 51n) - 1n;

const union = (bits: readonly bigint[]): bigint => bits.reduce((sum, bit) => sum | bit, 0n);

/** What @everyone may do in a new server. */
export const USUAL_PERMISSIONS = union([
  Permission.AddReactions,
  Permission.ViewChannel,
  Permission.SendMessages,
  Permission.EmbedLinks,
  Permission.AttachFiles,
  Permission.ReadMessageHistory,
  Permission.UseExternalEmojis,
  Permission.UseApplicationCommands,
  Permission.SendMessagesInThreads,
  Permission.UseExternalApps,
]);

const DIRECT_PERMISSIONS = USUAL_PERMISSIONS | Permission.MentionEveryone;

export const has = (permissions: bigint, wanted: bigint): boolean => (permissions & wanted) === wanted;

/** docs.discord.com/developers/topics/permissions#permission-overwrites, in the order that is laid down there. */
const guildPermissions = (guild: Guild, member: Member): bigint => {
  if (guild.ownerId === member.userId) return ALL_PERMISSIONS;
  const everyone = guild.roles.get(guild.id)?.permissions ?? 0n;
  const granted = everyone | union(member.roleIds.map((id) => guild.roles.get(id)?.permissions ?? 0n));
  return has(granted, Permission.Administrator) ? ALL_PERMISSIONS : granted;
};

const apply = (permissions: bigint, overwrites: readonly Overwrite[]): bigint =>
  (permissions & ~union(overwrites.map(({ deny }) => deny))) | union(overwrites.map(({ allow }) => allow));

/** Without ViewChannel nothing is left; without SendMessages nothing that goes with a message. */
const withoutImplied = (permissions: bigint, channel: Channel): bigint => {
  if (!has(permissions, Permission.ViewChannel)) return 0n;
  const send = channel.kind === 'thread' ? Permission.SendMessagesInThreads : Permission.SendMessages;
  if (has(permissions, send)) return permissions;
  return permissions & ~(Permission.MentionEveryone | Permission.EmbedLinks | Permission.AttachFiles | send);
};

/** What a person was allowed in a channel; nothing when they are not in it. */
export const grantedIn = (state: State, channel: Channel, userId: string): bigint => {
  if (channel.guildId === null) return channel.recipientIds.includes(userId) ? DIRECT_PERMISSIONS : 0n;
  const guild = state.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  if (!guild || !member) return 0n;
  const base = guildPermissions(guild, member);
  if (base === ALL_PERMISSIONS) return base;
  const holder = channel.parentId === null ? channel : (state.channels.get(channel.parentId) ?? channel);
  const everyone = holder.overwrites.get(guild.id);
  const roles = member.roleIds.flatMap((id) => holder.overwrites.get(id) ?? []);
  const own = holder.overwrites.get(userId);
  return apply(apply(apply(base, everyone ? [everyone] : []), roles), own ? [own] : []);
};

/** What a person may do in a channel: what they were allowed, without what is useless alone. */
export const permissionsIn = (state: State, channel: Channel, userId: string): bigint => {
  const granted = grantedIn(state, channel, userId);
  return channel.guildId === null || granted === ALL_PERMISSIONS ? granted : withoutImplied(granted, channel);
};

/** The `app_permissions` of an interaction: of the bot, or of @everyone where there is no bot. */
export const applicationPermissionsIn = (state: State, channel: Channel): bigint => {
  if (channel.guildId === null) return DIRECT_PERMISSIONS;
  const guild = state.guilds.get(channel.guildId);
  if (guild?.members.has(state.applicationId)) return grantedIn(state, channel, state.applicationId);
  return guild?.roles.get(guild.id)?.permissions ?? 0n;
};

/**
 * Lets the bot through or answers as Discord does.
 * @throws DiscordFault 50001 where the channel can't be seen, 50013 where something else is missing
 */
export const requireBotPermissions = (state: State, channel: Channel, ...wanted: bigint[]): void => {
  const permissions = permissionsIn(state, channel, state.applicationId);
  if (!has(permissions, Permission.ViewChannel)) throw fault('missingAccess');
  if (!wanted.every((bit) => has(permissions, bit))) throw fault('missingPermissions');
};

export const canSee = (state: State, channel: Channel, userId: string): boolean =>
  has(permissionsIn(state, channel, userId), Permission.ViewChannel);

/** Whether a person sees a message; an ephemeral one is seen by one person alone. */
export const canRead = (state: State, message: StoredMessage, userId: string): boolean => {
  const channel = state.channels.get(message.channel_id);
  if (!channel || !canSee(state, channel, userId)) return false;
  return message.ephemeralTo === null || message.ephemeralTo === userId;
};
