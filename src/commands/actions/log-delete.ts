import { hasPermission, Permission } from '../invocation.ts';
import type { Invocation } from '../invocation.ts';
import { privateText } from '../reply.ts';
import { MissingRightError } from '../rights.ts';
import { findJob, NotYoursError } from './action.ts';
import type { Action } from './action.ts';

const isModerator = ({ context, personPermissions }: Invocation): boolean =>
  context === 'guild' &&
  [Permission.manageMessages, Permission.manageGuild].some((right) =>
    hasPermission(personPermissions, right),
  );

/** Deletes the card of a job of this server, from a line of its log channel. */
export const logDelete: Action = {
  name: 'log-delete',
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const { invocation, messenger, guilds } = context;
    const { guildId, personId } = invocation;
    if (guildId === undefined || !isModerator(invocation)) throw new MissingRightError('Manage Messages');
    const job = await findJob(jobId, context);
    const { channelId, messageId } = job.target;
    if (job.guildId !== guildId || job.target.ephemeral) throw new NotYoursError();
    if (messageId !== undefined) await messenger.deleteMessage(channelId, messageId);
    guilds.adminLog.record({
      guildId,
      personId,
      what: `Deleted what <@${job.personId}> asked for in <#${channelId}>`,
    });
    return privateText('Deleted.');
  },
};
