import {
  DiscordAPIError,
  RESTJSONErrorCodes,
  type ApplicationCommand,
  type Client,
  type ClientApplication,
  type PrimaryEntryPointCommandData,
} from 'discord.js';
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
import { backOffMs, failureKind, type Retrying } from '../discord/failures.ts';

const FORBIDDEN = 403;
/** What Discord refuses is asked this much less often, since a person has to do something first. */
const REFUSED_FACTOR = 20;

const described = (say: (words: Words) => string) => ({
  description: say(ENGLISH),
  description_localizations: translationsOf(say),
});

const localized = (say: (words: Words) => string) => ({
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
  return { ...localized((words) => say(words) ?? choice), value: choice };
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
  ...localized(({ menus }) => menus[name]),
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

/** What Discord refuses in which command, and in which language: it names commands by their position. */
const refusedIn = (error: unknown, names: readonly string[]): string | undefined => {
  const [, ...lines] = error instanceof DiscordAPIError ? error.message.split('\n') : [];
  const named = lines.map((line) => line.replace(/^\d+/, (position) => names[Number(position)] ?? position));
  return named.length > 0 ? named.join('; ') : undefined;
};

/** An activity's own command, as it is. */
const entryPointOf = (command: ApplicationCommand): PrimaryEntryPointCommandData => {
  const { name, nameLocalizations, description, descriptionLocalizations, ...rest } = command;
  const { nsfw, contexts, integrationTypes, defaultMemberPermissions, handler } = rest;
  return {
    type: ApplicationCommandType.PrimaryEntryPoint,
    name,
    description,
    nsfw,
    defaultMemberPermissions,
    ...(nameLocalizations && { nameLocalizations }),
    ...(descriptionLocalizations && { descriptionLocalizations }),
    ...(contexts && { contexts }),
    ...(integrationTypes && { integrationTypes }),
    ...(handler && { handler }),
  };
};

/** Registers the commands, if Discord does not have them as they are. An activity's Entry Point can't be left out. */
const registerOnce = async (
  { application }: Client<true>,
  { commands, messageCommands }: RegistrationOptions,
): Promise<void> => {
  const { commands: present } = application;
  const installs = installsOf(await application.fetch());
  const wanted = [
    ...commands.map((command) => commandOf(command, installs)),
    ...messageCommands.map((command) => messageCommandOf(command, installs)),
  ];
  const [entryPoints, registered] = (await present.fetch({ withLocalizations: true })).partition(
    ({ type }) => type === ApplicationCommandType.PrimaryEntryPoint,
  );
  const isThere = (data: (typeof wanted)[number]) =>
    registered.some((command) => {
      const { id, applicationId: application_id, version, name, type } = command;
      if (name !== data.name || type !== data.type) return false;
      // Choices' names in other languages are compared only where their order counts.
      return command.equals({ ...data, id, application_id, version }, true);
    });
  const isSame = registered.size === wanted.length && wanted.every(isThere);
  if (!isSame) await present.set([...wanted, ...entryPoints.map(entryPointOf)]);
};

export interface RegistrationOptions extends Retrying {
  client: () => Client<true>;
  commands: readonly TopLevelCommand[];
  messageCommands: readonly MessageCommand[];
}

/** Registers the commands, and tries until Discord has them. Returns after the first try: nothing waits for another. */
export const registerCommands = (applicationId: string, options: RegistrationOptions): Promise<void> =>
  new Promise((resolve) => {
    const { client, commands, messageCommands, clock, random, log, signal } = options;
    const names = [...commands.map(({ data }) => data.name), ...messageCommands.map(({ name }) => name)];
    void retry(() => registerOnce(client(), options), {
      delayMs: (error, attempt) =>
        backOffMs(error, attempt, random()) * (failureKind(error) === 'retryable' ? 1 : REFUSED_FACTOR),
      onFailure: (error, { waitMs }) => {
        // Easel stops.
        if (waitMs === undefined) return;
        const cure = isScopeMissing(error) && {
          advice: 'the bot lacks the scope applications.commands: open this link, and add it again',
          invite: inviteLink(applicationId),
        };
        log.error("couldn't register the commands", {
          waitMs,
          refused: refusedIn(error, names),
          error,
          ...cure,
        });
        resolve();
      },
      clock,
      signal,
    }).then(resolve, resolve);
  });
