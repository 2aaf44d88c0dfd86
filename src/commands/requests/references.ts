import { UserError } from '../../lib/user-error.ts';
import type { Submission } from '../../services/image-api/wire.ts';
import type { Messenger } from '../framework/messenger.ts';

/**
 * The submission with working links to its reference pictures. Discord's links are renewed if needed.
 *
 * @param whenGone the error for missing pictures: a card's button can ask for new references, but not for selected pictures.
 * @throws UserError references-gone or pictures-gone, file-server-away
 */
export const refreshReferences = async <S extends Submission>(
  submission: S,
  messenger: Pick<Messenger, 'refreshUrls'>,
  whenGone: 'references-gone' | 'pictures-gone' = 'references-gone',
): Promise<S> => {
  const references = submission.family === 'gen' ? submission.body.referImages : undefined;
  if (!references) return submission;
  const refreshUrls = await messenger.refreshUrls(references);
  const referImages = refreshUrls.filter((url) => url !== undefined);
  if (referImages.length < references.length) throw new UserError(whenGone);
  if (referImages.every((url, index) => url === references[index])) return submission;
  return { ...submission, body: { ...submission.body, referImages } };
};
