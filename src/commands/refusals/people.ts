import {
  PresetIncompleteError,
  PresetNameTakenError,
  PresetNotFoundError,
  TooManyPresetsError,
} from '../../services/people/profile.ts';
import { SearchNotFoundError } from '../../services/people/searches.ts';
import { clip, literal } from '../markup.ts';

const NAME_LENGTH = 100;

const named = (name: string): string => literal(clip(name, NAME_LENGTH));

/** Why something can't be done to a person's presets and history. */
export const peopleRefusal = (error: unknown): string | undefined => {
  if (error instanceof PresetNotFoundError)
    return error.presetName === undefined
      ? 'This preset is no longer there. `/defaults` shows those that are.'
      : `You have no preset named ${named(error.presetName)}. \`/defaults\` shows yours and makes new ones. Nothing was submitted.`;
  if (error instanceof PresetNameTakenError)
    return `You have a preset named ${named(error.presetName)} already. Give this one another name, or change the other.`;
  if (error instanceof TooManyPresetsError)
    return `You have ${error.limit} presets, which is as many as there can be. Delete one in \`/defaults\` first.`;
  if (error instanceof PresetIncompleteError) return 'A preset needs a name and a text. Please fill in both.';
  if (error instanceof SearchNotFoundError) return 'This search is too old. Type `/history` again.';
  return undefined;
};
