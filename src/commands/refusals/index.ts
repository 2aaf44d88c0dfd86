import { blocklistRefusal } from './blocklist.ts';
import { jobRefusal } from './jobs.ts';
import { keyRefusal } from './keys.ts';
import { limitRefusal } from './limits.ts';
import { peopleRefusal } from './people.ts';
import { pictureRefusal } from './pictures.ts';
import { requestRefusal } from './requests.ts';
import { rightRefusal } from './rights.ts';
import { settingsRefusal } from './settings.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Refusal } from './refusal.ts';

/** Everything for which there are words, by area. Each returns undefined for what is not its own. */
const areas: readonly Refusal[] = [
  requestRefusal,
  rightRefusal,
  keyRefusal,
  jobRefusal,
  pictureRefusal,
  peopleRefusal,
  limitRefusal,
  blocklistRefusal,
  settingsRefusal,
];

/**
 * What a person reads when something could not be done: plain words that say what to do next. Undefined when the error
 * is no refusal but a fault of ours.
 */
export const refusalMessage = (error: unknown, { refusals }: Words): string | undefined => {
  for (const area of areas) {
    const message = area(error, refusals);
    if (message !== undefined) return message;
  }
  return undefined;
};

/** What a person reads after a fault of ours. The same reference stands in the log. */
export const faultMessage = (reference: string, { refusals }: Words): string => refusals.fault(reference);
