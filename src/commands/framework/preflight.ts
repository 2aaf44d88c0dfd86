import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { BotRights } from '../../discord/rights.ts';
import type { Words } from '../../messages/words/words.ts';
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

const listOf = (missing: readonly NeededPermission[], { names, purposes }: Words['permissions']): string =>
  missing.map(({ name }) => `- **${names[name]}** ${purposes[name]}`).join('\n');

/** Messages in threads need a permission of their own. */
const lacking = (needed: readonly NeededPermission[], held: bigint, inThread: boolean) =>
  needed.filter(({ name, bit }) => !hasPermission(held, bit) && !(inThread && name === 'Send Messages'));

/** The bot's missing permissions here, as text; empty when there are none. */
export const missingPermissionsText = (
  { botIsHere, botPermissions, context, inThread, channelId }: Invocation,
  { permissions: texts }: Words,
  needed = NEEDED_PERMISSIONS,
): string => {
  if (context !== 'guild') return '';
  if (!botIsHere) return texts.botAbsent;
  const missing = lacking(needed, botPermissions, inThread);
  return missing.length === 0 ? '' : texts.missing(`<#${channelId}>`, listOf(missing, texts));
};

const LOG_PERMISSIONS = ['View Channel', 'Send Messages', 'Embed Links'];
const CHANNEL_PERMISSIONS = {
  log: LOG_PERMISSIONS,
  gallery: [...LOG_PERMISSIONS, 'Attach Files', 'Read Message History'],
};

/** The bot's missing permissions in the log channel or gallery, as text; empty when there are none. */
export const channelText = (
  kind: keyof typeof CHANNEL_PERMISSIONS,
  channelId: string,
  { permissions, inThread }: BotRights,
  { permissions: texts }: Words,
): string => {
  const names = [...CHANNEL_PERMISSIONS[kind], ...(inThread ? ['Send Messages in Threads'] : [])];
  const needed = NEEDED_PERMISSIONS.filter(({ name }) => names.includes(name));
  const missing = lacking(needed, permissions, inThread);
  return missing.length === 0 ? '' : texts.missingInChannel(kind, `<#${channelId}>`, listOf(missing, texts));
};

/** The address at which the bot is invited with the least permissions: https://docs.discord.com/developers/topics/oauth2 */
export const inviteLink = (applicationId: string, needed = NEEDED_PERMISSIONS): string => {
  const permissions = needed.reduce((sum, { bit }) => sum | bit, 0n);
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
};
