import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, fitsButton, iconButton, linkButton } from '../messages/components.ts';
import { customId } from '../messages/custom-id.ts';
import type { Job, PicturedJob } from '../services/jobs/job.ts';
import type { Words } from '../messages/words/words.ts';
import { isIn4k } from './picture-size.ts';

/** What makes a new request of one picture of a job. */
export const changeButtons = (
  job: PicturedJob,
  number: number,
  { pictures: labels }: Words,
): APIButtonComponent[] => [
  button(customId('edit-picture', job.id, number), labels.edit),
  button(customId('vary', job.id, number), labels.vary),
  ...(isIn4k(job) ? [] : [button(customId('enlarge', job.id, number), labels.enlarge)]),
];

/**
 * Deletes the message; the last button of each.
 *
 * @param posterId who posted the picture, where the message isn't a card.
 */
export const deleteButton = ({ id }: Job, posterId?: string): APIButtonComponent =>
  iconButton(posterId === undefined ? customId('delete', id) : customId('delete', id, 0, posterId), '🗑️');

/** Opens the picture at the image service; none where Discord doesn't take its address. */
export const originalButton = (url: string, { pictures }: Words): APIButtonComponent[] =>
  fitsButton(url) ? [linkButton(url, pictures.openOriginal)] : [];
