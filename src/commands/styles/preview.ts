import { isUserError } from '../../lib/user-error.ts';
import { isTaken } from '../../messages/components.ts';
import { hasPictures } from '../../services/jobs/job.ts';
import type { Style } from '../../services/requests/styles.ts';
import type { CommandContext } from '../framework/context.ts';
import { freshPicture } from '../card/fresh-pictures.ts';
import { staysAgeRestricted } from '../card/posting-rights.ts';

/** As far back as a preview is looked for: each of them is read. */
const MAX_PASSED_OVER = 50;

/** The address of the person's last picture here in a style; undefined where there is none that may be shown. */
export const previewOf = async (
  { name, text }: Pick<Style, 'name' | 'text'>,
  context: CommandContext,
): Promise<string | undefined> => {
  const { history, openJobs, invocation } = context;
  const { personId, guildId } = invocation;
  const ids = await history.jobIds({ personId, guildId });
  for (const id of ids.slice(0, MAX_PASSED_OVER)) {
    const job = await openJobs.find(id);
    const isInStyle = job?.style?.name === name && job.style.text === text;
    if (!job || !isInStyle || !hasPictures(job) || job.spoiler === true) continue;
    try {
      await staysAgeRestricted(job, context);
      const { url } = await freshPicture(job, 1, context);
      return isTaken(url) ? url : undefined;
    } catch (error) {
      if (!isUserError(error)) throw error;
    }
  }
  return undefined;
};
