import { privateText } from '../framework/reply.ts';
import { findJob, type Action } from '../framework/action.ts';

/** Deletes the card of a job of this server, from a line of its log channel. */
export const logDelete: Action = {
  name: 'log-delete',
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const { messenger, guilds, invocation } = context;
    const { personId, guildId, target } = await findJob(jobId, context);
    const { channelId, messageId } = target;
    if (messageId !== undefined) await messenger.deleteMessage(channelId, messageId);
    if (guildId !== undefined)
      guilds.adminLog.record({
        guildId,
        personId: invocation.personId,
        what: `Deleted what <@${personId}> asked for in <#${channelId}>`,
      });
    return privateText('Deleted.');
  },
};
