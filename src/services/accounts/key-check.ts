import type { ImageApi } from '../image-api/client.ts';
import {
  BadRequestError,
  ImageApiError,
  OutcomeUnknownError,
  QuotaError,
  RefusedKeyError,
  WrongAddressError,
} from '../image-api/errors.ts';

/**
 * The image service's verdict on a key. `not-refused`: it answered, but not about the key. `not-asked`: it couldn't be
 * reached. `wrong-address`: something else answered.
 */
export type KeyVerdict = 'accepted' | 'refused' | 'not-refused' | 'not-asked' | 'wrong-address';

/** No task has it: the service's own ids are not worded like this. */
const MADE_UP_TASK_ID = 'easel-key-check';
/** A person waits for the answer. */
const CHECK_MS = 10_000;

/**
 * Asks the service about a task that does not exist: that costs nothing, and needs a key. How the service answers a bad key
 * is not documented, so only a clear no counts as one.
 */
export const checkKey = async (
  imageApi: Pick<ImageApi, 'jobStatus'>,
  apiKey: string,
): Promise<KeyVerdict> => {
  try {
    await imageApi.jobStatus(apiKey, 'artgen', [MADE_UP_TASK_ID], AbortSignal.timeout(CHECK_MS));
    return 'accepted';
  } catch (error) {
    if (error instanceof RefusedKeyError) return 'refused';
    if (error instanceof QuotaError) return 'accepted';
    if (error instanceof BadRequestError) return 'not-refused';
    if (error instanceof WrongAddressError || error instanceof OutcomeUnknownError) return 'wrong-address';
    if (error instanceof ImageApiError) return 'not-asked';
    throw error;
  }
};
