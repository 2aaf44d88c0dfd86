import { PromptTooLongToEditError } from '../card/prompt-form.ts';
import { PicturesGoneError } from '../card/fresh-pictures.ts';
import { ReferencesNotYoursError } from '../card/hand-on.ts';
import { ReferencesGoneError } from '../card/refresh-references.ts';
import type { Refusal } from './refusal.ts';

/** Why something can't be done with pictures that are there already. */
export const pictureRefusal: Refusal = (error, { pictures }) => {
  if (error instanceof PromptTooLongToEditError) return pictures.promptTooLong(error.length, error.limit);
  if (error instanceof PicturesGoneError) return pictures.gone;
  if (error instanceof ReferencesGoneError) return pictures.referencesGone;
  if (error instanceof ReferencesNotYoursError) return pictures.referencesNotYours;
  return undefined;
};
