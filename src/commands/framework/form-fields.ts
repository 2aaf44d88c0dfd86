import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APISelectMenuOption,
} from 'discord-api-types/v10';
import type { ActionUse, FieldValue } from './action.ts';
import type { Attachment } from './invocation.ts';

/** What one text field of a modal can hold: https://docs.discord.com/developers/components/reference#text-input */
export const MAX_FIELD_LENGTH = 4_000;

/** A field for a text of several lines. */
export const textField = (
  name: string,
  { label, value, placeholder }: { label: string; value?: string; placeholder?: string },
): APILabelComponent => ({
  type: ComponentType.Label,
  label,
  component: {
    type: ComponentType.TextInput,
    custom_id: name,
    style: TextInputStyle.Paragraph,
    required: true,
    max_length: MAX_FIELD_LENGTH,
    ...(value !== undefined && { value }),
    ...(placeholder !== undefined && { placeholder }),
  },
});

/** A field for a short text that may stay empty. */
export const lineField = (
  name: string,
  { label, value, placeholder }: { label: string; value: string | undefined; placeholder: string },
): APILabelComponent => ({
  type: ComponentType.Label,
  label,
  component: {
    type: ComponentType.TextInput,
    custom_id: name,
    style: TextInputStyle.Short,
    required: false,
    max_length: 40,
    placeholder,
    ...(value !== undefined && { value }),
  },
});

/** A field in which one of several values is picked, or none. */
export const choiceField = (
  name: string,
  {
    label,
    choices,
    chosen,
    whenEmpty,
  }: { label: string; choices: readonly string[]; chosen: string | undefined; whenEmpty: string },
): APILabelComponent => ({
  type: ComponentType.Label,
  label,
  component: {
    type: ComponentType.StringSelect,
    custom_id: name,
    required: false,
    min_values: 0,
    max_values: 1,
    placeholder: whenEmpty,
    options: choices.map((value) => ({ label: value, value, default: value === chosen })),
  },
});

/** A field in which at least one of several things is picked. */
export const pickField = (
  name: string,
  { label, options, most }: { label: string; options: APISelectMenuOption[]; most: number },
): APILabelComponent => ({
  type: ComponentType.Label,
  label,
  component: { type: ComponentType.StringSelect, custom_id: name, min_values: 1, max_values: most, options },
});

type Fields = ActionUse['fields'];

const isTexts = (value: FieldValue | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const isFiles = (value: FieldValue | undefined): value is readonly Attachment[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object');

/** The text of a field; empty when nothing was typed. */
export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

/** The picked values of a field. */
export const pickedIn = (fields: Fields, name: string): readonly string[] => {
  const value = fields[name];
  return isTexts(value) ? value : [];
};

/** What was picked or typed in a field that may stay empty. */
export const chosenIn = (fields: Fields, name: string): string | undefined => {
  const [value] = [...pickedIn(fields, name), textOf(fields, name).trim()];
  return value === '' ? undefined : value;
};

/** The files of a field. */
export const filesIn = (fields: Fields, name: string): readonly Attachment[] => {
  const value = fields[name];
  return isFiles(value) ? value : [];
};
