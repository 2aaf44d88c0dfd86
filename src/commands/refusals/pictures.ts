import { PromptTooLongToEditError } from '../forms/prompt-form.ts';
import { PicturesGoneError } from '../fresh-pictures.ts';
import { ReferencesGoneError } from '../living-references.ts';

/** Why something can't be done with pictures that are there already. */
export const pictureRefusal = (error: unknown): string | undefined => {
  if (error instanceof PromptTooLongToEditError)
    return `This prompt is too long to edit here: it has ${error.length} characters, and a form of Discord's holds ${error.limit}. Copy it from **Details**, and send it with the command.`;
  if (error instanceof PicturesGoneError)
    return 'The pictures are no longer where they were, so nothing can be made of them. Press 🔄 **Again** for new ones.';
  if (error instanceof ReferencesGoneError)
    return 'The reference pictures of this are gone: Discord keeps what is handed over for a short time only. Nothing was submitted. Press 🔄 **Again** under the card to hand them over anew.';
  return undefined;
};
