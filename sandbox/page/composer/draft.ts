import { CommandType, OptionType } from '../../discord/numbers.ts';
import type { ApplicationCommand, CommandOption, ValueOption } from '../../discord/rules/commands.ts';
import { isValueOption, problemOfOption } from '../../discord/rules/fields.ts';
import type { Bodies } from '../../discord/user-side/protocol.ts';
import { say } from '../language/language.ts';

/** A command as people type it: with its subcommand, if it has any. */
export interface TypedCommand {
  fullName: string;
  description: string;
  options: readonly ValueOption[];
}

const unfold = (fullName: string, description: string, options: readonly CommandOption[]): TypedCommand[] => {
  const inner = options.filter((option) => !isValueOption(option));
  if (inner.length === 0) return [{ fullName, description, options: options.filter(isValueOption) }];
  return inner.flatMap((option) =>
    unfold(`${fullName} ${option.name}`, option.description, option.options ?? []),
  );
};

/** Everything that can be typed in a channel, by name. */
export const typedCommands = (commands: readonly ApplicationCommand[]): TypedCommand[] =>
  commands
    .filter(({ type }) => type === CommandType.ChatInput)
    .flatMap(({ name, description, options }) => unfold(name, description, options))
    .sort((one, other) => one.fullName.localeCompare(other.fullName));

/** The commands that what stands in the box may become; undefined when it is no command. */
export const matchingCommands = (commands: readonly TypedCommand[], text: string) => {
  if (!text.startsWith('/') || text.includes('\n')) return undefined;
  const typed = text.slice(1).trimStart().toLowerCase();
  const starting = commands.filter(({ fullName }) => fullName.startsWith(typed));
  const holding = commands.filter(
    ({ fullName }) => !fullName.startsWith(typed) && typed !== '' && fullName.includes(typed),
  );
  return [...starting, ...holding];
};

/** What stands in an option: typed, picked from suggestions, or a file. */
export interface OptionEntry {
  text: string;
  picked?: string | number | boolean;
  file?: File;
}

/** A command that is being filled in. */
export interface Draft {
  command: TypedCommand;
  /** The options that are shown, in their order. */
  entries: Readonly<Record<string, OptionEntry>>;
  /** The option that is being typed; null: the end, behind the last one. */
  focused: string | null;
  /** What stands at the end: the name of another option. */
  end: string;
  /** What keeps the command from being sent: an option or a text at the end, and why. */
  problem: { name: string; reason: string } | null;
}

const EMPTY: OptionEntry = { text: '' };

/**
 * A command right after it was chosen: with its required options, the first one ready to be typed.
 * @param text what was pasted behind the command's name
 */
export const startDraft = (command: TypedCommand, text = ''): Draft => {
  const required = command.options.filter((option) => option.required);
  const [first] = required;
  return {
    command,
    entries: Object.fromEntries(required.map((option) => [option.name, option === first ? { text } : EMPTY])),
    focused: first?.name ?? null,
    end: first ? '' : text,
    problem: null,
  };
};

/** The options that stand in the box, in the order of the command's own for those required, then as they were added. */
export const shownOptions = ({ command, entries }: Draft): ValueOption[] =>
  Object.keys(entries).flatMap((name) => command.options.find((option) => option.name === name) ?? []);

/** The options that may still be added. */
export const openOptions = ({ command, entries }: Draft): ValueOption[] =>
  command.options.filter(({ name }) => !(name in entries));

export const withEntry = (draft: Draft, name: string, entry: OptionEntry): Draft => ({
  ...draft,
  entries: { ...draft.entries, [name]: entry },
  problem: draft.problem?.name === name ? null : draft.problem,
});

export const addOption = (draft: Draft, name: string): Draft => ({
  ...withEntry(draft, name, EMPTY),
  focused: name,
  end: '',
});

/** Takes an option out; undefined when it is the command itself that goes. */
export const removeOption = (draft: Draft, name: string): Draft | undefined => {
  const option = draft.command.options.find((one) => one.name === name);
  if (!option || option.required) return undefined;
  const entries = Object.fromEntries(Object.entries(draft.entries).filter(([other]) => other !== name));
  return { ...draft, entries, focused: Object.keys(entries).at(-1) ?? null, problem: null };
};

/** The option after one, among those shown. */
export const optionAfter = (draft: Draft, name: string): string | undefined => {
  const names = Object.keys(draft.entries);
  return names[names.indexOf(name) + 1];
};

export type Read = { value: string | number | boolean | File } | { reason: string } | undefined;

const readPlain = (option: ValueOption, text: string): Read => {
  const value = option.type === OptionType.String ? text : Number(text);
  if (Number.isNaN(value)) return { reason: 'Enter a number' };
  const reason = problemOfOption(option, value);
  return reason === undefined ? { value } : { reason };
};

const YES_NO_DEFAULT: Record<string, boolean> = { true: true, false: false };
/** Types whose values are ids, which aren't typed. */
const PICKED_ONLY: readonly number[] = [
  OptionType.User,
  OptionType.Channel,
  OptionType.Role,
  OptionType.Mentionable,
];

/** The value that an entry stands for; undefined when there is none. */
export const readEntry = (option: ValueOption, { text, picked, file }: OptionEntry): Read => {
  if (option.type === OptionType.Attachment) return file && { value: file };
  if (picked !== undefined) return { value: picked };
  if (text.trim() === '') return undefined;
  if (option.choices?.length) {
    const choice = option.choices.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
    return choice ? { value: choice.value } : { reason: say('Choose one of the options') };
  }
  if (option.type === OptionType.Boolean) {
    const truth = YES_NO_DEFAULT[text.trim().toLowerCase()];
    return truth === undefined ? { reason: say('Choose True or False') } : { value: truth };
  }
  if (PICKED_ONLY.includes(option.type)) return { reason: say('Choose from the list') };
  return readPlain(option, text);
};

export interface ReadyCommand {
  options: NonNullable<Bodies['slash']['options']>;
  files: File[];
}

/** What is sent, or the draft with the problem that keeps it. */
export const readDraft = (draft: Draft): { ready: ReadyCommand } | { draft: Draft } => {
  const ready: ReadyCommand = { options: {}, files: [] };
  const end = draft.end.trim();
  if (end !== '') {
    const reason = 'is not an option. Choose one from the list or delete the text.';
    return { draft: { ...draft, focused: null, problem: { name: `“${end}”`, reason } } };
  }
  for (const option of draft.command.options) {
    const read = readEntry(option, draft.entries[option.name] ?? EMPTY);
    const reason =
      read === undefined
        ? option.required && say('This option is required')
        : 'reason' in read && read.reason;
    if (typeof reason === 'string')
      return { draft: { ...draft, focused: option.name, problem: { name: option.name, reason } } };
    if (read === undefined || 'reason' in read) continue;
    if (read.value instanceof File) {
      ready.options[option.name] = { file: ready.files.length };
      ready.files.push(read.value);
    } else ready.options[option.name] = read.value;
  }
  return { ready };
};
