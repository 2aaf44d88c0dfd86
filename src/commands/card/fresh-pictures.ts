import { UserError } from '../../lib/user-error.ts';
import { GALLERY_SIZE } from '../../messages/components.ts';
import type { PicturedJob } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/context.ts';
import { isSmallerCopy, type MessagePicture } from '../../messages/message.ts';

/** A picture of a job, and which one it is, from 1. */
export interface NumberedPicture extends MessagePicture {
  number: number;
}

type Needed = Pick<CommandContext, 'invocation' | 'messages' | 'deletions'>;

/**
 * The pictures of a job's card, at addresses that work now; empty when it does not show them all. What can't be seen to be
 * standing is for its person alone.
 *
 * @throws UserError pictures-gone, not-yours
 */
const picturesOnCard = async (
  job: PicturedJob,
  { invocation: { message, personId }, messages, deletions }: Needed,
): Promise<readonly MessagePicture[]> => {
  const isCard = message !== undefined && message.id === job.target.messageId;
  const shown =
    isCard && message.pictures.length > 0 ? message.pictures : await messages.picturesOf(job.target);
  if (shown === 'deleted') {
    await deletions.forgetPictures(job.id);
    throw new UserError('pictures-gone');
  }
  if (shown === 'unseen') {
    if (!isCard && personId !== job.personId) throw new UserError('not-yours');
    return [];
  }
  return shown.length === Math.min(job.result.pictureUrls.length, GALLERY_SIZE) ? shown : [];
};

/** The numbers of all pictures of a job, from 1. */
export const numbersOf = ({ result }: PicturedJob): number[] =>
  result.pictureUrls.map((_url, index) => index + 1);

/**
 * Some of a job's pictures at addresses from which anybody can fetch them now: as the message at hand shows them, else as the
 * card does, else where the image service keeps them. Without those that are gone.
 *
 * @param numbers from 1.
 * @throws UserError pictures-gone, not-yours, file-server-away
 */
export const picturesLeft = async (
  job: PicturedJob,
  numbers: readonly number[],
  context: Needed,
): Promise<readonly NumberedPicture[]> => {
  const onCard = await picturesOnCard(job, context);
  const { pictureUrls } = job.result;
  const find = async (number: number): Promise<NumberedPicture[]> => {
    const url = pictureUrls[number - 1];
    if (url === undefined) return [];
    const shown = onCard[number - 1];
    // Discord has just said where its own files are. A smaller copy does where the picture itself is gone.
    const isOnCard = shown !== undefined && !pictureUrls.includes(shown.url);
    if (isOnCard && !isSmallerCopy(shown)) return [{ ...shown, number }];
    if (await context.messages.exists(url)) return [{ url, name: '', number }];
    return isOnCard ? [{ ...shown, number }] : [];
  };
  return (await Promise.all(numbers.map(find))).flat();
};

/**
 * All of a job's pictures, as {@link picturesLeft}.
 *
 * @throws UserError pictures-gone, even if only one of them is
 */
export const freshPictures = async (
  job: PicturedJob,
  context: Needed,
): Promise<readonly NumberedPicture[]> => {
  const numbers = numbersOf(job);
  const pictures = await picturesLeft(job, numbers, context);
  if (pictures.length < numbers.length) throw new UserError('pictures-gone');
  return pictures;
};

/**
 * One of a job's pictures, as {@link picturesLeft}.
 *
 * @param number from 1.
 * @throws UserError pictures-gone
 */
export const freshPicture = async (
  job: PicturedJob,
  number: number,
  context: Needed,
): Promise<MessagePicture> => {
  const [only, ...others] = context.invocation.message?.pictures ?? [];
  // A message with a single picture and a button that names it shows that picture.
  const isAlone = only !== undefined && others.length === 0;
  if (isAlone && !isSmallerCopy(only) && !job.result.pictureUrls.includes(only.url)) {
    await picturesOnCard(job, context);
    return only;
  }
  const [picture] = await picturesLeft(job, [number], context);
  if (!picture) throw new UserError('pictures-gone');
  return picture;
};
