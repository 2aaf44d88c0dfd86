import { ChannelType, type APIButtonComponent } from 'discord-api-types/v10';
import { timeZoneNamed } from '../../lib/calendar.ts';
import { UserError } from '../../lib/user-error.ts';
import {
  button,
  channelSelect,
  optionalSelect,
  roleSelect,
  row,
  select,
  type Row,
} from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { textOf } from '../../messages/forms.ts';
import {
  LANGUAGES,
  MAX_PICKED,
  withOpenChannels,
  withSpoilerChannels,
  type Settings,
} from '../../services/guilds/settings.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../../services/image-api/wire.ts';
import type { ActionUse } from '../framework/action.ts';

/** The time zone's field in its form. */
export const TIME_ZONE_FIELD = 'time-zone';

/** The pages of the panel: Discord shows five rows at a time. */
export const PAGES = { pictures: 'Pictures', channels: 'Channels', people: 'People and language' } as const;
export type Page = keyof typeof PAGES;

/** What was put into one component of the panel. */
type Input = Pick<ActionUse, 'number' | 'values' | 'fields'>;

/** One setting of a server, as the panel shows and changes it. */
interface Setting {
  page: Page;
  name: string;
  /** What it is set to, as people read it; nothing in it was typed by anybody. */
  show: (settings: Settings) => string;
  /** What it is changed with: a row of its own, or a button that shares one with its neighbours. */
  control: (settings: Settings) => Row | APIButtonComponent;
  change: (settings: Settings, input: Input) => Settings;
}

const WRITABLE = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread];
// Not media channels: Discord's published description of a select does not know them.
const SHOWING_PICTURES = [...WRITABLE, ChannelType.GuildForum, ChannelType.GuildVoice];
const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;

const id = (setting: string, number?: number) => customId('settings', setting, number);

const choice = (setting: string, what: string, values: readonly string[], chosen: string | undefined): Row =>
  row(optionalSelect(id(setting), what, { values, chosen, none: 'none' }));

const known = <T extends string>(choices: readonly T[], value: string | undefined): T | undefined =>
  choices.find((candidate) => candidate === value);

const onOff = (setting: string, isOn: boolean, label: { on: string; off: string }): APIButtonComponent =>
  button(id(setting, isOn ? 0 : 1), isOn ? label.off : label.on);

// A button says what it sets to, rather than "the other way": two clicks at once do the thing once.
const isOn = ({ number }: Input): boolean => number === 1;

const mentions = (ids: readonly string[], mark: '#' | '@&', none: string): string =>
  ids.length === 0 ? none : ids.map((mentioned) => `<${mark}${mentioned}>`).join(' ');

const channels = (setting: string, name: string, ids: readonly string[]): Row =>
  row(channelSelect(id(setting), name, { ids, max: MAX_PICKED, types: SHOWING_PICTURES }));

/** Every setting by the name under which it stands in custom ids, in the order in which the panel shows them. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  mode: {
    page: 'pictures',
    name: 'Default mode for `/imagine`',
    show: ({ mode }) => mode ?? 'none',
    control: ({ mode }) => choice('mode', 'Default mode for /imagine', MODES, mode),
    change: ({ mode, ...settings }, { values: [value] }) => {
      const chosen = known(MODES, value);
      return { ...settings, ...(chosen !== undefined && { mode: chosen }) };
    },
  },
  size: {
    page: 'pictures',
    name: 'Default size for `/gen`',
    show: ({ size }) => size ?? 'none',
    control: ({ size }) => choice('size', 'Default size for /gen', SIZES, size),
    change: ({ size, ...settings }, { values: [value] }) => {
      const chosen = known(SIZES, value);
      return { ...settings, ...(chosen !== undefined && { size: chosen }) };
    },
  },
  ratio: {
    page: 'pictures',
    name: 'Default aspect ratio for `/gen`',
    show: ({ aspectRatio }) => aspectRatio ?? 'none',
    control: ({ aspectRatio }) =>
      choice('ratio', 'Default aspect ratio for /gen', ASPECT_RATIOS, aspectRatio),
    change: ({ aspectRatio, ...settings }, { values: [value] }) => {
      const chosen = known(ASPECT_RATIOS, value);
      return { ...settings, ...(chosen !== undefined && { aspectRatio: chosen }) };
    },
  },
  reactions: {
    page: 'pictures',
    name: 'Reactions',
    show: ({ reactions }) => (reactions ? 'on' : 'off'),
    control: ({ reactions }) =>
      onOff('reactions', reactions, { on: 'Turn on reactions', off: 'Turn off reactions' }),
    change: (settings, input) => ({ ...settings, reactions: isOn(input) }),
  },
  upload: {
    page: 'pictures',
    name: 'Delivery',
    show: ({ resultImages }) =>
      resultImages === undefined ? 'default' : { upload: 'uploads', link: 'links' }[resultImages],
    control: ({ resultImages }) =>
      onOff('upload', resultImages !== 'link', { on: 'Deliver as uploads', off: 'Deliver as links' }),
    change: (settings, input) => ({ ...settings, resultImages: isOn(input) ? 'upload' : 'link' }),
  },
  spoiler: {
    page: 'pictures',
    name: 'Spoilers',
    show: ({ spoiler }) => (spoiler ? 'on' : 'off'),
    control: ({ spoiler }) => onOff('spoiler', spoiler, { on: 'Turn on spoilers', off: 'Turn off spoilers' }),
    change: (settings, input) => ({ ...settings, spoiler: isOn(input) }),
  },
  'log-channel': {
    page: 'channels',
    name: 'Log channel',
    show: ({ logChannelId }) => (logChannelId === undefined ? 'none' : `<#${logChannelId}>`),
    control: ({ logChannelId }) => {
      const ids = logChannelId === undefined ? [] : [logChannelId];
      return row(channelSelect(id('log-channel'), 'Log channel', { ids, max: 1, types: WRITABLE }));
    },
    change: ({ logChannelId, ...settings }, { values: [chosen] }) => ({
      ...settings,
      ...(chosen !== undefined && { logChannelId: chosen }),
    }),
  },
  'spoiler-channels': {
    page: 'channels',
    name: 'Always spoilers in',
    show: ({ spoilerChannelIds }) => mentions(spoilerChannelIds, '#', 'none'),
    control: ({ spoilerChannelIds }) => channels('spoiler-channels', 'Always spoilers in', spoilerChannelIds),
    change: (settings, { values }) => withSpoilerChannels(settings, values),
  },
  'open-channels': {
    page: 'channels',
    name: 'Never spoilers in',
    show: ({ openChannelIds }) => mentions(openChannelIds, '#', 'none'),
    control: ({ openChannelIds }) => channels('open-channels', 'Never spoilers in', openChannelIds),
    change: (settings, { values }) => withOpenChannels(settings, values),
  },
  roles: {
    page: 'people',
    name: 'Who can make requests',
    show: ({ roleIds }) => mentions(roleIds, '@&', 'everyone'),
    control: ({ roleIds: ids }) =>
      row(roleSelect(id('roles'), 'Who can make requests: everyone', { ids, max: MAX_PICKED })),
    change: (settings, { values }) => ({ ...settings, roleIds: [...values] }),
  },
  language: {
    page: 'people',
    name: 'Language',
    show: ({ language }) => LANGUAGE_NAMES[language],
    control: ({ language }) => {
      const options = LANGUAGES.map((value) => ({
        label: LANGUAGE_NAMES[value],
        value,
        default: value === language,
      }));
      return row(select(id('language'), 'Language', options));
    },
    change: (settings, { values: [value] }) => ({
      ...settings,
      language: known(LANGUAGES, value) ?? settings.language,
    }),
  },
  'time-zone': {
    page: 'people',
    name: 'Time zone',
    show: ({ timeZone }) => timeZone,
    control: ({ timeZone }) => button(customId('settings-form', 'time-zone'), `Time zone: ${timeZone}`),
    change: (settings, { fields }) => {
      const typed = textOf(fields, TIME_ZONE_FIELD);
      const timeZone = timeZoneNamed(typed);
      if (timeZone === undefined) throw new UserError('unknown-time-zone', { timeZone: typed });
      return { ...settings, timeZone };
    },
  },
};

/** The settings of a page, in their order. */
export const settingsOn = (page: Page): readonly Setting[] =>
  Object.values(SETTINGS).filter((setting) => setting.page === page);

/**
 * The setting that a component of the panel changes.
 *
 * @throws UserError command-changed when the panel has no such component any more.
 */
export const settingOf = (component: string): Setting => {
  const setting = Object.hasOwn(SETTINGS, component) ? SETTINGS[component] : undefined;
  if (!setting) throw new UserError('command-changed');
  return setting;
};

/** What two settings differ in, in words, one line each. */
export const changesBetween = (before: Settings, after: Settings): string[] =>
  Object.values(SETTINGS)
    .filter(({ show }) => show(before) !== show(after))
    .map(({ name, show }) => `${name}: ${show(before)} → ${show(after)}`);
