import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { channelName, displayName } from '../client/client-state.ts';
import { client, useSnapshot } from '../client/client.ts';
import { filesOf, takingPicked } from '../client/files.ts';
import { Icon, IconButton, Press } from '../look/icons.tsx';
import { CommandLine } from './command-line.tsx';
import { type Draft, matchingCommands, startDraft, type TypedCommand, typedCommands } from './draft.ts';
import { PickedFile } from './file-field.tsx';
import { useAutoHeight } from './option-field.tsx';
import { activeAfter, SuggestionList } from './suggestion-list.tsx';
import { say } from '../language/language.ts';

/** Discord takes as many files in one message. */
const FILES_PER_MESSAGE = 10;

const Attach = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={input} type="file" multiple hidden onChange={takingPicked(onFiles)} />
      <IconButton icon="plus" size={22} label={say('Upload a file')} onPress={() => input.current?.click()} />
    </>
  );
};

const placeholderOf = (channel: ChannelView): string => {
  const name = channelName(channel);
  if (channel.canSend) return say('Message {}', `${channel.guildId === null ? '@' : '#'}${name}`);
  return say('You may use commands here: type /');
};

const useMessageDraft = (channel: ChannelView) => {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const send = async (): Promise<void> => {
    if (text.trim() === '' && files.length === 0) return;
    setText('');
    setFiles([]);
    const references = files.map((_file, index) => ({ file: index }));
    const body = { channelId: channel.id, content: text, files: references };
    if (!(await client.act('send', body, files))) setText(text);
  };
  const addFiles = (added: readonly File[]): void => {
    if (channel.canAttach) setFiles([...files, ...added].slice(0, FILES_PER_MESSAGE));
  };
  return { text, setText, files, setFiles, addFiles, send };
};

/** What stands in the box while it is no command, and what that leads to. */
const usePlainText = (
  channel: ChannelView,
  commands: readonly TypedCommand[],
  onCommand: (draft: Draft) => void,
) => {
  const message = useMessageDraft(channel);
  const { text, setText } = message;
  const [active, setActive] = useState(0);
  const matches = matchingCommands(commands, text);
  // What looks like a command is not posted for everybody to read.
  const send = async (): Promise<void> => (matches ? undefined : message.send());
  const start = (command: TypedCommand | undefined, rest = ''): void => {
    if (!command) return;
    setText('');
    onCommand(startDraft(command, rest));
  };
  const onKey = (event: KeyboardEvent): void => {
    const after = matches && activeAfter(event.key, active, matches.length);
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
    const command = isEnter || event.key === 'Tab' ? matches?.[active] : undefined;
    if (after !== undefined) setActive(after);
    else if (command) start(command);
    else if (event.key === 'Escape' && matches) setText('');
    else if (isEnter) void send();
    else return;
    event.preventDefault();
  };
  const type = (typed: string): void => {
    setText(typed);
    setActive(0);
    // A command that is typed or pasted with a blank behind it needs no choosing.
    const command = commands.find(({ fullName }) => typed.startsWith(`/${fullName} `));
    start(command, typed.slice(`/${command?.fullName} `.length).replaceAll('\n', ' '));
  };
  return { ...message, send, type, active, point: setActive, matches, start, onKey };
};

type Plain = ReturnType<typeof usePlainText>;

const TextBox = ({ channel, plain, listId }: { channel: ChannelView; plain: Plain; listId: string }) => {
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
      aria-label={placeholderOf(channel)}
      aria-autocomplete="list"
      aria-controls={matches?.length ? listId : undefined}
      aria-activedescendant={matches?.length ? `${listId}-${active}` : undefined}
      autoComplete="off"
      enterkeyhint="send"
      onInput={({ currentTarget }) => plain.type(currentTarget.value)}
      onKeyDown={plain.onKey}
      onPaste={(event) => {
        const files = filesOf(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        plain.addFiles(files);
      }}
    />
  );
};

const Commands = ({ plain, listId }: { plain: Plain; listId: string }) => {
  const name = displayName(useSnapshot().application);
  const { matches } = plain;
  if (!matches) return null;
  return (
    <div class="over-box">
      {matches.length === 0 && (
        <div class="hint">
          There is no such command here. To post this as a message, put a space before the slash.
        </div>
      )}
      <SuggestionList
        id={listId}
        title={`Commands · ${name}`}
        entries={matches.map(({ fullName, description }) => ({
          key: fullName,
          label: `/${fullName}`,
          description,
          aside: name,
        }))}
        active={plain.active}
        onPoint={plain.point}
        onPick={(index) => plain.start(matches[index])}
      />
    </div>
  );
};

const Files = ({ plain: { files, setFiles } }: { plain: Plain }) => {
  if (files.length === 0) return null;
  return (
    <div class="picked-files">
      {files.map((file) => (
        <PickedFile
          key={file.name}
          file={file}
          onRemove={() => setFiles(files.filter((one) => one !== file))}
        />
      ))}
    </div>
  );
};

const PlainLine = ({ channel, plain }: { channel: ChannelView; plain: Plain }) => {
  const listId = useId();
  return (
    <>
      <Commands plain={plain} listId={listId} />
      <Files plain={plain} />
      <div class="plain-line">
        {channel.canAttach && <Attach onFiles={plain.addFiles} />}
        <TextBox channel={channel} plain={plain} listId={listId} />
        <IconButton icon="slash" label={say('Show the commands')} onPress={() => plain.type('/')} />
        <Press class="send-button" aria-label={say('Send')} onClick={() => void plain.send()}>
          <Icon name="send" size={18} />
        </Press>
      </div>
    </>
  );
};

/** The box at the bottom, in which messages and commands are typed. */
export const Composer = ({ channel }: { channel: ChannelView }) => {
  const { commands: offered } = useSnapshot();
  const [draft, setDraft] = useState<Draft | null>(null);
  const commands = typedCommands(offered[channel.id] ?? []);
  const plain = usePlainText(channel, commands, setDraft);
  return (
    <form class="composer" onSubmit={(event) => event.preventDefault()}>
      {draft ? (
        <CommandLine channel={channel} draft={draft} onDraft={setDraft} />
      ) : (
        <PlainLine channel={channel} plain={plain} />
      )}
    </form>
  );
};
