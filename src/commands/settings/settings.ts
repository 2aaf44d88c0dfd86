import { UserError } from '../../lib/user-error.ts';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { button, buttonRows, row } from '../../messages/components.ts';
import { modal, textField } from '../../messages/forms.ts';
import type { Action } from '../framework/action.ts';
import { defineCommand } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import { customId } from '../../messages/custom-id.ts';
import {
  inviteLink,
  channelText,
  missingPermissionsText,
  NEEDED_PERMISSIONS,
  OFFER_PERMISSION,
} from '../framework/preflight.ts';
import type { Settings } from '../../services/guilds/settings.ts';
import type { Words } from '../../messages/words/words.ts';
import { recordChange } from '../framework/record-change.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';
import {
  changesBetween,
  PAGES,
  settingOf,
  settingsOn,
  TIME_ZONE_FIELD,
  type SettingsPage,
} from './settings-table.ts';
import { FOR_ADMINS, FOR_ADMINS_ON_PANEL } from '../framework/may.ts';
import { withoutField } from '../requests/fields.ts';
import { setupReply } from '../requests/set-up.ts';
import type { MessageBody } from '../../messages/message.ts';

/** More than the longest name in the IANA database. */
const TIME_ZONE_LENGTH = 60;

const isPage = (word: string): word is SettingsPage => PAGES.some((page) => page === word);

/** The panel in which admins see and change what their server decides. */
const settingsPanel = (settings: Settings, page: SettingsPage, { settings: words }: Words): MessageBody => {
  const controls = settingsOn(page).map(({ control }) => control(settings, words));
  // A menu with a selection doesn't say what it is for.
  const listed = settingsOn(page).flatMap(({ name, isPicked, show }) =>
    isPicked?.(settings) === true ? [`**${words.names[name]}:** ${show(settings, words)}`] : [],
  );
  const pageButtons = PAGES.map((one) =>
    button(customId('settings-page', one), words.pages[one], {
      style: one === page ? 'primary' : 'secondary',
      disabled: one === page,
    }),
  );
  return {
    embeds: [
      { title: words.title(words.pages[page]), description: [words.notes[page], ...listed].join('\n') },
    ],
    components: [
      ...controls.filter((one) => 'components' in one),
      ...buttonRows(controls.flatMap((one) => ('components' in one ? [] : [one]))),
      row(...pageButtons, button(customId('settings-check'), words.check)),
    ],
  };
};

/** Changes a server's settings, and logs the change. @returns what they are then */
const changeSettings = async (
  context: CommandContext,
  change: (settings: Settings) => Settings,
): Promise<Settings> => {
  const guildId = managedGuild(context.invocation);
  const { before, after } = await context.guilds.settings.change(guildId, change);
  const changes = (read: Words) => changesBetween(before, after, read);
  if (changes(context.words).length > 0) recordChange(context, guildId, (read) => changes(read).join(' · '));
  return after;
};

/** What an admin may not have meant about a channel: `missing` are permissions of the bot, and `others` anything else. */
const channelProblems = async (
  guildId: string,
  kind: 'log' | 'gallery',
  { [`${kind}ChannelId` as const]: channelId, logChannelId, galleryChannelId }: Settings,
  { rights, words }: CommandContext,
): Promise<Record<'missing' | 'others', string>> => {
  if (channelId === undefined) return { missing: '', others: '' };
  const { logIsOpen, logIsGallery, channelGone, threadLocked } = words.permissions;
  const link = `<#${channelId}>`;
  const isOpen = kind === 'log' && (await rights.everyoneSees(guildId, channelId));
  const own = await rights.ofBot(guildId, channelId);
  const closed = own === undefined ? channelGone(kind, link) : own.isLocked ? threadLocked(kind, link) : '';
  const shared = logChannelId === galleryChannelId ? logIsGallery : isOpen ? logIsOpen(link) : '';
  return {
    missing: own === undefined ? '' : channelText(kind, channelId, own, words),
    others: joined([closed, shared], '\n'),
  };
};

const joined = (texts: readonly string[], between: string): string =>
  texts.filter((text) => text !== '').join(between);

const channelWarning = async (...about: Parameters<typeof channelProblems>): Promise<string> => {
  const { missing, others } = await channelProblems(...about);
  return joined([missing, others], '\n');
};

/** The bot's missing permissions here and in the log channel and gallery, and how to grant them. */
const checkPermissions = async (context: CommandContext): Promise<Reply> => {
  const { invocation, guilds, words } = context;
  const guildId = managedGuild(invocation);
  const settings = await guilds.settings.of(guildId);
  const needed = settings.offersAgain ? [...NEEDED_PERMISSIONS, OFFER_PERMISSION] : NEEDED_PERMISSIONS;
  const log = await channelProblems(guildId, 'log', settings, context);
  const gallery = await channelProblems(guildId, 'gallery', settings, context);
  const here = missingPermissionsText(invocation, words, needed);
  const missing = joined([here, log.missing, gallery.missing], '\n\n');
  const advice = missing === '' ? '' : words.settings.grant(inviteLink(invocation.applicationId, needed));
  const text = joined([missing, advice, log.others, gallery.others], '\n\n');
  return privateText(text === '' ? words.settings.allGranted(`<#${invocation.channelId}>`) : text);
};

const withoutForm = (value: string | undefined, words: Words) =>
  modal(customId('settings', 'without'), words.settings.names.without, [withoutField(value, words)]);

const timeZoneForm = ({ settings: { names, timeZoneExamples: description } }: Words) => {
  const label = names['time-zone'];
  const field = textField(TIME_ZONE_FIELD, { label, description, maxLength: TIME_ZONE_LENGTH });
  return modal(customId('settings', 'time-zone'), label, [field]);
};

const presentPanel = async (page: SettingsPage, context: CommandContext): Promise<MessageBody> => {
  const { invocation, words } = context;
  const guildId = managedGuild(invocation);
  const settings = await context.settings();
  // What the log tells may be read by more people since the channel was chosen.
  const content = page === 'channels' ? await channelWarning(guildId, 'log', settings, context) : '';
  return { ...settingsPanel(settings, page, words), content };
};

/** Everything that the settings panel can do. */
export const settingsActions: readonly Action[] = [
  /** Another page of the panel. */
  {
    name: 'settings-page',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject }, context) => {
      if (!isPage(subject)) throw new UserError('command-changed');
      const message = await presentPanel(subject, context);
      return { kind: 'update', message };
    },
  },

  /** Handles a component of the panel or its form: changes its setting. */
  {
    name: 'settings',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject, ...input }, context) => {
      const { invocation, words } = context;
      const guildId = managedGuild(invocation);
      const { page, channel, change } = settingOf(subject);
      const [picked] = input.values;
      if (channel && picked !== undefined && !(await context.channels.isOf(guildId, picked))) {
        const content = words.permissions.channelGone(channel, `<#${picked}>`);
        return { kind: 'update', message: { ...(await presentPanel(page, context)), content } };
      }
      const after = await changeSettings(context, (present) => change(present, input));
      const content = channel ? await channelWarning(guildId, channel, after, context) : '';
      return {
        kind: 'update',
        message: { ...settingsPanel(after, page, words), content },
      };
    },
  },

  /** The forms for what no select can offer: there are over 400 time zones. */
  {
    name: 'settings-form',
    may: FOR_ADMINS,
    answers: 'at-once',
    run: async ({ subject }, { invocation, guilds, words }) => {
      if (subject === 'time-zone') return { kind: 'modal', modal: timeZoneForm(words) };
      if (subject !== 'without') throw new UserError('command-changed');
      const { without } = await guilds.settings.of(managedGuild(invocation));
      return { kind: 'modal', modal: withoutForm(without, words) };
    },
  },

  /** The step of a new server's set-up: the roles that can make requests. */
  {
    name: 'setup-roles',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'in-place',
    run: async (use, context) => {
      await changeSettings(context, (settings) => settingOf('roles').change(settings, use));
      return setupReply(context);
    },
  },

  /** Shows missing permissions from the panel. */
  {
    name: 'settings-check',
    may: FOR_ADMINS,
    answers: 'privately',
    run: (_use, context) => checkPermissions(context),
  },
];

/** `/settings`: a server's settings. */
export const settings = defineCommand({
  name: 'settings',
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  answers: 'privately',
  run: async (_values, context) => ({
    kind: 'private',
    message: await presentPanel('pictures', context),
  }),
});
