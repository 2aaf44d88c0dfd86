import type { Attachment } from '../../messages/forms.ts';
import {
  ApplicationCommandOptionType,
  type APIApplicationCommandAttachmentOption,
  type APIApplicationCommandBooleanOption,
  type APIApplicationCommandIntegerOption,
  type APIApplicationCommandRoleOption,
  type APIApplicationCommandStringOption,
  type APIApplicationCommandUserOption,
} from 'discord-api-types/v10';
import { isUserError, UserError } from '../../lib/user-error.ts';
import type { Words } from '../../messages/words/words.ts';
import type { CommandContext } from './context.ts';
import type { Answers, Reply } from './reply.ts';
import type { MessagePicture } from '../../messages/message.ts';

type CommandWords = Words['commands'];

type LastWord<Path> = Path extends `${string} ${infer Name}` ? Name : Path;

/** One of the values from which people choose, where its name is the same in every language; else its value alone. */
export type OptionChoice = string | { name: string; value: string };

/** What all options have: what people read about one of this name stands in locales/. */
interface Named {
  name: keyof CommandWords['options'];
}

/** The kinds of options that Easel's commands have. */
export type CommandOption =
  | (Omit<APIApplicationCommandStringOption, 'name' | 'description' | 'choices' | 'autocomplete'> &
      Named & { choices?: readonly OptionChoice[]; autocomplete?: boolean })
  | (Omit<APIApplicationCommandIntegerOption, 'name' | 'description' | 'choices' | 'autocomplete'> & Named)
  | (Omit<APIApplicationCommandBooleanOption, 'name' | 'description'> & Named)
  | (Omit<APIApplicationCommandAttachmentOption, 'name' | 'description'> & Named)
  | (Omit<APIApplicationCommandUserOption, 'name' | 'description'> & Named)
  | (Omit<APIApplicationCommandRoleOption, 'name' | 'description'> & Named);

/** The definition of a command, or of one subcommand. */
export interface CommandData {
  /** What people read about it stands in locales/. */
  name: LastWord<keyof CommandWords['descriptions']>;
  /** Who may use the command unless a server says otherwise: Discord's permission bits. Everybody, when absent. */
  permissions?: bigint;
  /** Whether the command is for servers only. */
  serverOnly?: boolean;
  options?: readonly CommandOption[];
}

type ValueOfChoice<Choice> = Choice extends { value: infer V } ? V : Choice;

type ValueOf<O extends CommandOption> = O extends { choices: readonly (infer Choice)[] }
  ? ValueOfChoice<Choice>
  : O extends { type: ApplicationCommandOptionType.Integer }
    ? number
    : O extends { type: ApplicationCommandOptionType.Boolean }
      ? boolean
      : O extends { type: ApplicationCommandOptionType.Attachment }
        ? Attachment
        : string;

/** The values of a command's options: those that are required are there. People and roles come as their ids. */
export type OptionValues<O extends readonly CommandOption[]> = {
  [Each in O[number] as Each extends { required: true } ? Each['name'] : never]: ValueOf<Each>;
} & {
  [Each in O[number] as Each extends { required: true } ? never : Each['name']]?: ValueOf<Each>;
};

/** The value of any option. */
export type OptionValue = string | number | boolean | Attachment;

/** The values of any options, by their names. */
export type AnyValues = Readonly<Record<string, OptionValue>>;

/** A suggestion while a person types. */
export interface Suggestion {
  name: string;
  value: string;
}

/** A command without subcommands, or one subcommand. */
export interface Command {
  data: CommandData;
  /** Where the answer goes, which Discord wants to know before there is one. */
  answers: Answers | ((values: AnyValues, context: CommandContext) => Promise<Answers>);
  /** @throws UserError, or any other, which is a fault of ours. */
  run: (values: AnyValues, context: CommandContext) => Promise<Reply>;
  /** Suggestions for the option that is being typed; at most 25. */
  suggest?: (option: string, typed: string, context: CommandContext) => Promise<Suggestion[]>;
}

/** A command of a message's context menu. */
export interface MessageCommand {
  /** Its key in the word catalogue. Discord knows it by its English name. */
  name: keyof Words['menus'];
  /** As those of {@link CommandData}. */
  permissions?: bigint;
  serverOnly?: boolean;
  answers: Answers;
  run: (message: TargetMessage, context: CommandContext) => Promise<Reply>;
}

/** The message on which a context menu was opened. */
export interface TargetMessage {
  id: string;
  channelId: string;
  authorId: string;
  /** The person whose command or click it answers, where Discord tells. */
  asker?: { id: string; name: string } | undefined;
  ephemeral: boolean;
  /** Pictures that it shows: attached ones first, then those of its embeds. */
  pictures: readonly MessagePicture[];
  /** Those of its buttons and menus. */
  customIds: readonly string[];
}

/** Subcommands, which share a description and who may use them. */
export interface CommandGroup {
  data: Omit<CommandData, 'options'>;
  members: readonly Command[];
}

/** Everything under one name. */
export type TopLevelCommand = Command | CommandGroup;

/** What people read about a command, a group or a subcommand. */
export const describe = (path: string, { commands }: Words): string => {
  const texts: Readonly<Record<string, string>> = commands.descriptions;
  return texts[path] ?? path;
};

/** What the code gets of a choice. */
const valueOf = (choice: OptionChoice): string => (typeof choice === 'string' ? choice : choice.value);

const fits = (option: CommandOption, value: OptionValue): boolean => {
  const choices = 'choices' in option ? option.choices : undefined;
  if (choices?.some((choice) => valueOf(choice) === value) === false) return false;
  if (option.type === ApplicationCommandOptionType.Integer) return Number.isInteger(value);
  if (option.type === ApplicationCommandOptionType.Boolean) return typeof value === 'boolean';
  if (option.type === ApplicationCommandOptionType.Attachment) return typeof value === 'object';
  return typeof value === 'string';
};

const matches = <O extends readonly CommandOption[]>(
  { options }: { options?: O },
  values: AnyValues,
): values is OptionValues<O> & AnyValues =>
  (options ?? []).every((option) => {
    const value = values[option.name];
    return value === undefined ? option.required !== true : fits(option, value);
  });

/** Suggestions can't show an error. The command itself shows it later. */
const noneInstead = (error: unknown): Suggestion[] => {
  if (isUserError(error)) return [];
  throw error;
};

/** What defines a command, or a subcommand. */
interface CommandDefinition<O extends readonly CommandOption[]>
  extends CommandData, Pick<Command, 'answers' | 'suggest'> {
  options?: O;
  /** @throws UserError */
  run: (values: OptionValues<O>, context: CommandContext) => Reply | Promise<Reply>;
}

/** Defines a command, or a subcommand. The type of what it runs with follows from its options. */
export const defineCommand = <const O extends readonly CommandOption[] = []>({
  answers,
  run,
  suggest,
  ...data
}: CommandDefinition<O>): Command => ({
  data,
  answers,
  run: async (values, context) => {
    if (!matches(data, values)) throw new UserError('command-changed');
    return run(values, context);
  },
  ...(suggest && { suggest: (...typing) => suggest(...typing).catch(noneInstead) }),
});
