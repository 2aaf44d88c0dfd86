import { choiceField, textField, type ChoiceField } from '../../messages/forms.ts';
import { MAX_WITHOUT_LENGTH } from '../../services/requests/prompt.ts';
import { ASPECT_RATIOS, MODELS, MODES, SIZES, WHEN_ABSENT } from '../../services/requests/values.ts';
import type { EditField } from '../../services/requests/families/family.ts';
import type { Words } from '../../messages/words/words.ts';

const CHOICES = { mode: MODES, model: MODELS, aspectRatio: ASPECT_RATIOS, size: SIZES } as const;

/** A form's field for an option of a request that has one of several values, or none. */
export const optionField = (
  name: keyof typeof CHOICES,
  chosen: string | undefined,
  { options }: Words,
  more: Partial<ChoiceField> = {},
) =>
  choiceField(name, {
    label: options[name],
    choices: CHOICES[name],
    chosen,
    whenEmpty: options.usually(WHEN_ABSENT[name]),
    ...more,
  });

/** A form's field for what pictures must not show. */
export const withoutField = (value: string | undefined, { options }: Words) =>
  textField('without', {
    label: options.without,
    isOptional: true,
    maxLength: MAX_WITHOUT_LENGTH,
    value,
    placeholder: options.withoutExample,
  });

/** The field of a form in which a request is changed. */
export const editField = (field: EditField, words: Words) => {
  if ('chosen' in field) {
    const { name, chosen, choices } = field;
    return optionField(name, chosen, words, choices && { choices });
  }
  if (field.name === 'without') return withoutField(field.value, words);
  return textField(field.name, { ...field, label: words.options[field.name], isOptional: true });
};
