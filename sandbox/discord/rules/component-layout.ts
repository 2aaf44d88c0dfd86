import { fieldFault, invalidField } from '../errors.ts';
import type { Component } from '../model.ts';
import { ComponentType } from '../numbers.ts';

// docs.discord.com/developers/components/reference and …/resources/message#message-object-message-flags
const ROWS_PER_MESSAGE = 5;
const COMPONENTS_PER_MESSAGE = 40;
const TEXT_PER_MESSAGE = 4000;
const ONLY_ROWS = 'Value of field "type" must be one of (1,).';

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
  if (new Set(ids).size < ids.length) throw fieldFault(['components'], 'COMPONENT_CUSTOM_ID_DUPLICATED');
  if (isVersion2) checkVersion2(all);
  else checkRows(components);
};

const checkRows = (components: readonly Component[]): void => {
  const stranger = components.findIndex((part) => part.type !== ComponentType.ActionRow);
  if (stranger !== -1) {
    throw invalidField(['components', stranger, 'type'], 'UNION_TYPE_CHOICES', ONLY_ROWS);
  }
  if (components.length > ROWS_PER_MESSAGE)
    throw invalidField(['components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
};

const checkVersion2 = (all: readonly Component[]): void => {
  if (all.length > COMPONENTS_PER_MESSAGE) {
    throw fieldFault(['components'], 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED');
  }
  const length = all.reduce((sum, part) => sum + (part.content?.length ?? 0), 0);
  if (length > TEXT_PER_MESSAGE) {
    throw fieldFault(['components'], 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED');
  }
};

const SELECT = { min_values: 1, max_values: 1 };
const NO_TEXT: string | null = null;

/** What Discord answers where a bot said nothing. */
const DEFAULTS: Readonly<Record<number, Partial<Component>>> = {
  [ComponentType.StringSelect]: SELECT,
  [ComponentType.UserSelect]: SELECT,
  [ComponentType.RoleSelect]: SELECT,
  [ComponentType.MentionableSelect]: SELECT,
  [ComponentType.ChannelSelect]: SELECT,
  [ComponentType.Thumbnail]: { description: NO_TEXT, spoiler: false },
  [ComponentType.File]: { spoiler: false },
  [ComponentType.Separator]: { spacing: 1, divider: true },
  [ComponentType.Container]: { accent_color: null, spoiler: false },
};

const withoutUndefined = (part: Component): Partial<Component> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));

const complete = (part: Component): void => {
  Object.assign(part, { ...DEFAULTS[part.type], ...withoutUndefined(part) });
  for (const item of part.items ?? []) {
    item.description ??= NO_TEXT;
    item.spoiler ??= false;
  }
};

/** A copy in which every component has an `id` and what Discord fills in. */
export const completeComponents = (components: readonly Component[]): Component[] => {
  const copy = [...structuredClone(components)];
  const all = flatten(copy);
  const taken = new Set(all.flatMap((part) => part.id ?? []));
  let next = 1;
  for (const part of all) {
    complete(part);
    if (part.id) continue;
    while (taken.has(next)) next += 1;
    part.id = next;
    taken.add(next);
  }
  return copy;
};
