import { useEffect, useState } from 'preact/hooks';
import { ComponentType, OptionType } from '../../discord/numbers.ts';
import type { ValueOption } from '../../discord/rules/commands.ts';
import type { ChannelView, Snapshot } from '../../discord/user-side/protocol.ts';
import { client } from '../client/client.ts';
import { choicesOf } from '../messages/choices.ts';
import { type Draft, openOptions, readEntry } from './draft.ts';
import { say } from '../language/language.ts';

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
const SELECTS: Partial<Record<OptionType, ComponentType>> = {
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
  if (option.type === OptionType.Boolean) return [valueOf(say('True'), true), valueOf(say('False'), false)];
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

/** So that a person who types fast does not ask for every letter. */
const PAUSE_MS = 200;

export interface Asked {
  state: 'idle' | 'asking' | 'failed';
  suggestions: Suggestion[];
}

const IDLE: Asked = { state: 'idle', suggestions: [] };

/** The values of the other options, as far as they can be read. */
const othersOf = (draft: Draft, focused: string): Record<string, string | number | boolean> => {
  const others: Record<string, string | number | boolean> = {};
  for (const option of draft.command.options) {
    const entry = draft.entries[option.name];
    const read = entry && option.name !== focused ? readEntry(option, entry) : undefined;
    if (read && 'value' in read && !(read.value instanceof File)) others[option.name] = read.value;
  }
  return others;
};

/** Asks the bot for suggestions for the option that is typed, if it has any. */
export const useAutocomplete = (draft: Draft, option: ValueOption | undefined, channelId: string): Asked => {
  const [asked, setAsked] = useState<Asked>(IDLE);
  const name = option?.autocomplete === true ? option.name : undefined;
  const text = name === undefined ? '' : (draft.entries[name]?.text ?? '');
  useEffect(() => {
    setAsked(IDLE);
    if (name === undefined) return undefined;
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      setAsked({ state: 'asking', suggestions: [] });
      const others = othersOf(draft, name);
      const body = { channelId, name: draft.command.fullName, focused: name, value: text, others };
      const choices = await client.suggestions(body).catch(() => undefined);
      if (!isCurrent) return;
      const suggestions = (choices ?? []).map(({ name: label, value }) => valueOf(label, value));
      setAsked({ state: choices ? 'idle' : 'failed', suggestions });
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name, text]);
  return asked;
};
