import { useEffect, useState } from 'preact/hooks';
import type { ValueOption } from '../../discord/rules/commands.ts';
import { useClient } from '../client/context.ts';
import { readEntry, type Draft } from './draft.ts';
import type { Suggestion } from './suggestions.ts';

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
  const client = useClient();
  const [asked, setAsked] = useState<Asked>(IDLE);
  const name = option?.autocomplete === true ? option.name : undefined;
  const text = name === undefined ? '' : (draft.entries[name]?.text ?? '');
  useEffect(() => {
    setAsked(IDLE);
    if (name === undefined) return undefined;
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      setAsked({ state: 'asking', suggestions: [] });
      const body = {
        channelId,
        name: draft.command.fullName,
        focused: name,
        value: text,
        others: othersOf(draft, name),
      };
      const choices = await client.suggestions(body).catch(() => undefined);
      if (!isCurrent) return;
      const suggestions = (choices ?? []).map(({ name: label, value }): Suggestion => ({
        label,
        act: { kind: 'value', value },
      }));
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
