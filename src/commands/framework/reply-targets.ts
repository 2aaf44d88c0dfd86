import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { ReplyTarget } from '../../services/jobs/job.ts';
import { hasPermission, type Invocation } from './invocation.ts';

/** An interaction's token can be used this long: https://docs.discord.com/developers/interactions/receiving-and-responding */
const INTERACTION_TOKEN_MS = 15 * 60_000;

const tokenOf = ({ interaction, receivedAt }: Invocation): ReplyTarget['token'] => {
  if (!interaction) return undefined;
  const { id: interactionId, token: value } = interaction;
  return { value, expiresAt: receivedAt + INTERACTION_TOKEN_MS, interactionId };
};

/** Without an interaction, an answer to a message is a reply to it. */
const repliesToOf = ({ interaction, message }: Invocation): string | undefined =>
  interaction ? undefined : message?.id;

/** https://docs.discord.com/developers/resources/message#create-reaction */
const mayReact = ({ context, botPermissions }: Invocation): boolean =>
  context === 'bot-dm' ||
  (hasPermission(botPermissions, PermissionFlagsBits.AddReactions) &&
    hasPermission(botPermissions, PermissionFlagsBits.ReadMessageHistory));

/**
 * The target of a new answer to an interaction.
 *
 * The bot can edit the message by channel and message id, for ever, unless one person alone sees it, or the bot can't see its
 * channel.
 */
export const newTarget = (invocation: Invocation, ephemeral: boolean): ReplyTarget => {
  const { applicationId, channelId, guildId, attachmentLimitBytes } = invocation;
  const reachable =
    invocation.context === 'bot-dm' ||
    (invocation.botIsHere && hasPermission(invocation.botPermissions, PermissionFlagsBits.ViewChannel));
  const channelRoute = reachable && !ephemeral;
  return {
    applicationId,
    channelId,
    guildId,
    token: tokenOf(invocation),
    repliesTo: repliesToOf(invocation),
    ephemeral,
    channelRoute,
    mayReact: channelRoute && mayReact(invocation) ? true : undefined,
    attachmentLimitBytes,
  };
};

/** The message whose button was pressed, reached with the fresh token that the click brought. */
export const clickedTarget = (invocation: Invocation): ReplyTarget => ({
  ...newTarget(invocation, invocation.message?.ephemeral ?? false),
  messageId: invocation.message?.id,
});
