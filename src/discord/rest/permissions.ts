import { ApplicationCommandPermissionType, ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';

/** Server-wide facts for permissions. */
export interface GuildFacts {
  id: string;
  ownerId: string;
  roles: readonly { id: string; permissions: bigint }[];
}

/** A channel's facts for permissions. */
export interface ChannelFacts {
  id: string;
  type: number;
  /** The channel that a thread belongs to; for other channels, their category. */
  parentId?: string;
  ageRestricted?: boolean;
  /** For a role or a member, by id. */
  overwrites: readonly { id: string; allow: bigint; deny: bigint }[];
}

/** Somebody in a server. */
export interface MemberFacts {
  id: string;
  roleIds: readonly string[];
}

/** An admin's permission for a command: for a role, a member or a channel. */
export interface CommandRule {
  id: string;
  type: number;
  allowed: boolean;
}

const ROLE: number = ApplicationCommandPermissionType.Role;
const USER: number = ApplicationCommandPermissionType.User;
const CHANNEL: number = ApplicationCommandPermissionType.Channel;
const EVERYTHING = (1n << 64n) - 1n;
const THREADS: readonly number[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

/** Whether a channel is a thread, which has the overwrites of the channel that it belongs to. */
export const isThread = ({ type }: Pick<ChannelFacts, 'type'>): boolean => THREADS.includes(type);

const union = (parts: readonly bigint[]): bigint => parts.reduce((all, part) => all | part, 0n);

/**
 * Somebody's permissions in a channel, as bits.
 * The order is defined at https://docs.discord.com/developers/topics/permissions#permission-overwrites
 *
 * @param channel for a thread, the channel that it belongs to.
 */
export const permissionsIn = (guild: GuildFacts, channel: ChannelFacts, member: MemberFacts): bigint => {
  if (guild.ownerId === member.id) return EVERYTHING;
  const roleIds = new Set([guild.id, ...member.roleIds]);
  const base = union(guild.roles.filter(({ id }) => roleIds.has(id)).map(({ permissions }) => permissions));
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return EVERYTHING;
  const everyone = channel.overwrites.filter(({ id }) => id === guild.id);
  const ofRoles = channel.overwrites.filter(({ id }) => id !== guild.id && roleIds.has(id));
  const own = channel.overwrites.filter(({ id }) => id === member.id);
  const bits = [everyone, ofRoles, own].reduce(
    (held, step) => (held & ~union(step.map(({ deny }) => deny))) | union(step.map(({ allow }) => allow)),
    base,
  );
  return (bits & PermissionFlagsBits.ViewChannel) === 0n ? 0n : bits;
};

/** Where a command would be used, and by whom. */
export interface CommandUse {
  guildId: string;
  /** For a thread, the channel that it belongs to. */
  channelId: string;
  member: MemberFacts;
}

type Verdict = boolean | undefined;

const channelVerdict = (rules: readonly CommandRule[], { guildId, channelId }: CommandUse): Verdict => {
  const allChannels = String(BigInt(guildId) - 1n);
  const ofChannels = rules.filter(({ type }) => type === CHANNEL);
  const rule =
    ofChannels.find(({ id }) => id === channelId) ?? ofChannels.find(({ id }) => id === allChannels);
  return rule?.allowed;
};

const memberVerdict = (rules: readonly CommandRule[], { guildId, member }: CommandUse): Verdict => {
  const own = rules.find(({ id, type }) => type === USER && id === member.id);
  if (own) return own.allowed;
  const ofRoles = rules.filter(({ type }) => type === ROLE);
  const held = ofRoles.filter(({ id }) => member.roleIds.includes(id));
  if (held.length > 0) return held.some(({ allowed }) => allowed);
  return ofRoles.find(({ id }) => id === guildId)?.allowed;
};

/**
 * Whether a server's admins allow somebody to use a command in a channel. Permissions of the command override those of the
 * application: https://docs.discord.com/developers/interactions/application-commands#permissions
 */
export const mayUseCommand = (
  ofCommand: readonly CommandRule[],
  ofApplication: readonly CommandRule[],
  use: CommandUse,
): boolean => {
  const decide = (verdict: typeof channelVerdict): boolean =>
    verdict(ofCommand, use) ?? verdict(ofApplication, use) ?? true;
  return decide(channelVerdict) && decide(memberVerdict);
};
