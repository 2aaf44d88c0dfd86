import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, fitsButton, linkButton, phoneRow, type Row } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Words } from '../framework/language.ts';

/** The actions on one picture of a job. */
export const pictureButtons = (jobId: string, number: number, { pictures: labels }: Words) => ({
  edit: button(customId('edit-picture', jobId, number), labels.edit, { emoji: '🎨' }),
  vary: button(customId('vary', jobId, number), labels.vary, { emoji: '🎲' }),
  enlarge: button(customId('enlarge', jobId, number), labels.enlarge, { emoji: '🔎' }),
  post: button(customId('post', jobId, number), labels.postHere, { emoji: '📤' }),
});

/** The same with the picture's address, in rows that fit a phone. */
export const pictureRows = (jobId: string, number: number, url: string, words: Words): Row[] => {
  const { edit, vary, enlarge, post } = pictureButtons(jobId, number, words);
  return [phoneRow(edit, vary, enlarge), phoneRow(post, ...originalButton(url, words))];
};

/** Opens the picture at the image service; none where Discord doesn't take its address. */
export const originalButton = (url: string, { pictures }: Words): APIButtonComponent[] =>
  fitsButton(url) ? [linkButton(url, pictures.openOriginal, '🔗')] : [];
