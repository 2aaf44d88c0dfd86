import type { RequestOptions } from '../../services/requests/families/index.ts';
import { OPTION_LENGTH, OPTIONS_PER_SELECT } from '../../messages/components.ts';
import {
  chosenIn,
  MAX_FIELD_LENGTH,
  modal,
  pickedIn,
  selectField,
  textField,
  textOf,
  type FieldValues,
  type Modal,
} from '../../messages/forms.ts';
import { clip } from '../../messages/markup.ts';
import { nearestRatio, type PixelSize } from '../../services/requests/output-size.ts';
import type { Words } from '../../messages/words/words.ts';
import type { CustomId } from '../../messages/custom-id.ts';
import { optionField } from '../requests/fields.ts';

/** As `/gen` takes them. */
const MAX_EDITED_PICTURES = 4;

/** The pictures for which a form is opened. */
interface EditedPictures {
  /** Of the selectable pictures; empty for pictures without a name. A single picture needs no selection. */
  names: readonly string[];
  /** The size of the picture, or of the first; the form proposes its shape. Undefined when it isn't known. */
  size: PixelSize | undefined;
  /** `edit` when absent. To be combined, all are selected, and not only the first. */
  use?: 'edit' | 'combine';
}

const pictureField = ({ names, use = 'edit' }: EditedPictures, label: string) =>
  selectField('pictures', {
    label,
    options: names.slice(0, OPTIONS_PER_SELECT).map((name, index) => ({
      label: clip(`${index + 1}${name === '' ? '' : ` · ${name}`}`, OPTION_LENGTH),
      value: String(index + 1),
      default: use === 'combine' || index === 0,
    })),
    max: Math.min(names.length, MAX_EDITED_PICTURES),
  });

/** The form for editing one or several pictures. */
export const pictureForm = (edited: EditedPictures, id: CustomId, words: Words): Modal => {
  const { forms } = words;
  const { names, size, use = 'edit' } = edited;
  const { title, prompt, example } = forms[use];
  const ratio = size && nearestRatio(size);
  return modal(id, title, [
    textField('prompt', {
      label: prompt,
      isLong: true,
      maxLength: MAX_FIELD_LENGTH,
      placeholder: example,
    }),
    ...(names.length > 1 ? [pictureField(edited, forms.pictures)] : []),
    optionField('aspectRatio', ratio, words, ratio && { chosenLabel: forms.asThePicture(ratio) }),
    optionField('size', undefined, words, { description: forms.sizeHint }),
  ]);
};

/** The numbers of the picked pictures, from 1; the only one where there was nothing to pick. */
export const pickedPictures = (fields: FieldValues): number[] => {
  const picked = pickedIn(fields, 'pictures').map(Number);
  return picked.length === 0 ? [1] : picked;
};

/** The options of the request from the form. */
export const readPictureForm = (
  fields: FieldValues,
  pictureUrls: readonly string[],
): RequestOptions<'gen'> => ({
  family: 'gen',
  options: {
    prompt: textOf(fields, 'prompt'),
    aspectRatio: chosenIn(fields, 'aspectRatio'),
    size: chosenIn(fields, 'size'),
    references: pictureUrls,
  },
});
