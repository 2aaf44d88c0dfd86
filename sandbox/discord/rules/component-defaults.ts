import type { Component } from '../model.ts';
import { flatten } from './component-layout.ts';
import { ComponentType } from './numbers.ts';

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
