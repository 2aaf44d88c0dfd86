import type { ReplyTarget } from '../services/jobs/job.ts';
import { hasPermission } from './invocation.ts';
import type { Invocation } from './invocation.ts';

/** An interaction's token can be used this long: https://docs.discord.com/developers/interactions/receiving-and-responding */
const INTERACTION_TOKEN_MS = 15 * 60_000;
const VIEW_CHANNEL = 1n << 10n;

const tokenOf = ({ token, interactionId, receivedAt }: Invocation): ReplyTarget['token'] & object => ({
  value: token,
  expiresAt: receivedAt + INTERACTION_TOKEN_MS,
  interactionId,
});

/**
 * Where a new answer to an interaction will stand, before it does.
 *
 * The bot can edit it by channel and message id, for ever, unless the message is seen by one person alone or stands
 * where the bot can't look.
 */
export const newTarget = (invocation: Invocation, ephemeral: boolean): ReplyTarget => {
  const { applicationId, channelId, guildId, attachmentLimitBytes } = invocation;
  const reachable =
    invocation.context === 'bot-dm' ||
    (invocation.botIsHere && hasPermission(invocation.botPermissions, VIEW_CHANNEL));
  return {
    applicationId,
    channelId,
    ...(guildId !== undefined && { guildId }),
    token: tokenOf(invocation),
    ephemeral,
    channelRoute: reachable && !ephemeral,
    attachmentLimitBytes,
  };
};

/** The message whose button was pressed, reached with the fresh token that the click brought. */
export const clickedTarget = (invocation: Invocation): ReplyTarget => ({
  ...newTarget(invocation, invocation.message?.ephemeral ?? false),
  ...(invocation.message && { messageId: invocation.message.id }),
});
