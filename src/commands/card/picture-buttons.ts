import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, fitsButton, linkButton, phoneRow, type Row } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import type { PicturedJob } from '../../services/jobs/job.ts';
import type { Words } from '../framework/language.ts';
import { isIn4k } from './picture-size.ts';

/** The actions on one picture of a job. */
export const pictureButtons = (job: PicturedJob, number: number, { pictures: labels }: Words) => {
  const enlarge = button(customId('enlarge', job.id, number), labels.enlarge, { emoji: '🔎' });
  return {
    changes: [
      button(customId('edit-picture', job.id, number), labels.edit, { emoji: '🎨' }),
      button(customId('vary', job.id, number), labels.vary, { emoji: '🎲' }),
      ...(isIn4k(job) ? [] : [enlarge]),
    ],
    post: button(customId('post', job.id, number), labels.postHere, { emoji: '📤' }),
  };
};

/** The same with the picture's address, in rows that fit a phone. */
export const pictureRows = (job: PicturedJob, number: number, url: string, words: Words): Row[] => {
  const { changes, post } = pictureButtons(job, number, words);
  return [phoneRow(...changes), phoneRow(post, ...originalButton(url, words))];
};

/** Opens the picture at the image service; none where Discord doesn't take its address. */
export const originalButton = (url: string, { pictures }: Words): APIButtonComponent[] =>
  fitsButton(url) ? [linkButton(url, pictures.openOriginal, '🔗')] : [];
