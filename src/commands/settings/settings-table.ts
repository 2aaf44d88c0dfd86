import { ChannelType, type APIButtonComponent } from 'discord-api-types/v10';
import { timeZoneNamed } from '../../lib/calendar.ts';
import { UserError } from '../../lib/user-error.ts';
import {
  button,
  BUTTON_LENGTH,
  channelSelect,
  optionalSelect,
  roleSelect,
  row,
  select,
  type ActionRow,
} from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { oneLine, roleMentions } from '../../messages/markup.ts';
import { chosenIn, textOf } from '../../messages/forms.ts';
import { languageIn, MAX_PICKED, type Settings } from '../../services/guilds/settings.ts';
import { LANGUAGES, nameOf, spokenOf } from '../../messages/language.ts';
import { MAX_PERMUTATIONS } from '../../services/requests/permutations.ts';
import { ASPECT_RATIOS, MODES, SIZES, WHEN_ABSENT } from '../../services/requests/values.ts';
import { withChanges, type ActionUse } from '../framework/action.ts';
import type { Words } from '../../messages/words/words.ts';

/** The time zone's field in its form. */
export const TIME_ZONE_FIELD = 'time-zone';

/** The pages of the panel: Discord shows five rows at a time. */
export const PAGES = ['pictures', 'channels', 'people'] as const;
export type SettingsPage = (typeof PAGES)[number];

type SettingWords = Words['settings'];

/** The input of one component of the panel. */
type Input = Pick<ActionUse, 'number' | 'values' | 'shown' | 'fields'>;

/** One setting of a server, as the panel shows and changes it. */
interface Setting {
  page: SettingsPage;
  /** The channel that it chooses, whose permissions are checked then. */
  channel?: 'log' | 'gallery';
  /** Its value as the log channel names it, where nothing was chosen the default that applies. It never contains typed text. */
  show: (settings: Settings, words: SettingWords) => string;
  /** Whether its menu shows a selection in place of its name. */
  isPicked?: (settings: Settings) => boolean;
  /** Its control, which shows its value: a full row, or a button that shares a row. */
  control: (settings: Settings, words: SettingWords) => ActionRow | APIButtonComponent;
  change: (settings: Settings, input: Input) => Settings;
}

const WRITABLE = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread];

const id = (setting: string, number?: number) => customId('settings', setting, number);

/** One of several values, or none. */
const choiceSetting = (name: 'mode' | 'size' | 'aspectRatio', values: readonly string[]): Setting => ({
  page: 'pictures',
  show: ({ [name]: chosen }, { byDefault }) => chosen ?? byDefault(WHEN_ABSENT[name]),
  control: ({ [name]: chosen }, { names, byDefault }) =>
    row(optionalSelect(id(name), names[name], { values, chosen, none: byDefault(WHEN_ABSENT[name]) })),
  change: (settings, { values: [value] }) => ({ ...settings, [name]: values.find((one) => one === value) }),
});

const switchSetting = (setting: 'offer-again' | 'spoiler', field: 'offersAgain' | 'spoiler'): Setting => ({
  page: 'pictures',
  show: ({ [field]: isOn }, { on, off }) => (isOn ? on : off),
  // A button sets a fixed value instead of toggling, so that two quick clicks do the same as one.
  control: ({ [field]: isOn }, { names, on, off }) =>
    button(id(setting, isOn ? 0 : 1), `${names[setting]}: ${isOn ? on : off}`, {
      style: isOn ? 'success' : 'secondary',
    }),
  change: (settings, { number }) => ({ ...settings, [field]: number === 1 }),
});

/** A channel in which the bot writes something. */
const channelSetting = (
  setting: 'log-channel' | 'gallery',
  channel: 'log' | 'gallery',
  field: 'logChannelId' | 'galleryChannelId',
): Setting => ({
  page: 'channels',
  channel,
  isPicked: ({ [field]: chosen }) => chosen !== undefined,
  show: ({ [field]: chosen }, { none }) => (chosen === undefined ? none : `<#${chosen}>`),
  control: ({ [field]: chosen }, { names, none }) => {
    const ids = chosen === undefined ? [] : [chosen];
    return row(channelSelect(id(setting), `${names[setting]}: ${none}`, { ids, max: 1, types: WRITABLE }));
  },
  change: (settings, { values: [chosen] }) => ({ ...settings, [field]: chosen }),
});

/** As many as a select holds. */
const MAX_STARS = 25;

/** A number from 1 up to a highest. */
const numberSetting = (
  page: SettingsPage,
  setting: 'stars' | 'permutations',
  { field, max }: { field: 'galleryStars' | 'maxPermutations'; max: number },
): Setting => ({
  page,
  show: ({ [field]: chosen }) => String(chosen),
  control: ({ [field]: chosen }, { names }) => {
    const options = Array.from({ length: max }, (_none, index) => ({
      label: `${names[setting]}: ${index + 1}`,
      value: String(index + 1),
      default: index + 1 === chosen,
    }));
    return row(select(id(setting), names[setting], options));
  },
  change: (settings, { values: [value] }) => {
    const chosen = Number(value);
    const isPossible = Number.isInteger(chosen) && chosen >= 1 && chosen <= max;
    return { ...settings, ...(isPossible && { [field]: chosen }) };
  },
});

/** All settings by their names in custom ids, in the order of the panel: on each page the buttons come last. */
const SETTINGS: Readonly<Record<keyof SettingWords['names'], Setting>> = {
  mode: choiceSetting('mode', MODES),
  size: choiceSetting('size', SIZES),
  aspectRatio: choiceSetting('aspectRatio', ASPECT_RATIOS),
  'offer-again': switchSetting('offer-again', 'offersAgain'),
  spoiler: switchSetting('spoiler', 'spoiler'),
  without: {
    page: 'pictures',
    show: ({ without }, { on, off }) => (without === undefined ? off : on),
    control: ({ without }, { names, none }) => {
      const label = oneLine(`${names.without}: ${without ?? none}`, BUTTON_LENGTH);
      return button(customId('settings-form', 'without'), label);
    },
    change: (settings, { fields }) => ({ ...settings, without: chosenIn(fields, 'without') }),
  },
  'log-channel': channelSetting('log-channel', 'log', 'logChannelId'),
  gallery: channelSetting('gallery', 'gallery', 'galleryChannelId'),
  stars: numberSetting('channels', 'stars', { field: 'galleryStars', max: MAX_STARS }),
  roles: {
    page: 'people',
    isPicked: ({ roleIds }) => roleIds.length > 0,
    show: ({ roleIds }, { everyone }) => (roleIds.length === 0 ? everyone : roleMentions(roleIds)),
    control: ({ roleIds: ids }, { names, everyone }) =>
      row(roleSelect(id('roles'), `${names.roles}: ${everyone}`, { ids, max: MAX_PICKED })),
    change: (settings, input) => ({ ...settings, roleIds: withChanges(settings.roleIds, input) }),
  },
  language: {
    page: 'people',
    show: (settings, { byDefault }) => {
      const name = nameOf(spokenOf(languageIn(settings)));
      return settings.language === undefined ? byDefault(name) : name;
    },
    control: (settings, { names }) => {
      const options = LANGUAGES.map((value) => ({
        label: `${names.language}: ${nameOf(value)}`,
        value,
        default: value === spokenOf(languageIn(settings)),
      }));
      return row(select(id('language'), names.language, options));
    },
    change: (settings, { values: [value] }) => {
      const language = LANGUAGES.find((one) => one === value) ?? settings.language;
      return { ...settings, language };
    },
  },
  permutations: numberSetting('people', 'permutations', { field: 'maxPermutations', max: MAX_PERMUTATIONS }),
  'time-zone': {
    page: 'people',
    show: ({ timeZone }) => timeZone,
    control: ({ timeZone }, { names }) =>
      button(customId('settings-form', 'time-zone'), `${names['time-zone']}: ${timeZone}`),
    change: (settings, { fields }) => {
      const typed = textOf(fields, TIME_ZONE_FIELD);
      const timeZone = timeZoneNamed(typed);
      if (timeZone === undefined) throw new UserError('unknown-time-zone', { timeZone: typed });
      return { ...settings, timeZone };
    },
  },
};

type SettingName = keyof typeof SETTINGS;
const isSetting = (word: string): word is SettingName => Object.hasOwn(SETTINGS, word);
const NAMES = Object.keys(SETTINGS).filter(isSetting);

/** The settings of a page with their names, in their order. */
export const settingsOn = (page: SettingsPage): readonly (Setting & { name: SettingName })[] =>
  NAMES.map((name) => ({ name, ...SETTINGS[name] })).filter((setting) => setting.page === page);

/**
 * The setting that a component of the panel changes.
 *
 * @throws UserError command-changed when the panel no longer has the component.
 */
export const settingOf = (component: string): Setting => {
  if (!isSetting(component)) throw new UserError('command-changed');
  return SETTINGS[component];
};

/** The differences between two settings, one line each. */
export const changesBetween = (before: Settings, after: Settings, { settings: words }: Words): string[] =>
  NAMES.map((name) => ({
    name,
    from: SETTINGS[name].show(before, words),
    to: SETTINGS[name].show(after, words),
  }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => `${words.names[name]}: ${from} → ${to}`);
