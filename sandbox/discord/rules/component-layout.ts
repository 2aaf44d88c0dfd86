import { fieldFault, invalidField } from '../errors.ts';
import type { Component } from '../model.ts';
import { ComponentType } from '../numbers.ts';

// docs.discord.com/developers/components/reference and …/resources/message#message-object-message-flags
const ROWS_PER_MESSAGE = 5;
const ONLY_ROWS = 'Value of field "type" must be one of (1,).';

/** Every component of a message or modal, in the order in which it is read. */
export const flatten = (components: readonly Component[]): Component[] =>
  components.flatMap((part) => [
    part,
    ...flatten(part.components ?? []),
    ...flatten(part.component ? [part.component] : []),
  ]);

/**
 * What the components of a message may be together.
 * @throws DiscordFault 50035
 */
export const checkLayout = (components: readonly Component[]): void => {
  const all = flatten(components);
  const ids = all.flatMap((part) => part.custom_id ?? []);
  if (new Set(ids).size < ids.length) throw fieldFault(['components'], 'COMPONENT_CUSTOM_ID_DUPLICATED');
  checkRows(components);
};

const checkRows = (components: readonly Component[]): void => {
  const stranger = components.findIndex((part) => part.type !== ComponentType.ActionRow);
  if (stranger !== -1) {
    throw invalidField(['components', stranger, 'type'], 'UNION_TYPE_CHOICES', ONLY_ROWS);
  }
  if (components.length > ROWS_PER_MESSAGE)
    throw invalidField(['components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
};

const SELECT = { min_values: 1, max_values: 1 };

/** What Discord answers where a bot said nothing. */
const DEFAULTS: Readonly<Record<number, Partial<Component>>> = {
  [ComponentType.StringSelect]: SELECT,
  [ComponentType.UserSelect]: SELECT,
  [ComponentType.RoleSelect]: SELECT,
  [ComponentType.MentionableSelect]: SELECT,
  [ComponentType.ChannelSelect]: SELECT,
};

const withoutUndefined = (part: Component): Partial<Component> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));

const complete = (part: Component): void => {
  Object.assign(part, { ...DEFAULTS[part.type], ...withoutUndefined(part) });
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
