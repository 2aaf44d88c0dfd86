import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Words } from './language.ts';
import { hasPermission, type Invocation } from './invocation.ts';

/** A permission that Easel uses. */
export interface NeededPermission {
  bit: bigint;
  /** As Discord shows it in English: https://docs.discord.com/developers/topics/permissions */
  name: keyof Words['permissions']['purposes'];
}

/** The least with which everything works. */
export const NEEDED_PERMISSIONS: readonly NeededPermission[] = [
  { bit: PermissionFlagsBits.ViewChannel, name: 'View Channel' },
  { bit: PermissionFlagsBits.SendMessages, name: 'Send Messages' },
  { bit: PermissionFlagsBits.SendMessagesInThreads, name: 'Send Messages in Threads' },
  { bit: PermissionFlagsBits.EmbedLinks, name: 'Embed Links' },
  { bit: PermissionFlagsBits.AttachFiles, name: 'Attach Files' },
  { bit: PermissionFlagsBits.ReadMessageHistory, name: 'Read Message History' },
];

/** Needed besides where a server wants 🔄 under finished pictures. */
export const OFFER_PERMISSION: NeededPermission = {
  bit: PermissionFlagsBits.AddReactions,
  name: 'Add Reactions',
};

/**
 * The bot's missing permissions in a channel.
 *
 * @param bits the bot's permissions there: Discord's bits, as a decimal number.
 * @param context where; outside of servers permissions can't be given or taken, so nothing is lacking.
 * @param inThread whether it is a thread, where messages need a permission of their own.
 * @param needed those that count.
 */
export const missingPermissions = (
  bits: string,
  context: Invocation['context'],
  inThread = false,
  needed = NEEDED_PERMISSIONS,
): NeededPermission[] =>
  context === 'guild'
    ? needed.filter(
        ({ bit }) => !hasPermission(bits, bit) && !(inThread && bit === PermissionFlagsBits.SendMessages),
      )
    : [];

const listOf = (missing: readonly NeededPermission[], { names, purposes }: Words['permissions']): string =>
  missing.map(({ name }) => `- **${names[name]}** ${purposes[name]}`).join('\n');

type Place = Pick<Invocation, 'botIsHere' | 'botPermissions' | 'context' | 'inThread' | 'channelId'>;

/** The bot's missing permissions here, as text; empty when there are none. */
export const missingPermissionsText = (
  place: Place,
  { permissions: texts }: Words,
  needed = NEEDED_PERMISSIONS,
): string => {
  const { botIsHere, botPermissions, context, inThread, channelId } = place;
  if (context === 'guild' && !botIsHere) return texts.botAbsent;
  const missing = missingPermissions(botPermissions, context, inThread, needed);
  return missing.length === 0 ? '' : texts.missing(`<#${channelId}>`, listOf(missing, texts));
};

const LOG_PERMISSIONS = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.EmbedLinks,
];
const CHANNEL_PERMISSIONS = {
  log: LOG_PERMISSIONS,
  gallery: [...LOG_PERMISSIONS, PermissionFlagsBits.AttachFiles, PermissionFlagsBits.ReadMessageHistory],
};

/**
 * The bot's missing permissions in the log channel or gallery, as text; empty when there are none.
 *
 * @param bits the bot's permissions there; undefined when the channel was deleted or isn't visible to the bot.
 */
export const channelText = (
  kind: keyof typeof CHANNEL_PERMISSIONS,
  channelId: string,
  bits: string | undefined,
  { permissions: texts }: Words,
): string => {
  if (bits === undefined) return texts.channelGone(kind, `<#${channelId}>`);
  const missing = NEEDED_PERMISSIONS.filter(
    ({ bit }) => CHANNEL_PERMISSIONS[kind].some((needed) => needed === bit) && !hasPermission(bits, bit),
  );
  return missing.length === 0 ? '' : texts.missingInChannel(kind, `<#${channelId}>`, listOf(missing, texts));
};

/** The permission bits that an invitation asks for, as a decimal number. */
export const leastPermissions = (needed = NEEDED_PERMISSIONS): string =>
  String(needed.reduce((sum, { bit }) => sum | bit, 0n));

/** The address at which the bot is invited with the least permissions: https://docs.discord.com/developers/topics/oauth2 */
export const inviteLink = (applicationId: string, needed = NEEDED_PERMISSIONS): string =>
  `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${leastPermissions(needed)}`;
