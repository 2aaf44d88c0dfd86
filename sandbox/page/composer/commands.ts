import type { ApplicationCommand, CommandOption, ValueOption } from '../../discord/rules/commands.ts';
import { CommandType, OptionType } from '../../discord/rules/numbers.ts';

/** A command as people type it: with its subcommand, if it has any. */
export interface TypedCommand {
  fullName: string;
  description: string;
  options: readonly ValueOption[];
}

const isValueOption = (option: CommandOption): option is ValueOption => option.type >= OptionType.String;

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
