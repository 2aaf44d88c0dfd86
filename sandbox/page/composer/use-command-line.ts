import { useEffect, useState } from 'preact/hooks';
import { OptionType } from '../../discord/numbers.ts';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { client, useClientState } from '../client/client.ts';
import { filesOf } from '../client/files.ts';
import {
  addOption,
  type Draft,
  optionAfter,
  type OptionEntry,
  readDraft,
  removeOption,
  withEntry,
} from './draft.ts';
import { activeAfter } from './suggestion-list.tsx';
import { optionSuggestions, type Suggestion, useAutocomplete, valueSuggestions } from './suggestions.ts';
import { say } from '../language/language.ts';

export interface CommandLineProps {
  channel: ChannelView;
  draft: Draft;
  onDraft: (draft: Draft | null) => void;
}

/** What the list above the box offers. */
export interface Offered {
  title: string;
  suggestions: Suggestion[];
  /** The first one is picked by Enter without moving to it. */
  picksFirst: boolean;
  /** Why there is nothing to pick. */
  note?: string;
}

/** Values for what is typed, else options to add. */
const useOffered = ({ draft, channel }: CommandLineProps): Offered => {
  const { snapshot } = useClientState();
  const option = draft.command.options.find(({ name }) => name === draft.focused);
  const asked = useAutocomplete(draft, option, channel.id);
  const entry = option && draft.entries[option.name];
  if (snapshot && option && entry?.picked === undefined) {
    const own = valueSuggestions(option, entry?.text ?? '', snapshot, channel);
    const suggestions = option.autocomplete === true ? asked.suggestions : own;
    if (suggestions.length > 0) return { title: option.description, suggestions, picksFirst: true };
    if (asked.state === 'failed')
      return { title: '', suggestions: [], picksFirst: true, note: say('Loading options failed') };
  }
  // While a text is typed, its explanation is enough; options are offered behind the last one.
  if (draft.focused !== null) return { title: '', suggestions: [], picksFirst: false };
  const typed = draft.end.trim().toLowerCase();
  const suggestions = optionSuggestions(draft).filter(({ label }) => label.includes(typed));
  return { title: say('Options'), suggestions, picksFirst: typed !== '' };
};

const useDraftActions = ({ channel, draft, onDraft }: CommandLineProps) => {
  return {
    change: (name: string, entry: OptionEntry): void =>
      onDraft(withEntry({ ...draft, focused: name }, name, entry)),
    pick: ({ label, act }: Suggestion): void => {
      if (act.kind === 'add') {
        onDraft(addOption(draft, act.name));
        return;
      }
      if (draft.focused === null) return;
      const filled = withEntry(draft, draft.focused, { text: label, picked: act.value });
      onDraft({ ...filled, focused: optionAfter(filled, draft.focused) ?? null });
    },
    send: (): void => {
      const read = readDraft(draft);
      if ('draft' in read) {
        onDraft(read.draft);
        return;
      }
      onDraft(null);
      const { options, files } = read.ready;
      void client.slash({ channelId: channel.id, name: draft.command.fullName, options }, files);
    },
    changeEnd: (end: string): void => onDraft({ ...draft, end, problem: null }),
    /** Takes back what stands before the cursor: an option, or the command itself. */
    stepBack: (): void => {
      const name = draft.focused ?? Object.keys(draft.entries).at(-1);
      const without = draft.focused === null || name === undefined ? undefined : removeOption(draft, name);
      if (draft.focused === null && name !== undefined) onDraft({ ...draft, focused: name });
      else onDraft(without ?? null);
    },
  };
};

const fileOptionOf = ({ command, entries }: Draft): string | undefined =>
  command.options.find(({ name, type }) => type === OptionType.Attachment && !entries[name]?.file)?.name;

/** The list above the box, and what keys do in it and in the box. */
export const useCommandLine = (props: CommandLineProps) => {
  const { draft, onDraft } = props;
  const [moved, setMoved] = useState<number | null>(null);
  const offered = useOffered(props);
  const actions = useDraftActions(props);
  const active = moved ?? (offered.picksFirst ? 0 : -1);
  useEffect(() => setMoved(null), [draft.focused]);
  const pick = (index: number): boolean => {
    const suggestion = offered.suggestions[index];
    if (suggestion) actions.pick(suggestion);
    return suggestion !== undefined;
  };
  const onKey = (event: KeyboardEvent, text: string): void => {
    const { key, shiftKey, isComposing } = event;
    const after = activeAfter(key, active, offered.suggestions.length);
    const wantsPick = (key === 'Enter' || (key === 'Tab' && !shiftKey)) && !isComposing;
    if (after !== undefined) setMoved(after);
    else if (key === 'Escape') onDraft(null);
    else if (key === 'Backspace' && text === '') actions.stepBack();
    else if (wantsPick && !event.repeat && pick(active)) setMoved(null);
    else if (key === 'Enter' && !shiftKey && !isComposing) {
      // A key that is held down picks one thing and sends nothing.
      if (!event.repeat) actions.send();
    } else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const [file] = filesOf(event.clipboardData);
    const name = fileOptionOf(draft);
    if (!file || name === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    actions.change(name, { text: file.name, file });
  };
  return { ...actions, offered, active, point: setMoved, pick, onKey, onPaste };
};
