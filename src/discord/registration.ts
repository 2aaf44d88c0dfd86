import type {
  REST,
  ApplicationCommandData,
  ApplicationCommandSubCommandData,
  Client,
  LocalizationMap,
} from 'discord.js';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord-api-types/v10';
import type {
  Command,
  CommandOption,
  MessageCommand,
  OptionChoice,
  TopLevelCommand,
} from '../commands/framework/command.ts';
import { wordsIn } from '../commands/framework/language.ts';
import { inviteLink } from '../commands/framework/preflight.ts';
import type { Clock } from '../lib/clock.ts';
import { retry } from '../lib/retry.ts';
import { ENGLISH, type CommandText } from '../messages/words/words.ts';
import type { Log } from '../services/operations/log.ts';
import { isScopeMissing, readApplication } from './application.ts';
import { backOffMs } from './failures.ts';

/** Discord's names of the languages that Easel speaks beside English: https://docs.discord.com/developers/reference#locales */
const LOCALES = ['de'] as const;

const localized = (text: CommandText): LocalizationMap =>
  Object.fromEntries(LOCALES.map((locale) => [locale, wordsIn(locale).commands[text]]));

const described = ({ description }: { description: CommandText }) => ({
  description: ENGLISH.commands[description],
  descriptionLocalizations: localized(description),
});

const choiceOf = ({ name, value, text }: OptionChoice) => ({
  name,
  value,
  ...(text !== undefined && { nameLocalizations: localized(text) }),
});

type OptionData = NonNullable<ApplicationCommandSubCommandData['options']>[number];

const optionOf = (option: CommandOption): OptionData => {
  const shared = { name: option.name, required: option.required ?? false, ...described(option) };
  if (option.type === ApplicationCommandOptionType.String) {
    const { type, min_length: minLength, max_length: maxLength, choices } = option;
    const lengths = {
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    };
    return option.autocomplete === true
      ? { ...shared, type, ...lengths, autocomplete: true }
      : { ...shared, type, ...lengths, ...(choices && { choices: choices.map(choiceOf) }) };
  }
  if (option.type === ApplicationCommandOptionType.Integer) {
    const { type, min_value: minValue, max_value: maxValue } = option;
    return {
      ...{ ...shared, type },
      ...(minValue !== undefined && { minValue }),
      ...(maxValue !== undefined && { maxValue }),
    };
  }
  return { ...shared, type: option.type };
};

const subcommandOf = ({ data }: Command): ApplicationCommandSubCommandData => ({
  type: ApplicationCommandOptionType.Subcommand,
  name: data.name,
  ...described(data),
  options: (data.options ?? []).map(optionOf),
});

type Installs = readonly ApplicationIntegrationType[];

/**
 * Where a command is available. Conversations without the bot are only reached by people who installed it for
 * themselves. Commands for server settings need a server that has installed the bot.
 */
const placesOf = (installs: Installs, serverOnly = false) => {
  const { GuildInstall, UserInstall } = ApplicationIntegrationType;
  const { Guild, BotDM, PrivateChannel } = InteractionContextType;
  if (serverOnly) return { contexts: [Guild], integrationTypes: [GuildInstall] };
  const contexts = installs.includes(UserInstall) ? [Guild, BotDM, PrivateChannel] : [Guild, BotDM];
  return { contexts, integrationTypes: installs };
};

const commandOf = (command: TopLevelCommand, installs: Installs): ApplicationCommandData => {
  const { name, permissions = null, serverOnly, members } = command;
  const [only] = members;
  const isAlone = members.length === 1 && only?.data.name === name;
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    ...described(command),
    options: isAlone ? (only.data.options ?? []).map(optionOf) : members.map(subcommandOf),
    defaultMemberPermissions: permissions,
    ...placesOf(installs, serverOnly),
  };
};

const messageCommandOf = ({ name, text }: MessageCommand, installs: Installs): ApplicationCommandData => ({
  type: ApplicationCommandType.Message,
  name,
  nameLocalizations: localized(text),
  defaultMemberPermissions: null,
  ...placesOf(installs),
});

/** Registers the commands, if Discord does not have them as they are. Returns their ids, by name. */
const registerOnce = async (
  { application: { commands: present } }: Client<true>,
  rest: Pick<REST, 'get'>,
  commands: readonly TopLevelCommand[],
  messageCommands: readonly MessageCommand[],
): Promise<Map<string, string>> => {
  const { installs } = await readApplication(rest);
  const wanted = [
    ...commands.map((command) => commandOf(command, installs)),
    ...messageCommands.map((command) => messageCommandOf(command, installs)),
  ];
  const registered = await present.fetch({ withLocalizations: true });
  const isThere = (data: ApplicationCommandData) =>
    registered.some(
      // Choices' names in other languages are compared only where their order counts.
      (command) => command.name === data.name && command.type === data.type && command.equals(data, true),
    );
  const isSame = registered.size === wanted.length && wanted.every(isThere);
  const ids = isSame ? registered : await present.set(wanted);
  return new Map(ids.map(({ name, id }) => [name, id]));
};

export interface RegistrationOptions {
  client: () => Client<true>;
  rest: Pick<REST, 'get'>;
  commands: readonly TopLevelCommand[];
  messageCommands: readonly MessageCommand[];
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** The attempt after it aborts is the last. */
  signal: AbortSignal;
}

/** Registers the commands, and tries until Discord has them. Returns their ids, by name. */
export const registerCommands = (
  applicationId: string,
  { client, rest, commands, messageCommands, clock, random, log, signal }: RegistrationOptions,
): Promise<Map<string, string>> =>
  retry(() => registerOnce(client(), rest, commands, messageCommands), {
    delayMs: (error, attempt) => backOffMs(error, attempt, random()),
    onFailure: (error, { waitMs }) => {
      const cure = isScopeMissing(error) && {
        advice: 'the bot lacks the scope applications.commands: open this link, and add it again',
        invite: inviteLink(applicationId),
      };
      log.error("couldn't register the commands", { waitMs, error, ...cure });
    },
    clock,
    signal,
  });
