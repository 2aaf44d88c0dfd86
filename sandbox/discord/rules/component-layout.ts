import { invalidField } from '../errors.ts';
import type { Component } from '../model.ts';
import { ComponentType } from './numbers.ts';

// docs.discord.com/developers/components/reference and …/resources/message#message-object-message-flags
const ROWS_PER_MESSAGE = 5;
const COMPONENTS_PER_MESSAGE = 40;
const TEXT_PER_MESSAGE = 4000;

/** Every component of a message or modal, in the order in which it is read. */
export const flatten = (components: readonly Component[]): Component[] =>
  components.flatMap((part) => [
    part,
    ...flatten(part.components ?? []),
    ...flatten(part.accessory ? [part.accessory] : []),
    ...flatten(part.component ? [part.component] : []),
  ]);

/**
 * What the components of a message may be together.
 * @throws DiscordFault 50035
 */
export const checkLayout = (components: readonly Component[], isVersion2: boolean): void => {
  const all = flatten(components);
  const ids = all.flatMap((part) => part.custom_id ?? []);
  const double = ids.find((id, index) => ids.indexOf(id) !== index);
  if (double !== undefined) {
    throw invalidField(
      ['components'],
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    );
  }
  if (isVersion2) checkVersion2(all);
  else checkRows(components);
};

const checkRows = (components: readonly Component[]): void => {
  const stranger = components.findIndex((part) => part.type !== ComponentType.ActionRow);
  if (stranger !== -1) {
    throw invalidField(
      ['components', stranger, 'type'],
      'UNION_TYPE_CHOICES',
      'Value of field "type" must be one of (1,).',
    );
  }
  if (components.length > ROWS_PER_MESSAGE)
    throw invalidField(['components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
};

const checkVersion2 = (all: readonly Component[]): void => {
  if (all.length > COMPONENTS_PER_MESSAGE) {
    throw invalidField(
      ['components'],
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      'The total number of components exceeds 40',
    );
  }
  const length = all.reduce((sum, part) => sum + (part.content?.length ?? 0), 0);
  if (length > TEXT_PER_MESSAGE) {
    throw invalidField(
      ['components'],
      'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      'The total displayable text size exceeds 4000',
    );
  }
};
