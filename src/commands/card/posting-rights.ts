import { UserError } from '../../lib/user-error.ts';
import { promptOf, type PicturedJob, type ReplyTarget } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/context.ts';
import { serverOf } from '../framework/invocation.ts';
import { assertMaySpeak } from '../framework/rights.ts';
import { recordRefusal } from '../requests/refusal.ts';

/**
 * Keeps pictures from an age-restricted channel, and those made out of them, in such channels, as far as the bot can see both.
 *
 * @throws UserError age-restricted
 */
export const staysAgeRestricted = async (
  { target, madeIn = target?.channelId }: { target?: ReplyTarget; madeIn?: string | undefined },
  { invocation: { context, channelId }, rights }: CommandContext,
): Promise<void> => {
  if (context !== 'guild' || madeIn === undefined || channelId === madeIn) return;
  const [there, here] = await Promise.all([
    rights.isAgeRestricted(madeIn),
    rights.isAgeRestricted(channelId),
  ]);
  if (there === true && here !== true) throw new UserError('age-restricted');
};

const refuseBlocked = async (
  job: PicturedJob,
  guildId: string,
  { guilds: { blocklists }, invocation }: CommandContext,
): Promise<void> => {
  await blocklists.refuseBlocked(guildId, invocation.personId);
  for (const prompt of new Set([promptOf(job), job.submission.body.prompt])) {
    const rule = await blocklists.findIn(guildId, prompt);
    if (rule !== undefined) throw new UserError('blocked-picture', { rule });
  }
};

/**
 * Lets a person post a picture of a job here, wherever it was made: as one who may write here, and as this server's
 * blocklist allows.
 *
 * @throws UserError missing-right, banned, blocked-picture, age-restricted
 */
export const assertMayPost = async (job: PicturedJob, context: CommandContext): Promise<void> => {
  const { invocation } = context;
  assertMaySpeak(invocation);
  const guildId = serverOf(invocation);
  try {
    if (guildId !== undefined) await refuseBlocked(job, guildId, context);
  } catch (error) {
    recordRefusal(error, { prompt: promptOf(job), isPrivate: job.target.ephemeral }, context);
    throw error;
  }
  await staysAgeRestricted(job, context);
};
