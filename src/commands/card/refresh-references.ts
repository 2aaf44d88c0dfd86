import { UserError } from '../../lib/user-error.ts';
import type { Submission } from '../../services/image-api/wire.ts';
import type { Messenger } from '../framework/messenger.ts';

/**
 * A submission whose reference pictures can be fetched now: the very same one, unless Discord had to renew a link.
 *
 * @throws UserError references-gone
 */
export const refreshReferences = async <S extends Submission>(
  submission: S,
  messenger: Pick<Messenger, 'refreshUrls'>,
): Promise<S> => {
  const references = submission.family === 'gen' ? submission.body.referImages : undefined;
  if (!references) return submission;
  const refreshUrls = await messenger.refreshUrls(references);
  const referImages = refreshUrls.filter((url) => url !== undefined);
  if (referImages.length < references.length) throw new UserError('references-gone');
  if (referImages.every((url, index) => url === references[index])) return submission;
  return { ...submission, body: { ...submission.body, referImages } };
};
