import { UserError } from '../../lib/user-error.ts';
import { GALLERY_SIZE } from '../../messages/components.ts';
import type { PicturedJob } from '../../services/jobs/job.ts';
import type { CommandContext } from '../framework/command.ts';
import type { MessagePicture } from '../framework/invocation.ts';

/** A picture of a job, and which one it is, from 1. */
export interface NumberedPicture extends MessagePicture {
  number: number;
}

type Needed = Pick<CommandContext, 'invocation' | 'messenger'>;

/** Pictures that the image service keeps may be gone by now; Discord has just said where its own are. */
const stillThere = async (
  pictures: readonly MessagePicture[],
  job: PicturedJob,
  { messenger }: Needed,
): Promise<readonly MessagePicture[]> => {
  const kept = pictures.filter(({ url }) => job.result.pictureUrls.includes(url));
  const found = await Promise.all(kept.map(({ url }) => messenger.exists(url)));
  if (found.includes(false)) throw new UserError('pictures-gone');
  return pictures;
};

/**
 * A job's pictures at addresses from which anybody can fetch them now: as the message at hand shows them, else as the card
 * does, else where the image service keeps them.
 *
 * @throws UserError pictures-gone
 */
export const freshPictures = async (
  job: PicturedJob,
  context: Needed,
): Promise<readonly MessagePicture[]> => {
  const { invocation, messenger } = context;
  const kept = job.result.pictureUrls.slice(0, GALLERY_SIZE).map((url) => ({ url, name: '' }));
  const { message } = invocation;
  const isCard = message !== undefined && message.id === job.target.messageId;
  const shown =
    isCard && message.pictures.length > 0 ? message.pictures : await messenger.picturesOf(job.target);
  return stillThere(shown.length === kept.length ? shown : kept, job, context);
};

/**
 * Some of a job's pictures where the image service keeps them, without those that are gone.
 *
 * @param numbers from 1.
 */
export const keptPictures = async (
  job: PicturedJob,
  numbers: readonly number[],
  { messenger }: Pick<Needed, 'messenger'>,
): Promise<readonly NumberedPicture[]> => {
  const pictures = numbers.flatMap((number) => {
    const url = job.result.pictureUrls[number - 1];
    return url === undefined ? [] : [{ url, name: '', number }];
  });
  const found = await Promise.all(pictures.map(({ url }) => messenger.exists(url)));
  return pictures.filter((_picture, index) => found[index]);
};

/**
 * One of a job's pictures, as {@link freshPictures}.
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
  // A message with one picture alone, under a button that names it, shows that one.
  if (only && others.length === 0) return (await stillThere([only], job, context))[0] ?? only;
  // A card shows no more than one gallery, so the others are where the image service keeps them.
  const picture =
    number > GALLERY_SIZE
      ? (await keptPictures(job, [number], context))[0]
      : (await freshPictures(job, context))[number - 1];
  if (!picture) throw new UserError('pictures-gone');
  return picture;
};
