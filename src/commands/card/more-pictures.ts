import { UserError } from '../../lib/user-error.ts';
import { button, buttonRows, GALLERY_SIZE } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { altTextOf, messageLink } from '../../messages/markup.ts';
import { findPictures, type Action } from '../framework/action.ts';
import { keptPictures } from './fresh-pictures.ts';

/** Shows the next four of a job's pictures to whoever asks, as large and with the same to do as the first four. */
export const morePictures: Action = {
  answers: 'privately',
  run: async ({ subject: jobId, number: gallery = 2 }, context) => {
    const job = await findPictures(jobId, context);
    const all = job.result.pictureUrls.length;
    const first = (gallery - 1) * GALLERY_SIZE + 1;
    const last = Math.min(first + GALLERY_SIZE - 1, all);
    const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    const pictures = await keptPictures(job, numbers, context);
    if (pictures.length === 0) throw new UserError('pictures-gone');
    const { card } = context.words;
    const altText = altTextOf(job.submission.body.prompt);
    const url = messageLink({ ...job.target, messageId: job.target.messageId ?? '' });
    const embeds = pictures.map((picture) => ({ url, image: { url: picture.url, description: altText } }));
    const title = card.somePictures(first, last, all);
    const picks = pictures.map(({ number }) => button(customId('pick', jobId, number), String(number)));
    const left = all - last;
    const more = button(customId('more-pictures', jobId, gallery + 1), card.buttons.morePictures(left), {
      emoji: '🖼️',
    });
    const components = [...buttonRows(picks), ...buttonRows(left > 0 ? [more] : [])];
    return { kind: 'private', message: { content: title, embeds, components } };
  },
};
