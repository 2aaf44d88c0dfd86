import { LimitReachedError } from '../../services/guilds/limits/index.ts';
import type { ReachedLimit } from '../../services/guilds/limits/rules.ts';
import { NotALimitError, TooManyRolesError } from '../limits/fields.ts';
import { clip, duration, literal, relativeTime } from '../markup.ts';

const SHOWN_LENGTH = 40;

const AT_ONCE = 'Please try again when one of them is done; `/jobs` shows yours.';

const pictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);

const limitMessage = ({ kind, limit, used, resetsAt = 0 }: ReachedLimit): string => {
  const anew = `The count starts anew ${relativeTime(resetsAt)}.`;
  if (limit === 0)
    return 'The limit for you here is 0 pictures, so none can be asked for. The people who run this server can change that.';
  switch (kind) {
    case 'person-daily':
      return `You can ask for ${pictures(limit)} a day here, and ${used} of ${limit} are used. ${anew}`;
    case 'server-daily':
      return `This server can ask for ${pictures(limit)} a day, and ${used} of ${limit} are used. ${anew}`;
    case 'person-at-once':
      return `You can have ${limit} at work at once here, and ${used} of ${limit} are. ${AT_ONCE}`;
    case 'server-at-once':
      return `This server can have ${limit} at work at once, and ${used} of ${limit} are. ${AT_ONCE}`;
    case 'pause':
      return `There is a pause of ${duration(limit * 1000)} between two pictures here. You can ask for the next one ${relativeTime(resetsAt)}.`;
  }
};

/** Why a server's limits let nothing through, or can't be set like that. */
export const limitRefusal = (error: unknown): string | undefined => {
  if (error instanceof LimitReachedError) return limitMessage(error.reached);
  if (error instanceof NotALimitError)
    return `**${error.label}** is a whole number from 0 to ${error.largest}, or nothing for no limit. ${literal(clip(error.typed, SHOWN_LENGTH))} is not. Nothing was changed.`;
  if (error instanceof TooManyRolesError)
    return `${error.most} roles are the most that can have a number of their own. Remove one first.`;
  return undefined;
};
