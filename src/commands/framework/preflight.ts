import { PermissionFlagsBits } from 'discord-api-types/v10';
import { hasPermission, type Invocation } from './invocation.ts';

/** A permission that Easel uses. */
export interface NeededPermission {
  bit: bigint;
  /** As Discord shows it: https://docs.discord.com/developers/topics/permissions */
  name: string;
  /** What Easel does with it. */
  purpose: string;
}

/** The least with which everything works. */
export const NEEDED_PERMISSIONS: readonly NeededPermission[] = [
  {
    bit: PermissionFlagsBits.ViewChannel,
    name: 'View Channel',
    purpose: 'to deliver pictures that take longer than 15 minutes',
  },
  {
    bit: PermissionFlagsBits.SendMessages,
    name: 'Send Messages',
    purpose:
      "to deliver pictures when the first message can't be changed anymore, and to post in the log channel",
  },
  {
    bit: PermissionFlagsBits.SendMessagesInThreads,
    name: 'Send Messages in Threads',
    purpose: 'to do the same in threads',
  },
  {
    bit: PermissionFlagsBits.EmbedLinks,
    name: 'Embed Links',
    purpose: 'to show the card around the pictures',
  },
  { bit: PermissionFlagsBits.AttachFiles, name: 'Attach Files', purpose: 'to upload the pictures' },
  {
    bit: PermissionFlagsBits.ReadMessageHistory,
    name: 'Read Message History',
    purpose: 'to add reactions to its own messages',
  },
  { bit: PermissionFlagsBits.AddReactions, name: 'Add Reactions', purpose: 'to offer reactions as buttons' },
];

/**
 * What the bot lacks in a channel.
 *
 * @param bits what the bot may do there: Discord's permission bits, as a decimal number.
 * @param context where; outside of servers nobody can give or take permissions, so nothing is lacking.
 * @param inThread whether it is a thread, where messages need a permission of their own.
 */
export const missingPermissions = (
  bits: string,
  context: Invocation['context'],
  inThread = false,
): NeededPermission[] =>
  context === 'guild'
    ? NEEDED_PERMISSIONS.filter(
        ({ bit }) => !hasPermission(bits, bit) && !(inThread && bit === PermissionFlagsBits.SendMessages),
      )
    : [];

const listOf = (missing: readonly NeededPermission[]): string =>
  missing.map(({ name, purpose }) => `- **${name}** ${purpose}`).join('\n');

type Place = Pick<Invocation, 'botIsHere' | 'botPermissions' | 'context' | 'inThread' | 'channelId'>;

/** What the bot lacks where something was just done, as text for the person who did it; empty when nothing is. */
export const missingPermissionsText = (place: Place): string => {
  const { botIsHere, botPermissions, context, inThread, channelId } = place;
  if (context === 'guild' && !botIsHere)
    return "This server only has this bot's commands, not the bot itself, so pictures that take longer than 15 minutes can't be delivered here. Invite the bot to fix that.";
  const missing = missingPermissions(botPermissions, context, inThread);
  return missing.length === 0
    ? ''
    : `In <#${channelId}>, the bot is missing these permissions:\n${listOf(missing)}`;
};

const LOG_PERMISSIONS = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.EmbedLinks,
];

/**
 * What the bot lacks in the log channel, as text; empty when nothing is.
 *
 * @param bits what the bot may do there; undefined when the channel is out of its sight or gone.
 */
export const logChannelText = (channelId: string, bits: string | undefined): string => {
  if (bits === undefined)
    return `The log channel <#${channelId}> is gone, or the bot can't see it. Choose another one, or give the bot access.`;
  const missing = NEEDED_PERMISSIONS.filter(
    ({ bit }) => LOG_PERMISSIONS.some((needed) => needed === bit) && !hasPermission(bits, bit),
  );
  return missing.length === 0
    ? ''
    : `In the log channel <#${channelId}>, the bot is missing these permissions:\n${listOf(missing)}`;
};

/** The permission bits that an invitation asks for, as a decimal number. */
export const leastPermissions = (): string =>
  String(NEEDED_PERMISSIONS.reduce((sum, { bit }) => sum | bit, 0n));

/** The address at which the bot is invited with the least permissions: https://docs.discord.com/developers/topics/oauth2 */
export const inviteLink = (applicationId: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${leastPermissions()}`;
