import { DiscordAPIError, RESTJSONErrorCodes, type Client, type ClientApplication } from 'discord.js';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
} from 'discord-api-types/v10';
import {
  describe,
  type Command,
  type CommandOption,
  type MessageCommand,
  type OptionChoice,
  type TopLevelCommand,
} from '../commands/framework/command.ts';
import { inviteLink } from '../commands/framework/preflight.ts';
import { ENGLISH, translationsOf } from '../messages/language.ts';
import type { Words } from '../messages/words/words.ts';
import { retry } from '../lib/retry.ts';
import { backOffMs, type Retrying } from '../discord/failures.ts';

const FORBIDDEN = 403;

const described = (say: (words: Words) => string) => ({
  description: say(ENGLISH),
  description_localizations: translationsOf(say),
});

const named = (say: (words: Words) => string) => ({
  name: say(ENGLISH),
  name_localizations: translationsOf(say),
});

type Choices = Readonly<Record<string, Readonly<Record<string, string>>>>;

const choiceOf = (option: string, choice: OptionChoice) => {
  if (typeof choice === 'object') return choice;
  const say = ({ commands }: Words) => {
    const choices: Choices = commands.choices;
    return choices[option]?.[choice];
  };
  if (say(ENGLISH) === undefined) return { name: choice, value: choice };
  return { ...named((words) => say(words) ?? choice), value: choice };
};

const optionOf = (option: CommandOption): APIApplicationCommandBasicOption => {
  const text = described(({ commands }) => commands.options[option.name]);
  if (option.type !== ApplicationCommandOptionType.String) return { ...option, ...text };
  const { choices, autocomplete, ...rest } = { ...option, ...text };
  return autocomplete === true
    ? { ...rest, autocomplete }
    : { ...rest, ...(choices && { choices: choices.map((choice) => choiceOf(option.name, choice)) }) };
};

const optionsOf = ({ data }: Command) => (data.options ?? []).map(optionOf);

const subcommandOf = (group: string, command: Command): APIApplicationCommandSubcommandOption => ({
  type: ApplicationCommandOptionType.Subcommand,
  name: command.data.name,
  ...described((words) => describe(`${group} ${command.data.name}`, words)),
  options: optionsOf(command),
});

type Installs = ApplicationIntegrationType[];

/**
 * Where a command is available. Conversations without the bot are only reached by people who installed it for
 * themselves. Commands for server settings need a server that has installed the bot.
 */
const availabilityOf = (installs: Installs, { serverOnly = false }: { serverOnly?: boolean } = {}) => {
  const { GuildInstall, UserInstall } = ApplicationIntegrationType;
  const { Guild, BotDM, PrivateChannel } = InteractionContextType;
  if (serverOnly) return { contexts: [Guild], integration_types: [GuildInstall] };
  const contexts = installs.includes(UserInstall) ? [Guild, BotDM, PrivateChannel] : [Guild, BotDM];
  return { contexts, integration_types: installs };
};

const commandOf = (command: TopLevelCommand, installs: Installs) => {
  const { name, permissions } = command.data;
  return {
    type: ApplicationCommandType.ChatInput as const,
    name,
    ...described((words) => describe(name, words)),
    options:
      'members' in command ? command.members.map((member) => subcommandOf(name, member)) : optionsOf(command),
    default_member_permissions: permissions === undefined ? null : String(permissions),
    ...availabilityOf(installs, command.data),
  };
};

const messageCommandOf = ({ name, permissions, serverOnly = false }: MessageCommand, installs: Installs) => ({
  type: ApplicationCommandType.Message as const,
  ...named(({ menus }) => menus[name]),
  default_member_permissions: permissions === undefined ? null : String(permissions),
  ...availabilityOf(installs, { serverOnly }),
});

/** How the bot can be installed: Discord refuses commands that are meant for any other way. */
const installsOf = ({ integrationTypesConfig: config }: ClientApplication): Installs => {
  const { GuildInstall, UserInstall } = ApplicationIntegrationType;
  const installs = [GuildInstall, UserInstall].filter((type) => config?.[type]);
  return installs.length === 0 ? [GuildInstall] : installs;
};

/** Whether Discord refuses commands for want of the scope `applications.commands`. */
const isScopeMissing = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.code === RESTJSONErrorCodes.MissingAccess || error.status === FORBIDDEN);

/** Registers the commands, if Discord does not have them as they are. */
const registerOnce = async (
  { application }: Client<true>,
  commands: readonly TopLevelCommand[],
  messageCommands: readonly MessageCommand[],
): Promise<void> => {
  const { commands: present } = application;
  const installs = installsOf(await application.fetch());
  const wanted = [
    ...commands.map((command) => commandOf(command, installs)),
    ...messageCommands.map((command) => messageCommandOf(command, installs)),
  ];
  const registered = await present.fetch({ withLocalizations: true });
  const isThere = (data: (typeof wanted)[number]) =>
    registered.some((command) => {
      const { id, applicationId: application_id, version, name, type } = command;
      if (name !== data.name || type !== data.type) return false;
      // Choices' names in other languages are compared only where their order counts.
      return command.equals({ ...data, id, application_id, version }, true);
    });
  const isSame = registered.size === wanted.length && wanted.every(isThere);
  if (!isSame) await present.set(wanted);
};

export interface RegistrationOptions extends Retrying {
  client: () => Client<true>;
  commands: readonly TopLevelCommand[];
  messageCommands: readonly MessageCommand[];
}

/** Registers the commands, and tries until Discord has them. */
export const registerCommands = (
  applicationId: string,
  { client, commands, messageCommands, clock, random, log, signal }: RegistrationOptions,
): Promise<void> =>
  retry(() => registerOnce(client(), commands, messageCommands), {
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
