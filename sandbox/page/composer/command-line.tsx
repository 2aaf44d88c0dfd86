import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { useClient, useClientState } from '../client/context.ts';
import { filesOf } from '../client/files.ts';
import { Icon } from '../look/icons.tsx';
import { OptionType } from './commands.ts';
import {
  addOption,
  optionAfter,
  openOptions,
  readDraft,
  removeOption,
  shownOptions,
  withEntry,
  type Draft,
  type OptionEntry,
} from './draft.ts';
import { activeAfter } from './list-keys.ts';
import { OptionField } from './option-field.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { optionSuggestions, valueSuggestions, type Suggestion } from './suggestions.ts';
import { useAutocomplete } from './use-autocomplete.ts';

interface CommandLineProps {
  channel: ChannelView;
  draft: Draft;
  onDraft: (draft: Draft | null) => void;
}

interface Offered {
  title: string;
  suggestions: Suggestion[];
  /** The first one is picked by Enter without moving to it. */
  isForValue: boolean;
}

const EMPTY_ENTRY: OptionEntry = { text: '' };

/** What the list above the box offers: values for what is typed, else options to add. */
function useOffered(draft: Draft, channel: ChannelView): Offered {
  const { snapshot } = useClientState();
  const option = draft.command.options.find(({ name }) => name === draft.focused);
  const asked = useAutocomplete(draft, option, channel.id);
  const entry = option && draft.entries[option.name];
  if (snapshot && option && entry?.picked === undefined) {
    const own = valueSuggestions(option, entry?.text ?? '', snapshot, channel);
    const suggestions = option.autocomplete === true ? asked.suggestions : own;
    if (suggestions.length > 0) return { title: option.description, suggestions, isForValue: true };
    if (asked.state === 'failed')
      return { title: 'Loading options failed', suggestions: [], isForValue: true };
  }
  return { title: 'Options', suggestions: optionSuggestions(draft), isForValue: false };
}

/** What can be done with a draft, once for its box and once for its list. */
function useDraftActions({ channel, draft, onDraft }: CommandLineProps) {
  const client = useClient();
  const change = (name: string, entry: OptionEntry): void => {
    onDraft(withEntry({ ...draft, focused: name }, name, entry));
  };
  const advance = (from: Draft, name: string): void => {
    onDraft({ ...from, focused: optionAfter(from, name) ?? name });
  };
  const pick = ({ label, act }: Suggestion): void => {
    if (act.kind === 'add') onDraft(addOption(draft, act.name));
    else if (draft.focused !== null)
      advance(withEntry(draft, draft.focused, { text: label, picked: act.value }), draft.focused);
  };
  const send = (): void => {
    const read = readDraft(draft);
    if ('draft' in read) {
      onDraft(read.draft);
      return;
    }
    onDraft(null);
    const { options, files } = read.ready;
    void client.slash({ channelId: channel.id, name: draft.command.fullName, options }, files);
  };
  const remove = (name: string): void => {
    onDraft(removeOption(draft, name) ?? null);
  };
  return { change, pick, send, remove, advance };
}

/** The first option, shown or not, that takes a file and has none. */
const fileOptionOf = ({ command, entries }: Draft): string | undefined =>
  command.options.find(({ name, type }) => type === OptionType.Attachment && !entries[name]?.file)?.name;

/** A command that is being filled in: its options side by side, and above them what they mean. */
export function CommandLine(props: CommandLineProps) {
  const { channel, draft, onDraft } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<number | null>(null);
  const offered = useOffered(draft, channel);
  const { change, pick, send, remove, advance } = useDraftActions(props);
  const active = moved ?? (offered.isForValue ? 0 : -1);
  useEffect(() => {
    setMoved(null);
  }, [draft.focused, draft.entries]);
  useEffect(() => {
    if (draft.focused === null) box.current?.focus();
  }, [draft.focused]);
  const onKey = (event: KeyboardEvent, name: string | null): void => {
    const { key, shiftKey } = event;
    const suggestion = offered.suggestions[active];
    const isEmpty = name === null || (draft.entries[name] ?? EMPTY_ENTRY).text === '';
    const next = name === null ? undefined : optionAfter(draft, name);
    const after = activeAfter(key, active, offered.suggestions.length);
    const isTab = key === 'Tab' && !shiftKey;
    if (after !== undefined) setMoved(after);
    else if (key === 'Escape') onDraft(null);
    else if (key === 'Backspace' && isEmpty) name === null ? onDraft(null) : remove(name);
    else if ((key === 'Enter' || isTab) && suggestion && !event.isComposing) pick(suggestion);
    else if (key === 'Enter' && !shiftKey && !event.isComposing) send();
    else if (isTab && next !== undefined && name !== null) advance(draft, name);
    else if (isTab && offered.suggestions.length > 0) setMoved(0);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const [file] = filesOf(event.clipboardData);
    const name = fileOptionOf(draft);
    if (!file || name === undefined) return;
    event.preventDefault();
    change(name, { text: file.name, file });
  };
  const problem = draft.problem;
  return (
    <div class="command" onPaste={onPaste}>
      <SuggestionList
        id={`${id}-list`}
        title={offered.title}
        entries={offered.suggestions.map(({ label, description }) => ({ key: label, label, description }))}
        active={active}
        onPick={(index) => {
          const suggestion = offered.suggestions[index];
          if (suggestion) pick(suggestion);
        }}
      />
      <Hint draft={draft} />
      <div
        ref={box}
        class="command-box"
        tabIndex={-1}
        onKeyDown={({ target, ...event }) => {
          void event;
          void target;
        }}
      >
        <span class="command-chip">/{draft.command.fullName}</span>
        {shownOptions(draft).map((option) => (
          <OptionField
            key={option.name}
            option={option}
            entry={draft.entries[option.name] ?? EMPTY_ENTRY}
            isFocused={draft.focused === option.name}
            problem={problem?.name === option.name ? problem.reason : undefined}
            listId={`${id}-list`}
            activeId={active < 0 ? undefined : `${id}-list-${active}`}
            onEntry={(entry) => {
              change(option.name, entry);
            }}
            onFocus={() => {
              if (draft.focused !== option.name) onDraft({ ...draft, focused: option.name });
            }}
            onKey={(event) => {
              onKey(event, option.name);
            }}
          />
        ))}
        {openOptions(draft).length > 0 && <span class="more-options">+{openOptions(draft).length} optional</span>}
      </div>
      <button type="button" class="icon-button" aria-label="Leave the command" onClick={() => { onDraft(null); }}>
        <Icon name="close" size={18} />
      </button>
      <button type="button" class="send-button" aria-label="Send" onClick={send}>
        <Icon name="send" size={18} />
      </button>
    </div>
  );
}

function Hint({ draft }: { draft: Draft }) {
  const option = draft.command.options.find(({ name }) => name === draft.focused);
  return (
    <div class="hint" role="status">
      {draft.problem ? (
        <span class="problem">
          <b>{draft.problem.name}</b> {draft.problem.reason}
        </span>
      ) : (
        <>
          <b>{option?.name ?? `/${draft.command.fullName}`}</b> {option?.description ?? draft.command.description}
        </>
      )}
    </div>
  );
}
