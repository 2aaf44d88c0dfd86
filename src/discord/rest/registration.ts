import { isDeepStrictEqual } from 'node:util';
import type { REST } from '@discordjs/rest';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Routes,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type {
  Command,
  CommandOption,
  MessageCommand,
  OptionChoice,
  TopLevelCommand,
} from '../../commands/framework/command.ts';
import { wordsIn } from '../../commands/framework/language.ts';
import { ENGLISH, type CommandText } from '../../messages/words/words.ts';
import { readApplication } from './application.ts';
import { commandIdsOf } from './bot-requests.ts';

/** Discord's names of the languages that Easel speaks beside English: https://docs.discord.com/developers/reference#locales */
const LOCALES = ['de'] as const;

const localized = (text: CommandText): Record<string, string> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, wordsIn(locale).commands[text]]));

const described = ({ description }: { description: CommandText }) => ({
  description: ENGLISH.commands[description],
  description_localizations: localized(description),
});

const choiceFields = ({ name, value, text }: OptionChoice) => ({
  name,
  value,
  ...(text !== undefined && { name_localizations: localized(text) }),
});

const optionFields = (option: CommandOption) => ({
  type: option.type,
  name: option.name,
  ...described(option),
  required: option.required ?? false,
  ...('choices' in option && { choices: option.choices.map(choiceFields) }),
  ...('autocomplete' in option && { autocomplete: option.autocomplete }),
  ...('min_value' in option && { min_value: option.min_value }),
  ...('max_value' in option && { max_value: option.max_value }),
  ...('min_length' in option && { min_length: option.min_length }),
  ...('max_length' in option && { max_length: option.max_length }),
});

const subcommand = ({ data }: Command) => ({
  type: ApplicationCommandOptionType.Subcommand,
  name: data.name,
  ...described(data),
  options: (data.options ?? []).map(optionFields),
});

/**
 * Where a command is available. Conversations without the bot are only reached by people who installed it for
 * themselves. Commands for server settings need a server that has installed the bot.
 */
const shared = (installs: readonly ApplicationIntegrationType[], serverOnly = false) => {
  const { GuildInstall, UserInstall } = ApplicationIntegrationType;
  const { Guild, BotDM, PrivateChannel } = InteractionContextType;
  if (serverOnly) return { contexts: [Guild], integration_types: [GuildInstall] };
  return {
    contexts: installs.includes(UserInstall) ? [Guild, BotDM, PrivateChannel] : [Guild, BotDM],
    integration_types: [...installs],
  };
};

type Installs = Parameters<typeof shared>[0];

const commandPayload = (command: TopLevelCommand, installs: Installs) => {
  const { name, permissions, serverOnly, members } = command;
  const [only] = members;
  const isAlone = members.length === 1 && only?.data.name === name;
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    ...described(command),
    options: isAlone ? (only.data.options ?? []).map(optionFields) : members.map(subcommand),
    default_member_permissions: permissions === undefined ? null : String(permissions),
    ...shared(installs, serverOnly),
  };
};

const messageCommandPayload = ({ name, text }: MessageCommand, installs: Installs) => ({
  type: ApplicationCommandType.Message,
  name,
  name_localizations: localized(text),
  default_member_permissions: null,
  ...shared(installs),
});

/** The definitions of all commands for Discord. */
const payloadOf = (
  commands: readonly TopLevelCommand[],
  messageCommands: readonly MessageCommand[],
  installs: Installs,
) => [
  ...commands.map((command) => commandPayload(command, installs)),
  ...messageCommands.map((command) => messageCommandPayload(command, installs)),
];

const registeredSchema = z.array(z.looseObject({ type: z.number(), name: z.string() }));

/** Fields that Discord adds to each command, and its defaults. */
const IRRELEVANT = new Set([
  'id',
  'application_id',
  'guild_id',
  'version',
  'nsfw',
  'dm_permission',
  'handler',
]);

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'number');

/** Removes empty fields and Discord's additions at any depth, so that equal commands compare equal. */
const normalize = (value: unknown): unknown => {
  // Contexts and ways to install are sets, in whatever order Discord lists them.
  if (isNumbers(value)) return [...value].sort((a, b) => a - b);
  if (Array.isArray(value)) return value.map(normalize);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, field]) =>
      !IRRELEVANT.has(name) &&
      !(field === undefined || field === null || field === false || field === '') &&
      !(Array.isArray(field) && field.length === 0),
  );
  return Object.fromEntries(entries.map(([name, field]) => [name, normalize(field)]));
};

const comparable = (commands: readonly { type: number; name: string }[]): unknown =>
  new Map(commands.map((command) => [`${command.type} ${command.name}`, normalize(command)]));

/** Whether the registered commands differ from ours. */
const differs = (registered: unknown, wanted: readonly { type: number; name: string }[]): boolean =>
  !isDeepStrictEqual(comparable(registeredSchema.parse(registered)), comparable(wanted));

/** Registers the commands, if Discord does not have them as they are. Returns their ids, by name. */
export const registerCommands = async (
  rest: Pick<REST, 'get' | 'put'>,
  applicationId: string,
  commands: readonly TopLevelCommand[],
  messageCommands: readonly MessageCommand[],
): Promise<Map<string, string>> => {
  const route = Routes.applicationCommands(applicationId);
  const wanted = payloadOf(commands, messageCommands, (await readApplication(rest)).installs);
  // Without asking for them, Discord lists no localizations.
  const query = new URLSearchParams({ with_localizations: 'true' });
  const present = await rest.get(route, { query });
  return commandIdsOf(differs(present, wanted) ? await rest.put(route, { body: wanted }) : present);
};
