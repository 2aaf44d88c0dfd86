import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type {
  APIApplicationCommandAttachmentOption,
  APIApplicationCommandBooleanOption,
  APIApplicationCommandIntegerOption,
  APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import type { Accounts } from '../services/guilds/accounts.ts';
import type { Jobs } from '../services/jobs/jobs.ts';
import type { Clock } from '../clock.ts';
import type { Attachment, Invocation } from './invocation.ts';
import type { Reply } from './reply.ts';

/** The kinds of options that Easel's commands have. */
export type CommandOption =
  | APIApplicationCommandStringOption
  | APIApplicationCommandIntegerOption
  | APIApplicationCommandBooleanOption
  | APIApplicationCommandAttachmentOption;

/** What Discord is told of a command. */
export interface CommandData {
  name: string;
  description: string;
  options?: readonly CommandOption[];
}

type ValueOf<O extends CommandOption> = O extends { choices: readonly { value: infer V }[] }
  ? V
  : O extends { type: ApplicationCommandOptionType.String }
    ? string
    : O extends { type: ApplicationCommandOptionType.Integer }
      ? number
      : O extends { type: ApplicationCommandOptionType.Boolean }
        ? boolean
        : Attachment;

type Named<D extends CommandData> = NonNullable<D['options']>[number];

/** The values of a command's options: those that are required are there. */
export type OptionValues<D extends CommandData> = {
  [O in Named<D> as O extends { required: true } ? O['name'] : never]: ValueOf<O>;
} & {
  [O in Named<D> as O extends { required: true } ? never : O['name']]?: ValueOf<O>;
};

/** The value of any option. */
export type OptionValue = string | number | boolean | Attachment;

/** What commands and actions may use. */
export interface CommandContext {
  invocation: Invocation;
  jobs: Pick<
    Jobs,
    'accept' | 'answered' | 'withdraw' | 'stop' | 'askAgain' | 'bring' | 'find' | 'ofPerson' | 'place'
  >;
  accounts: Pick<Accounts, 'choose'>;
  clock: Clock;
  /** What Discord is told of every command. */
  commands: readonly CommandData[];
}

/** A command: what Discord is told of it, and what it does. */
export interface Command {
  data: CommandData;
  /** Whether the answer is for the person alone, which Discord wants to know before there is one. */
  isPrivate: (values: Readonly<Record<string, OptionValue>>) => boolean;
  /** @throws an error for which there are words in user-message.ts, or any other, which is a fault of ours. */
  run: (values: Readonly<Record<string, OptionValue>>, context: CommandContext) => Promise<Reply>;
}

/** Discord and this version of Easel do not agree on a command: it was changed a moment ago. */
export class CommandMismatchError extends Error {
  override name = 'CommandMismatchError';
  readonly command: string;

  constructor(command: string) {
    super(`What came for ${command} is not what it expects`);
    this.command = command;
  }
}

const fits = (option: CommandOption, value: OptionValue): boolean => {
  const choices = 'choices' in option ? option.choices : undefined;
  if (choices?.some((choice) => choice.value === value) === false) return false;
  if (option.type === ApplicationCommandOptionType.String) return typeof value === 'string';
  if (option.type === ApplicationCommandOptionType.Integer) return Number.isInteger(value);
  if (option.type === ApplicationCommandOptionType.Boolean) return typeof value === 'boolean';
  return typeof value === 'object';
};

const matches = <D extends CommandData>(
  data: D,
  values: Readonly<Record<string, OptionValue>>,
): values is OptionValues<D> & Readonly<Record<string, OptionValue>> =>
  (data.options ?? []).every((option) => {
    const value = values[option.name];
    return value === undefined ? option.required !== true : fits(option, value);
  });

/**
 * Defines a command. The type of its function's argument follows from the options that Discord is told of.
 *
 * @param isPrivate whether the answer is for the person alone: always, never, or by the values.
 */
export const defineCommand = <const D extends CommandData>(
  data: D,
  isPrivate: boolean | ((values: Readonly<Record<string, OptionValue>>) => boolean),
  run: (values: OptionValues<D>, context: CommandContext) => Promise<Reply>,
): Command => ({
  data,
  isPrivate: typeof isPrivate === 'function' ? isPrivate : () => isPrivate,
  run: async (values, context) => {
    if (!matches(data, values)) throw new CommandMismatchError(data.name);
    return run(values, context);
  },
});
