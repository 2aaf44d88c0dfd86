import {
  PresetIncompleteError,
  PresetNameTakenError,
  PresetNotFoundError,
  TooManyPresetsError,
} from '../../services/people/profile.ts';
import { SearchNotFoundError } from '../../services/people/searches.ts';
import { clip, literal } from '../../messages/markup.ts';
import type { Refusal } from './refusal.ts';

const NAME_LENGTH = 100;

const named = (name: string): string => literal(clip(name, NAME_LENGTH));

/** Why something can't be done to a person's presets and history. */
export const peopleRefusal: Refusal = (error, { people }) => {
  if (error instanceof PresetNotFoundError)
    return error.presetName === undefined ? people.presetGone : people.noPreset(named(error.presetName));
  if (error instanceof PresetNameTakenError) return people.presetNameTaken(named(error.presetName));
  if (error instanceof TooManyPresetsError) return people.tooManyPresets(error.limit);
  if (error instanceof PresetIncompleteError) return people.presetIncomplete;
  if (error instanceof SearchNotFoundError) return people.searchGone;
  return undefined;
};
