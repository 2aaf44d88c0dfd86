import { button, buttonRows, linkButton, MAX_LINK_LENGTH } from '../../messages/components.ts';
import { freshPicture } from './fresh-pictures.ts';
import { altTextOf } from '../../messages/markup.ts';
import { findPictures, type Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

/** Shows one of a job's pictures large, to whoever asks, with what can be done with it. */
export const pick: Action = {
  answers: 'privately',
  run: async ({ subject: jobId, number = 1 }, context) => {
    const job = await findPictures(jobId, context);
    const { url } = await freshPicture(job, number, context);
    const buttons = [
      button(customId('post', jobId, number), 'Post here', { emoji: '📤' }),
      button(customId('edit-picture', jobId, number), 'Edit', { emoji: '🎨' }),
      button(customId('enlarge', jobId, number), '4K', { emoji: '🔎' }),
      ...(url.length > MAX_LINK_LENGTH ? [] : [linkButton(url, 'Open original')]),
    ];
    // An address that is too long for a button still fits behind a title.
    const image = { url, description: altTextOf(job.submission.body.prompt) };
    const embed = { title: `Picture ${number}`, url, image };
    return { kind: 'private', message: { embeds: [embed], components: buttonRows(buttons) } };
  },
};
