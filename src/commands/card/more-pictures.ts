import { button, buttonRows, GALLERY_SIZE, isTaken, phoneRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { altTextOf, messageLink } from '../../messages/markup.ts';
import { promptOf, type PicturedJob } from '../../services/jobs/job.ts';
import { jobAction, pictured } from '../framework/job-action.ts';
import type { CommandContext } from '../framework/context.ts';
import { numbersOf, picturesLeft } from './fresh-pictures.ts';
import { largePicture } from './share.ts';
import { FOR_ALL } from '../framework/may.ts';
import type { MessageBody } from '../../messages/message.ts';

/** Four of a job's pictures with the same size and actions as on the card, or the only one. */
export const galleryOf = async (
  job: PicturedJob,
  gallery: number,
  context: CommandContext,
): Promise<MessageBody> => {
  const all = job.result.pictureUrls.length;
  const first = (gallery - 1) * GALLERY_SIZE + 1;
  const last = Math.min(first + GALLERY_SIZE - 1, all);
  const numbers = numbersOf(job).slice(Math.max(first, 1) - 1, last);
  const pictures = await picturesLeft(job, numbers, context);
  const [only] = pictures;
  if (!only) return { content: context.words.errors['pictures-gone'](undefined) };
  if (all === 1) return largePicture(job, only, context);
  const { card } = context.words;
  const description = altTextOf(promptOf(job));
  const url = messageLink({ ...job.target, messageId: job.target.messageId ?? '' });
  const embeds = pictures
    .filter((picture) => isTaken(picture.url))
    .map((picture) => ({ url, image: { url: picture.url, description } }));
  const title = all > GALLERY_SIZE ? [card.somePictures(first, last, all)] : [];
  const content = [...title, ...(pictures.length < numbers.length ? [card.someGone] : [])].join('\n');
  const picks = pictures.map(({ number }) => button(customId('pick', job.id, number), String(number)));
  const left = all - last;
  const more = button(customId('more-pictures', job.id, gallery + 1), card.buttons.morePictures(left));
  const components = left > 0 ? phoneRows([...picks, more]) : buttonRows(picks);
  return { content, embeds, components };
};

/**
 * Shows four of a job's pictures; the number, from 1, selects the four. It also shows pictures of a private job whose message
 * was dismissed.
 */
export const morePictures = jobAction({
  name: 'more-pictures',
  may: FOR_ALL,
  needs: pictured,
  answers: 'privately',
  run: async (job, { number = 2 }, context) => ({
    kind: 'private',
    message: await galleryOf(job, number, context),
  }),
});
