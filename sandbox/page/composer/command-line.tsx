import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, IconButton, Press } from '../look/icons.tsx';
import { type Draft, openOptions, type OptionEntry, shownOptions } from './draft.ts';
import { OptionField } from './option-field.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { type CommandLineProps, useCommandLine } from './use-command-line.ts';
import { say } from '../language/language.ts';

const EMPTY_ENTRY: OptionEntry = { text: '' };

const Hint = ({ draft }: { draft: Draft }) => {
  const option = draft.command.options.find(({ name }) => name === draft.focused);
  const { problem } = draft;
  return (
    <div class={problem ? 'hint wrong' : 'hint'} role="status">
      <b>{problem?.name ?? option?.name ?? `/${draft.command.fullName}`}</b>{' '}
      {problem?.reason ?? option?.description ?? draft.command.description}
    </div>
  );
};

type Line = ReturnType<typeof useCommandLine>;
interface PartProps extends CommandLineProps {
  line: Line;
  /** Absent while there is no list. */
  listId: string | undefined;
}

const activeIdOf = ({ line, listId }: PartProps): string | undefined =>
  listId === undefined || line.active < 0 ? undefined : `${listId}-${line.active}`;

const Options = (props: PartProps) => {
  const { draft, onDraft, line, listId } = props;
  return (
    <>
      {shownOptions(draft).map((option) => (
        <OptionField
          key={option.name}
          option={option}
          entry={draft.entries[option.name] ?? EMPTY_ENTRY}
          isFocused={draft.focused === option.name}
          problem={draft.problem?.name === option.name ? draft.problem.reason : undefined}
          listId={listId}
          activeId={activeIdOf(props)}
          onEntry={(entry) => line.change(option.name, entry)}
          onFocus={() => {
            if (draft.focused !== option.name) onDraft({ ...draft, focused: option.name });
          }}
          onKey={(event) => line.onKey(event, draft.entries[option.name]?.text ?? '')}
        />
      ))}
    </>
  );
};

/** Where further options are added; Enter sends. */
const End = (props: PartProps) => {
  const { draft, onDraft, line, listId } = props;
  const input = useRef<HTMLInputElement>(null);
  const open = openOptions(draft).length;
  useLayoutEffect(() => {
    if (draft.focused === null) input.current?.focus();
  }, [draft.focused]);
  return (
    <input
      ref={input}
      class="command-end"
      value={draft.end}
      placeholder={open > 0 ? `+${open} optional` : ''}
      role="combobox"
      aria-label={open > 0 ? 'Add an option, or press Enter to send' : 'Press Enter to send'}
      aria-expanded={listId !== undefined}
      aria-controls={listId}
      aria-activedescendant={draft.focused === null ? activeIdOf(props) : undefined}
      autoComplete="off"
      enterKeyHint="send"
      onInput={({ currentTarget }) => line.changeEnd(currentTarget.value)}
      onFocus={() => {
        if (draft.focused !== null) onDraft({ ...draft, focused: null });
      }}
      onKeyDown={(event) => line.onKey(event, draft.end)}
    />
  );
};

/** A command that is being filled in: its options side by side, and above them what they mean. */
export const CommandLine = (props: CommandLineProps) => {
  const { draft, onDraft } = props;
  const id = useId();
  const line = useCommandLine(props);
  const { title, suggestions } = line.offered;
  const listId = suggestions.length > 0 ? id : undefined;
  return (
    <div class="command" onPasteCapture={line.onPaste}>
      <div class="over-box">
        <SuggestionList
          id={id}
          title={title}
          entries={suggestions.map(({ label, description }) => ({ key: label, label, description }))}
          active={line.active}
          onPoint={line.point}
          onPick={line.pick}
        />
        {line.offered.note !== undefined && <div class="hint">{line.offered.note}</div>}
        <Hint draft={draft} />
      </div>
      <div class="command-box">
        <span class="command-chip">/{draft.command.fullName}</span>
        <Options {...props} line={line} listId={listId} />
        <End {...props} line={line} listId={listId} />
      </div>
      <IconButton icon="close" size={18} label={say('Leave the command')} onPress={() => onDraft(null)} />
      <Press class="send-button" aria-label={say('Send')} onClick={line.send}>
        <Icon name="send" size={18} />
      </Press>
    </div>
  );
};
