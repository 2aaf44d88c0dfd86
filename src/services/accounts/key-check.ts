import type { ImageApiClient } from '../image-api/client.ts';
import { type FailureKind, ImageApiError } from '../image-api/errors.ts';

/**
 * The image service's verdict on a key. `not-refused`: it answered, but not about the key. `not-asked`: it couldn't be
 * reached. `wrong-address`: something else answered.
 */
export type KeyVerdict = 'accepted' | 'refused' | 'not-refused' | 'not-asked' | 'wrong-address';

/** No task has it: the service's own ids are not worded like this. */
const MADE_UP_TASK_ID = 'easel-key-check';

const VERDICTS = {
  quota: 'accepted',
  key: 'refused',
  declined: 'not-refused',
  'wrong-address': 'wrong-address',
  blocked: 'wrong-address',
  unknown: 'wrong-address',
  busy: 'not-asked',
  away: 'not-asked',
} as const satisfies Record<FailureKind, KeyVerdict>;

/**
 * Asks the service about a task that does not exist: that costs nothing, and needs a key. How the service answers a bad key
 * is not documented, so only a clear no counts as one.
 *
 * @returns the verdict, and the error that says more about it.
 */
export const tryKey = async (
  imageApi: Pick<ImageApiClient, 'jobStatus'>,
  apiKey: string,
): Promise<{ verdict: KeyVerdict; error?: ImageApiError }> => {
  try {
    await imageApi.jobStatus(apiKey, 'artgen', [MADE_UP_TASK_ID]);
    return { verdict: 'accepted' };
  } catch (error) {
    if (error instanceof ImageApiError) return { verdict: VERDICTS[error.kind], error };
    throw error;
  }
};

/** The verdict alone. */
export const checkKey = async (...asked: Parameters<typeof tryKey>): Promise<KeyVerdict> =>
  (await tryKey(...asked)).verdict;
