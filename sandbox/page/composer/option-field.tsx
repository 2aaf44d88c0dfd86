import { useLayoutEffect, useRef } from 'preact/hooks';
import { OptionType } from '../../discord/numbers.ts';
import type { ValueOption } from '../../discord/rules/commands.ts';
import type { OptionEntry } from './draft.ts';
import { DropField, PickedFile } from './file-field.tsx';

/** A text box that is as high as its text. */
export const useAutoHeight = (text: string) => {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  return box;
};

export interface OptionFieldProps {
  option: ValueOption;
  entry: OptionEntry;
  isFocused: boolean;
  problem: string | undefined;
  listId: string | undefined;
  activeId: string | undefined;
  onEntry: (entry: OptionEntry) => void;
  onFocus: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** Grows with its text, and has the style sheet's 8 px at either side; that keeps it inside of the box, too. */
const widthOf = (text: string): string => `calc(${Math.max(3, text.length + 1)}ch + 16px)`;

const TextField = (props: OptionFieldProps) => {
  const { option, entry, isFocused, problem, listId, activeId, onEntry, onFocus, onKey } = props;
  const box = useAutoHeight(entry.text);
  useLayoutEffect(() => {
    if (isFocused && document.activeElement !== box.current) box.current?.focus();
  }, [isFocused]);
  return (
    <textarea
      ref={box}
      rows={1}
      class="option-input"
      style={{ width: widthOf(entry.text) }}
      value={entry.text}
      aria-label={`${option.name}: ${option.description}`}
      aria-required={option.required === true}
      aria-invalid={problem !== undefined}
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={isFocused ? activeId : undefined}
      autoComplete="off"
      spellcheck={false}
      enterkeyhint="send"
      onInput={({ currentTarget }) => onEntry({ text: currentTarget.value.replaceAll('\n', ' ') })}
      onFocus={onFocus}
      onKeyDown={onKey}
    />
  );
};

const FileOption = (props: OptionFieldProps) => {
  const { option, entry, onEntry, onFocus, onKey } = props;
  return (
    <span class="option-file" onFocusIn={onFocus} onKeyDown={onKey}>
      {entry.file ? (
        <PickedFile file={entry.file} onRemove={() => onEntry({ text: '' })} />
      ) : (
        <DropField
          label={`${option.name}: ${option.description}`}
          accept={option.file_types}
          onFiles={([file]) => onEntry(file ? { text: file.name, file } : { text: '' })}
        />
      )}
    </span>
  );
};

/** One option of the command that is being typed. */
export const OptionField = (props: OptionFieldProps) => {
  const { option, isFocused, problem } = props;
  const classes = ['option', isFocused ? 'focused' : '', problem === undefined ? '' : 'wrong'];
  return (
    <span class={classes.join(' ')}>
      <span class="option-name">{option.name}</span>
      {option.type === OptionType.Attachment ? <FileOption {...props} /> : <TextField {...props} />}
    </span>
  );
};
