import type { Submission } from '../../services/image-api/wire.ts';
import type { Messenger } from '../framework/messenger.ts';

/** Reference pictures of an earlier job are gone, so that the image service could not fetch them. */
export class ReferencesGoneError extends Error {
  override name = 'ReferencesGoneError';
  readonly jobId: string;
  constructor(jobId: string) {
    super('Reference pictures of the job are gone');
    this.jobId = jobId;
  }
}

/**
 * A submission whose reference pictures can be fetched now: the very same one, unless Discord had to renew a link.
 *
 * @param jobId the job that the submission is taken from.
 * @throws ReferencesGoneError
 */
export const refreshReferences = async <S extends Submission>(
  submission: S,
  jobId: string,
  messenger: Pick<Messenger, 'refreshUrls'>,
): Promise<S> => {
  const references = submission.family === 'gen' ? submission.body.referImages : undefined;
  if (!references) return submission;
  const refreshUrls = await messenger.refreshUrls(references);
  const referImages = refreshUrls.filter((url) => url !== undefined);
  if (referImages.length < references.length) throw new ReferencesGoneError(jobId);
  if (referImages.every((url, index) => url === references[index])) return submission;
  return { ...submission, body: { ...submission.body, referImages } };
};
