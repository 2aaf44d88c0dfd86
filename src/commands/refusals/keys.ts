import { NoKeyError, SharedKeyLimitError } from '../../services/guilds/accounts.ts';
import { relativeTime } from '../markup.ts';

/** Why there is no key to ask for pictures with. */
export const keyRefusal = (error: unknown): string | undefined => {
  if (error instanceof NoKeyError)
    return 'There is no API key for pictures here yet. Please ask whoever runs this bot to set one.';
  if (error instanceof SharedKeyLimitError)
    return `Today's ${error.limit} pictures are used up. The count starts anew ${relativeTime(error.resetsAt)}.`;
  return undefined;
};
