import { UserError } from '../../lib/user-error.ts';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { modal, textField } from '../../messages/forms.ts';
import type { Actions } from '../framework/action.ts';
import { type CommandContext, defineCommand, type TopLevelCommand } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import { inviteLink, logChannelText, missingPermissionsText } from '../framework/preflight.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';
import { settingsPanel } from './settings-panel.ts';
import { changesBetween, PAGES, settingOf, TIME_ZONE_FIELD, type Page } from './settings-table.ts';

/** As long as the longest name in the IANA database, and then some. */
const TIME_ZONE_LENGTH = 60;

const isPage = (word: string): word is Page => Object.hasOwn(PAGES, word);

/** A log channel in which the bot can't write is named at once. */
const logChannelWarning = async (
  guildId: string,
  logChannelId: string | undefined,
  { botPermissionsIn }: CommandContext,
): Promise<string> =>
  logChannelId === undefined
    ? ''
    : logChannelText(logChannelId, await botPermissionsIn(guildId, logChannelId));

/** What the bot lacks here and in the log channel, and what to do about it. */
const checkPermissions = async (context: CommandContext): Promise<Reply> => {
  const { invocation, guilds } = context;
  const guildId = managedGuild(invocation);
  const { logChannelId } = await guilds.settings.of(guildId);
  const ofLog = await logChannelWarning(guildId, logChannelId, context);
  const problems = [missingPermissionsText(invocation), ofLog].filter((text) => text !== '');
  if (problems.length === 0)
    return privateText(`The bot has all the permissions it needs in <#${invocation.channelId}>.`);
  const advice = `Grant them in the channel or server settings, or [invite the bot again](${inviteLink(invocation.applicationId)}) to add them for the whole server.`;
  return privateText([...problems, advice].join('\n\n'));
};

const timeZoneForm = () =>
  modal(customId('settings', 'time-zone'), 'Time zone', [
    textField(TIME_ZONE_FIELD, {
      label: 'Time zone',
      description: 'For example Europe/Berlin, America/New_York or UTC',
      maxLength: TIME_ZONE_LENGTH,
    }),
  ]);

/** Everything that the settings panel can do. */
export const settingsActions = {
  /** Another page of the panel. */
  'settings-page': {
    answers: 'in-place',
    run: async ({ subject }, { invocation, guilds }) => {
      if (!isPage(subject)) throw new UserError('command-changed');
      const settings = await guilds.settings.of(managedGuild(invocation));
      return { kind: 'update', message: settingsPanel(settings, subject) };
    },
  },

  /** A component of the panel, or its form, sets what it stands for. */
  settings: {
    answers: 'in-place',
    run: async ({ subject, ...input }, context) => {
      const { invocation, guilds } = context;
      const guildId = managedGuild(invocation);
      const { page, change } = settingOf(subject);
      const { before, after } = await guilds.settings.change(guildId, (present) => change(present, input));
      const changes = changesBetween(before, after);
      if (changes.length > 0)
        guilds.adminLog.record({ guildId, personId: invocation.personId, what: changes.join(' · ') });
      const content =
        subject === 'log-channel' ? await logChannelWarning(guildId, after.logChannelId, context) : '';
      return {
        kind: 'update',
        message: { ...settingsPanel(after, page), ...(content !== '' && { content }) },
      };
    },
  },

  /** The form for what no select can offer: there are over 400 time zones. */
  'settings-form': {
    answers: 'at-once',
    run: ({ subject }, { invocation }) => {
      managedGuild(invocation);
      if (subject !== 'time-zone') throw new UserError('command-changed');
      return Promise.resolve({ kind: 'modal', modal: timeZoneForm() });
    },
  },

  /** What the bot lacks, from the panel. */
  'settings-check': {
    answers: 'privately',
    run: (_use, context) => checkPermissions(context),
  },
} satisfies Actions;

const panel = defineCommand(
  {
    name: 'panel',
    description: 'See and change the settings of this server: defaults, channels, roles, language',
  },
  true,
  async (_values, { invocation, guilds }) => {
    const settings = await guilds.settings.of(managedGuild(invocation));
    return { kind: 'private', message: settingsPanel(settings, 'pictures') };
  },
);

const check = defineCommand(
  { name: 'check', description: 'Check which permissions the bot is missing in this channel' },
  true,
  (_values, context) => checkPermissions(context),
);

/** `/settings`: what a server decides. Discord lets no command with subcommands stand alone, so the panel is one. */
export const settings: TopLevelCommand = {
  name: 'settings',
  description: 'See and change the settings of this server',
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  members: [panel, check],
};
