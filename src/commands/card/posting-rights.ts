import { UserError } from '../../lib/user-error.ts';
import { promptOf, type PicturedJob } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/command.ts';
import { serverOf } from '../framework/invocation.ts';
import { maySpeak } from '../framework/rights.ts';

/** Pictures from an age-restricted channel can't be posted in other channels, as far as the bot can see both. */
const staysAgeRestricted = async (
  { target }: PicturedJob,
  { invocation: { context, channelId }, isAgeRestricted }: CommandContext,
): Promise<void> => {
  if (context !== 'guild' || channelId === target.channelId || target.guildId === undefined) return;
  const [there, here] = await Promise.all([isAgeRestricted(target.channelId), isAgeRestricted(channelId)]);
  if (there === true && here !== true) throw new UserError('age-restricted');
};

/**
 * Lets a person post a picture of a job here, wherever it was made: as somebody who may write here, and as this server's
 * blocklist allows.
 *
 * @throws UserError missing-right, barred, blocked-picture, age-restricted
 */
export const mayPost = async (job: PicturedJob, context: CommandContext): Promise<void> => {
  const { invocation, guilds } = context;
  maySpeak(invocation);
  const guildId = serverOf(invocation);
  if (guildId !== undefined) {
    await guilds.blocklists.refuseBlocked(guildId, invocation.personId);
    for (const prompt of new Set([promptOf(job), job.submission.body.prompt])) {
      const rule = await guilds.blocklists.ruleAgainst(guildId, prompt);
      if (rule !== undefined) throw new UserError('blocked-picture', { rule });
    }
  }
  await staysAgeRestricted(job, context);
};
