import type { ValueOption } from '../../discord/rules/commands.ts';
import type { ChannelView, Snapshot } from '../../discord/user-side/protocol.ts';
import { choicesOf } from '../messages/choices.ts';
import { openOptions, type Draft } from './draft.ts';
import { ComponentType, OptionType } from '../../discord/rules/numbers.ts';

/** One line of the list above the box. */
export interface Suggestion {
  label: string;
  description?: string | undefined;
  /** What picking it does: fills the option that is typed, or adds another one. */
  act: { kind: 'value'; value: string | number | boolean } | { kind: 'add'; name: string };
}

/** Discord shows as many at once. */
const SHOWN = 25;

/** Selects of a modal or a message offer the same as options of these kinds. */
const SELECTS: Record<number, number> = {
  [OptionType.User]: ComponentType.UserSelect,
  [OptionType.Role]: ComponentType.RoleSelect,
  [OptionType.Mentionable]: ComponentType.MentionableSelect,
  [OptionType.Channel]: ComponentType.ChannelSelect,
};

const valueOf = (label: string, value: string | number | boolean): Suggestion => ({
  label,
  act: { kind: 'value', value },
});

const allValues = (option: ValueOption, snapshot: Snapshot, channel: ChannelView): Suggestion[] => {
  if (option.choices?.length) return option.choices.map(({ name, value }) => valueOf(name, value));
  if (option.type === OptionType.Boolean) return [valueOf('True', true), valueOf('False', false)];
  const type = SELECTS[option.type];
  if (type === undefined) return [];
  return choicesOf({ type }, snapshot, channel).map(({ value, label }) => valueOf(label, value));
};

/** The values among which the option that is typed is chosen, without asking the bot. */
export const valueSuggestions = (
  option: ValueOption,
  text: string,
  snapshot: Snapshot,
  channel: ChannelView,
): Suggestion[] => {
  const typed = text.trim().toLowerCase();
  return allValues(option, snapshot, channel)
    .filter(({ label }) => label.toLowerCase().includes(typed))
    .slice(0, SHOWN);
};

/** The options that may still be added. */
export const optionSuggestions = (draft: Draft): Suggestion[] =>
  openOptions(draft).map(({ name, description }) => ({
    label: name,
    description,
    act: { kind: 'add', name },
  }));
