import type { Component } from '../model.ts';
import { OptionType } from '../numbers.ts';
import type { CommandOption, ValueOption } from './commands.ts';

/** What Discord's client lets a person enter, for the page and for the stand-in that holds everybody to it. */

/** A select of a message says nothing of that, only how few of its values may be picked. */
export const isRequired = ({ required, min_values: least }: Component): boolean => required ?? least !== 0;

/** How many values a field of a modal or a select takes. */
export const maxValuesOf = ({ max_values: most }: Component): number => most ?? 1;

/** What is picked before anybody picks. */
export const presetOf = (field: Component): string[] => [
  ...(field.options ?? []).filter((option) => option.default).map(({ value }) => value),
  ...(field.default_values ?? []).map(({ id }) => id),
];

const MISSING = 'This field is required';

/** What keeps a text field of a modal from being sent. */
export const problemOfText = (field: Component, text: string): string | undefined => {
  if (text === '') return isRequired(field) ? MISSING : undefined;
  const [least, most] = [field.min_length ?? 0, field.max_length ?? 4000];
  if (text.length < least) return `Must be at least ${least} characters`;
  return text.length > most ? `Must be at most ${most} characters` : undefined;
};

/** What keeps a field from being sent that so many values or files were picked for. */
export const problemOfCount = (field: Component, count: number): string | undefined => {
  if (count === 0) return isRequired(field) ? MISSING : undefined;
  const [least, most] = [field.min_values ?? 1, maxValuesOf(field)];
  if (count < least) return `Choose at least ${least}`;
  return count > most ? `Choose at most ${most}` : undefined;
};

/** Whether a person fills it in; else it is a subcommand or a group of them. */
export const isValueOption = (option: CommandOption): option is ValueOption =>
  option.type >= OptionType.String;

/** What keeps a text or a number out of an option of a command. */
export const problemOfOption = (option: ValueOption, value: string | number): string | undefined => {
  if (typeof value === 'number') {
    const { min_value: least = -Infinity, max_value: most = Infinity } = option;
    if (option.type === OptionType.Integer && !Number.isInteger(value)) return 'Enter a whole number';
    if (value < least) return `Enter at least ${least}`;
    return value > most ? `Enter at most ${most}` : undefined;
  }
  const { min_length: least = 0, max_length: most = 6000 } = option;
  if (value.length < least) return `Type at least ${least} characters`;
  return value.length > most ? `Type at most ${most} characters` : undefined;
};
