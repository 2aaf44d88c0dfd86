import { pickedPictures, pictureForm, readPictureForm } from './picture-form.ts';
import { freshPicture } from './fresh-pictures.ts';
import { startFrom } from './regenerate.ts';
import { findPictures, visibilityOfJob, type Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

/** As many pictures as a card shows. */
const SHOWN = 4;

/** Hands pictures of a job to the other family, with words for what is to be changed. */
export const editPicture: Action = {
  answers: 'at-once',
  run: async ({ subject: jobId, number }, context) => {
    const { result } = await findPictures(jobId, context);
    const names = result.pictureUrls.slice(0, number === undefined ? SHOWN : 1).map(() => '');
    return { kind: 'modal', modal: pictureForm(names, customId('edit-picture', jobId, number)) };
  },
  form: {
    answers: visibilityOfJob,
    run: async ({ subject: jobId, number, fields }, context) => {
      const job = await findPictures(jobId, context);
      const numbers = number === undefined ? pickedPictures(fields) : [number];
      const pictures = await Promise.all(numbers.map((one) => freshPicture(job, one, context)));
      const urls = pictures.map(({ url }) => url);
      return startFrom(job, { ...readPictureForm(fields, urls), kind: 'picture-edited' }, context);
    },
  },
};
