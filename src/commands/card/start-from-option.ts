import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import { hasPictures } from '../../services/jobs/job.ts';
import type { Reference } from '../../services/requests/ask.ts';
import type { CommandContext } from '../framework/context.ts';
import { freshPicture } from './fresh-pictures.ts';
import { sourceIn } from '../requests/references.ts';
import { sizeOf } from '../../cards/picture-size.ts';
import { staysAgeRestricted } from './posting-rights.ts';
import { picturesInTray } from './tray.ts';

/** Reference pictures that a person needn't attach. */
export const startFromOption = {
  type: ApplicationCommandOptionType.String,
  name: 'start_from',
  choices: ['tray', 'last'],
} as const;

const MAX_PASSED_OVER = 20;

/** The first picture of a person's newest request here that has some. */
const lastPicture = async (context: CommandContext): Promise<Reference> => {
  const { history, openJobs, invocation } = context;
  const { personId, guildId } = invocation;
  const ids = await history.jobIds({ personId, guildId });
  for (const id of ids.slice(0, MAX_PASSED_OVER)) {
    const job = await openJobs.find(id);
    if (job?.personId !== personId || !hasPictures(job)) continue;
    await staysAgeRestricted(job, context);
    const { url } = await freshPicture(job, 1, context);
    return {
      url,
      source: sourceIn(job),
      isSpoiler: job.spoiler === true ? true : undefined,
      ...sizeOf(job, context.invocation.message?.pictures),
    };
  }
  throw new UserError('no-last-picture');
};

/**
 * The pictures that a person starts from.
 *
 * @throws UserError tray-empty, no-last-picture, age-restricted, pictures-gone, file-server-away
 */
export const picturesToStartFrom = async (
  choice: 'tray' | 'last' | undefined,
  context: CommandContext,
): Promise<Reference[]> => {
  if (choice === undefined) return [];
  if (choice === 'last') return [await lastPicture(context)];
  return picturesInTray(context);
};
