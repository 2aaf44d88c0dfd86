import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APISelectMenuOption,
} from 'discord-api-types/v10';
import type { CustomId } from './custom-id.ts';
import { clip } from './markup.ts';

/** A file that a person attached to a command or a form. */
export interface Attachment {
  id: string;
  filename: string;
  url: string;
  contentType?: string | undefined;
  sizeBytes: number;
  width?: number | undefined;
  height?: number | undefined;
  /** Discord's bits. */
  flags?: number;
}

/** A form that Discord opens over everything else. */
export type Modal = APIModalInteractionResponseCallbackData;

/** In characters: https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal */
const TITLE_LENGTH = 45;

/** A form with fields. Its submission has the same custom id. */
export const modal = (id: CustomId, title: string, fields: Modal['components']): Modal => ({
  custom_id: id,
  title: clip(title, TITLE_LENGTH),
  components: fields,
});

/** The limit of a text field: https://docs.discord.com/developers/components/reference#text-input */
export const MAX_FIELD_LENGTH = 4_000;

interface Labelled {
  label: string;
  /** A line under the label. */
  description?: string | undefined;
}

const labelled = (
  { label, description }: Labelled,
  component: APILabelComponent['component'],
): APILabelComponent => ({
  type: ComponentType.Label,
  label,
  ...(description !== undefined && { description }),
  component,
});

/** A text field. Lengths are in UTF-16 units. */
interface TextField extends Labelled {
  /** Whether the text has several lines. */
  isLong?: boolean;
  isOptional?: boolean;
  minLength?: number;
  maxLength: number;
  value?: string | undefined;
  placeholder?: string;
}

/** A field for a text. */
export const textField = (name: string, field: TextField): APILabelComponent => {
  const { isLong = false, isOptional = false, minLength, maxLength, value, placeholder } = field;
  return labelled(field, {
    type: ComponentType.TextInput,
    custom_id: name,
    style: isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required: !isOptional,
    ...(minLength !== undefined && { min_length: minLength }),
    max_length: maxLength,
    ...(placeholder !== undefined && { placeholder }),
    ...(value !== undefined && { value }),
  });
};

/** A menu in a form: of one option, unless it says otherwise. */
interface SelectField extends Labelled {
  options: APISelectMenuOption[];
  isOptional?: boolean;
  max?: number;
  placeholder?: string;
}

/** A field in which options are picked. */
export const selectField = (name: string, field: SelectField): APILabelComponent => {
  const { options, isOptional = false, max, placeholder } = field;
  return labelled(field, {
    type: ComponentType.StringSelect,
    custom_id: name,
    required: !isOptional,
    min_values: isOptional ? 0 : 1,
    ...(max !== undefined && { max_values: max }),
    ...(placeholder !== undefined && { placeholder }),
    options,
  });
};

/** A field in which one of several values is picked, or none. */
export interface ChoiceField extends Labelled {
  choices: readonly string[];
  chosen: string | undefined;
  /** The label of the chosen one, where its value alone doesn't say why. */
  chosenLabel?: string | undefined;
  whenEmpty: string;
}

/** A field in which one of several values is picked, or none. */
export const choiceField = (name: string, field: ChoiceField): APILabelComponent =>
  selectField(name, {
    label: field.label,
    description: field.description,
    isOptional: true,
    max: 1,
    placeholder: field.whenEmpty,
    options: field.choices.map((value) => {
      const isChosen = value === field.chosen;
      return { label: (isChosen ? field.chosenLabel : undefined) ?? value, value, default: isChosen };
    }),
  });

/** A field that takes one or several files. */
export const fileField = (name: string, { max, ...field }: Labelled & { max: number }): APILabelComponent =>
  labelled(field, {
    type: ComponentType.FileUpload,
    custom_id: name,
    required: true,
    min_values: 1,
    max_values: max,
  });

/** The input of one form field: text, selected values, a checkbox, or files. */
export type FieldValue = string | readonly string[] | boolean | readonly Attachment[];

/** The input of a form, by field name. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

const isTexts = (value: FieldValue | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const isFiles = (value: FieldValue | undefined): value is readonly Attachment[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object');

/** The text of a field; empty when nothing was typed. */
export const textOf = (fields: FieldValues, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

/** What was typed and picked in a form. */
export const textsIn = (fields: FieldValues): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, string | string[]][] => {
      if (typeof value === 'string') return [[name, value]];
      return isTexts(value) ? [[name, [...value]]] : [];
    }),
  );

/** A form with other values in some of its fields. */
export const filled = (form: Modal, values: ReturnType<typeof textsIn>): Modal => ({
  ...form,
  components: form.components.map((field) => {
    if (field.type !== ComponentType.Label) return field;
    const { component } = field;
    const value = 'custom_id' in component ? values[component.custom_id] : undefined;
    if (component.type === ComponentType.TextInput && typeof value === 'string')
      return { ...field, component: { ...component, value } };
    if (component.type !== ComponentType.StringSelect || !Array.isArray(value)) return field;
    const options = component.options.map((one) => ({ ...one, default: value.includes(one.value) }));
    return { ...field, component: { ...component, options } };
  }),
});

/** The picked values of a field. */
export const pickedIn = (fields: FieldValues, name: string): readonly string[] => {
  const value = fields[name];
  return isTexts(value) ? value : [];
};

/** The input of an optional field. */
export const chosenIn = (fields: FieldValues, name: string): string | undefined => {
  const [value] = [...pickedIn(fields, name), textOf(fields, name).trim()];
  return value === '' ? undefined : value;
};

/** The files of a field. */
export const filesIn = (fields: FieldValues, name: string): readonly Attachment[] => {
  const value = fields[name];
  return isFiles(value) ? value : [];
};
