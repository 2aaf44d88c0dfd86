import { broken, ok, unreachable, type CheckResult } from '../../lib/check.ts';
import { ImageApiClient } from '../image-api/client.ts';
import { type FailureKind, ImageApiError } from '../image-api/errors.ts';

/**
 * The image service's verdict on a key. `not-refused`: it answered, but not about the key. `not-asked`: it couldn't be
 * reached. `wrong-address`: something else answered.
 */
export type KeyVerdict = 'accepted' | 'refused' | 'not-refused' | 'not-asked' | 'wrong-address';

/** What the service said of a key, with the error that says more about it. */
interface Answer {
  verdict: KeyVerdict;
  error?: ImageApiError;
}

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
 */
const tryKey = async (imageApi: Pick<ImageApiClient, 'jobStatus'>, apiKey: string): Promise<Answer> => {
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

/** Used where there is no key; any answer shows that the service is up. */
const NO_KEY = 'easel-doctor';

/** Whether the image service answers, and takes the operator's key. Submits nothing. */
export const checkImageService = async ({
  imageApiUrl,
  imageApiKey,
}: {
  imageApiUrl: string;
  imageApiKey?: string | undefined;
}): Promise<CheckResult[]> => {
  const imageApi = new ImageApiClient({ baseUrl: imageApiUrl });
  const answer = await tryKey(imageApi, imageApiKey ?? NO_KEY).finally(() => imageApi.close());
  return [serviceResult(answer, imageApiKey !== undefined)];
};

const serviceResult = ({ verdict, error }: Answer, hasKey: boolean): CheckResult => {
  const check = 'image service';
  if (verdict === 'not-asked')
    return broken(
      check,
      unreachable('The image service', error),
      'Check IMAGE_API_URL, and that the service is up.',
    );
  if (error?.redirectsTo !== undefined)
    return broken(
      check,
      'IMAGE_API_URL redirects to another address, which Easel does not follow.',
      `If that is the service, set IMAGE_API_URL=${error.redirectsTo}`,
    );
  if (error?.kind === 'blocked')
    return broken(
      check,
      `A web page answers in place of the image service (HTTP ${error.status}): a firewall, or another server.`,
      'Check IMAGE_API_URL, and that the service and firewalls before it let this machine in.',
    );
  if (verdict === 'wrong-address')
    return broken(
      check,
      'What answers at IMAGE_API_URL is not the image service.',
      "Set IMAGE_API_URL to the service's base address, without the path of an operation.",
    );
  if (!hasKey)
    return ok(
      check,
      'The image service answers. IMAGE_API_KEY is not set, so each server needs its own key.',
    );
  if (verdict === 'refused')
    return broken(check, 'The image service declines IMAGE_API_KEY.', 'Set another key.');
  return ok(
    check,
    verdict === 'accepted'
      ? 'The image service accepts IMAGE_API_KEY.'
      : "The image service answers and doesn't decline IMAGE_API_KEY.",
  );
};
