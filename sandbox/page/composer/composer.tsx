import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { useClient, useClientState } from '../client/context.ts';
import { filesOf } from '../client/files.ts';
import { channelName } from '../client/people.ts';
import { Icon } from '../look/icons.tsx';
import { useAutoHeight } from './auto-size.ts';
import { CommandLine } from './command-line.tsx';
import { matchingCommands, typedCommands, type TypedCommand } from './commands.ts';
import { startDraft, type Draft } from './draft.ts';
import { PickedFile } from './file-field.tsx';
import { activeAfter } from './list-keys.ts';
import { SuggestionList } from './suggestion-list.tsx';

/** Discord takes as many files in one message. */
const FILES_PER_MESSAGE = 10;

function Attach({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class="icon-button"
        aria-label="Upload a file"
        title="Upload a file"
        onClick={() => {
          input.current?.click();
        }}
      >
        <Icon name="plus" size={22} />
      </button>
    </>
  );
}

function placeholderOf(channel: ChannelView): string {
  const name = channelName(channel);
  if (channel.canSend) return `Message ${channel.guildId === null ? '@' : '#'}${name}`;
  return 'You may use commands here: type /';
}

/** What stands in the box while it is no command, and what that leads to. */
function usePlainText(
  channel: ChannelView,
  commands: readonly TypedCommand[],
  onCommand: (draft: Draft) => void,
) {
  const client = useClient();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const [active, setActive] = useState(0);
  const matches = matchingCommands(commands, text);
  const choose = (index: number): void => {
    const command = matches?.[index];
    if (!command) return;
    setText('');
    onCommand(startDraft(command));
  };
  const send = async (): Promise<void> => {
    if (text.trim() === '' && files.length === 0) return;
    setText('');
    setFiles([]);
    const references = files.map((_file, index) => ({ file: index }));
    const body = { channelId: channel.id, content: text, files: references };
    if (!(await client.act('send', body, files))) setText(text);
  };
  const onKey = (event: KeyboardEvent): void => {
    const after = matches && activeAfter(event.key, active, matches.length);
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
    const isChoice = matches !== undefined && matches.length > 0 && (isEnter || event.key === 'Tab');
    if (after !== undefined) setActive(after);
    else if (isChoice) choose(active);
    else if (event.key === 'Escape' && matches) setText('');
    else if (isEnter) void send();
    else return;
    event.preventDefault();
  };
  const type = (typed: string): void => {
    setText(typed);
    setActive(0);
    // A command that is typed out with a blank behind it needs no choosing.
    const command = commands.find(({ fullName }) => typed === `/${fullName} `);
    if (!command) return;
    setText('');
    onCommand(startDraft(command));
  };
  const addFiles = (added: readonly File[]): void => {
    if (channel.canAttach) setFiles([...files, ...added].slice(0, FILES_PER_MESSAGE));
  };
  return { text, type, files, setFiles, addFiles, active, matches, choose, send, onKey };
}

type Plain = ReturnType<typeof usePlainText>;

function TextBox({ channel, plain, listId }: { channel: ChannelView; plain: Plain; listId: string }) {
  const box = useAutoHeight(plain.text);
  useEffect(() => {
    // On a phone the keyboard would hide what one came to read.
    if (matchMedia('(pointer: fine)').matches) box.current?.focus();
  }, []);
  const { matches, active } = plain;
  return (
    <textarea
      ref={box}
      rows={1}
      class="text-box"
      value={plain.text}
      placeholder={placeholderOf(channel)}
      role="combobox"
      aria-label={placeholderOf(channel)}
      aria-expanded={matches !== undefined}
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={matches?.length ? `${listId}-${active}` : undefined}
      autoComplete="off"
      enterKeyHint="send"
      onInput={({ currentTarget }) => {
        plain.type(currentTarget.value);
      }}
      onKeyDown={plain.onKey}
      onPaste={(event) => {
        const files = filesOf(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        plain.addFiles(files);
      }}
    />
  );
}

function PlainLine({ channel, plain }: { channel: ChannelView; plain: Plain }) {
  const listId = useId();
  const { snapshot } = useClientState();
  return (
    <>
      {plain.matches && (
        <div class="over-box">
          <SuggestionList
            id={listId}
            title={
              plain.matches.length > 0 ? `Commands · ${snapshot?.application.name ?? ''}` : 'No such command'
            }
            entries={plain.matches.map(({ fullName, description }) => ({
              key: fullName,
              label: `/${fullName}`,
              description,
              aside: snapshot?.application.name,
            }))}
            active={plain.active}
            onPick={plain.choose}
          />
        </div>
      )}
      {plain.files.length > 0 && (
        <div class="picked-files">
          {plain.files.map((file) => (
            <PickedFile
              key={file.name}
              file={file}
              onRemove={() => {
                plain.setFiles(plain.files.filter((one) => one !== file));
              }}
            />
          ))}
        </div>
      )}
      <div class="plain-line">
        {channel.canAttach && <Attach onFiles={plain.addFiles} />}
        <TextBox channel={channel} plain={plain} listId={listId} />
        <button
          type="button"
          class="icon-button"
          aria-label="Show the commands"
          title="Commands"
          onClick={() => {
            plain.type('/');
          }}
        >
          <Icon name="slash" />
        </button>
        <button type="button" class="send-button" aria-label="Send" onClick={() => void plain.send()}>
          <Icon name="send" size={18} />
        </button>
      </div>
    </>
  );
}

/** The box at the bottom, in which messages and commands are typed. */
export function Composer({ channel }: { channel: ChannelView }) {
  const { snapshot } = useClientState();
  const [draft, setDraft] = useState<Draft | null>(null);
  const commands = typedCommands(snapshot?.commands[channel.id] ?? []);
  const plain = usePlainText(channel, commands, setDraft);
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      {draft ? (
        <CommandLine channel={channel} draft={draft} onDraft={setDraft} />
      ) : (
        <PlainLine channel={channel} plain={plain} />
      )}
    </form>
  );
}
