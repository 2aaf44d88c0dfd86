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
import { oneLine } from '../../messages/markup.ts';
import { chosenIn, textOf } from '../../messages/forms.ts';
import { LANGUAGES, MAX_PICKED, type Settings } from '../../services/guilds/settings.ts';
import { MAX_PERMUTATIONS } from '../../services/image-api/permutations.ts';
import { ASPECT_RATIOS, MODES, SIZES, WHEN_ABSENT } from '../../services/image-api/wire.ts';
import type { ActionUse } from '../framework/action.ts';
import type { Words } from '../framework/language.ts';

/** In characters: as much of a text as a button shows. */
const LABEL_LENGTH = 80;

/** The time zone's field in its form. */
export const TIME_ZONE_FIELD = 'time-zone';

/** The pages of the panel: Discord shows five rows at a time. */
export const PAGES = ['pictures', 'channels', 'people'] as const;
export type Page = (typeof PAGES)[number];

type SettingWords = Words['settings'];

/** The input of one component of the panel. */
type Input = Pick<ActionUse, 'number' | 'values' | 'fields'>;

/** One setting of a server, as the panel shows and changes it. */
interface Setting {
  page: Page;
  /** Its value as the log channel names it, where nothing was chosen the default that applies. It never contains typed text. */
  show: (settings: Settings, words: SettingWords) => string;
  /** Its control, which shows its value: a full row, or a button that shares a row. */
  control: (settings: Settings, words: SettingWords) => Row | APIButtonComponent;
  change: (settings: Settings, input: Input) => Settings;
}

const WRITABLE = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread];
const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;

const id = (setting: string, number?: number) => customId('settings', setting, number);

const choice = (
  setting: 'mode' | 'size' | 'ratio',
  { names, byDefault }: SettingWords,
  {
    values,
    chosen,
    whenAbsent,
  }: { values: readonly string[]; chosen: string | undefined; whenAbsent: string },
): Row => row(optionalSelect(id(setting), names[setting], { values, chosen, none: byDefault(whenAbsent) }));

const known = <T extends string>(choices: readonly T[], value: string | undefined): T | undefined =>
  choices.find((candidate) => candidate === value);

const onOff = (
  setting: 'offer-again' | 'spoiler',
  isOn: boolean,
  { names, on, off }: SettingWords,
): APIButtonComponent =>
  button(id(setting, isOn ? 0 : 1), `${names[setting]}: ${isOn ? on : off}`, {
    style: isOn ? 'success' : 'secondary',
  });

/** A channel in which the bot writes something. */
const channelSetting = (
  setting: 'log-channel' | 'gallery',
  field: 'logChannelId' | 'galleryChannelId',
): Setting => ({
  page: 'channels',
  show: ({ [field]: chosen }, { none }) => (chosen === undefined ? none : `<#${chosen}>`),
  control: ({ [field]: chosen }, { names, none }) => {
    const ids = chosen === undefined ? [] : [chosen];
    return row(channelSelect(id(setting), `${names[setting]}: ${none}`, { ids, max: 1, types: WRITABLE }));
  },
  change: ({ [field]: _before, ...settings }, { values: [chosen] }) => ({
    ...settings,
    ...(chosen !== undefined && { [field]: chosen }),
  }),
});

/** As many as a select holds. */
const MAX_STARS = 25;

/** A number from 1 up to a highest. */
const numberSetting = (
  page: Page,
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

// A button sets a fixed value instead of toggling, so that two quick clicks do the same as one.
const isOn = ({ number }: Input): boolean => number === 1;

/** All settings by their names in custom ids, in the order of the panel. */
const SETTINGS: Readonly<Record<keyof SettingWords['names'], Setting>> = {
  mode: {
    page: 'pictures',
    show: ({ mode }, { byDefault }) => mode ?? byDefault(WHEN_ABSENT.mode),
    control: ({ mode }, words) =>
      choice('mode', words, { values: MODES, chosen: mode, whenAbsent: WHEN_ABSENT.mode }),
    change: ({ mode, ...settings }, { values: [value] }) => {
      const chosen = known(MODES, value);
      return { ...settings, ...(chosen !== undefined && { mode: chosen }) };
    },
  },
  size: {
    page: 'pictures',
    show: ({ size }, { byDefault }) => size ?? byDefault(WHEN_ABSENT.size),
    control: ({ size }, words) =>
      choice('size', words, { values: SIZES, chosen: size, whenAbsent: WHEN_ABSENT.size }),
    change: ({ size, ...settings }, { values: [value] }) => {
      const chosen = known(SIZES, value);
      return { ...settings, ...(chosen !== undefined && { size: chosen }) };
    },
  },
  ratio: {
    page: 'pictures',
    show: ({ aspectRatio }, { byDefault }) => aspectRatio ?? byDefault(WHEN_ABSENT.aspectRatio),
    control: ({ aspectRatio }, words) =>
      choice('ratio', words, {
        values: ASPECT_RATIOS,
        chosen: aspectRatio,
        whenAbsent: WHEN_ABSENT.aspectRatio,
      }),
    change: ({ aspectRatio, ...settings }, { values: [value] }) => {
      const chosen = known(ASPECT_RATIOS, value);
      return { ...settings, ...(chosen !== undefined && { aspectRatio: chosen }) };
    },
  },
  'offer-again': {
    page: 'pictures',
    show: ({ offersAgain }, { on, off }) => (offersAgain ? on : off),
    control: ({ offersAgain }, words) => onOff('offer-again', offersAgain, words),
    change: (settings, input) => ({ ...settings, offersAgain: isOn(input) }),
  },
  spoiler: {
    page: 'pictures',
    show: ({ spoiler }, { on, off }) => (spoiler ? on : off),
    control: ({ spoiler }, words) => onOff('spoiler', spoiler, words),
    change: (settings, input) => ({ ...settings, spoiler: isOn(input) }),
  },
  without: {
    page: 'pictures',
    show: ({ without }, { on, off }) => (without === undefined ? off : on),
    control: ({ without }, { names, none }) => {
      const label = oneLine(`${names.without}: ${without ?? none}`, LABEL_LENGTH);
      return button(customId('settings-form', 'without'), label);
    },
    change: ({ without, ...settings }, { fields }) => {
      const typed = chosenIn(fields, 'without');
      return { ...settings, ...(typed !== undefined && { without: typed }) };
    },
  },
  'log-channel': channelSetting('log-channel', 'logChannelId'),
  gallery: channelSetting('gallery', 'galleryChannelId'),
  stars: numberSetting('channels', 'stars', { field: 'galleryStars', max: MAX_STARS }),
  roles: {
    page: 'people',
    show: ({ roleIds }, { everyone }) =>
      roleIds.length === 0 ? everyone : roleIds.map((id) => `<@&${id}>`).join(' '),
    control: ({ roleIds: ids }, { names, everyone }) =>
      row(roleSelect(id('roles'), `${names.roles}: ${everyone}`, { ids, max: MAX_PICKED })),
    change: (settings, { values }) => ({ ...settings, roleIds: [...values] }),
  },
  language: {
    page: 'people',
    show: ({ language }) => LANGUAGE_NAMES[language],
    control: ({ language }, { names }) => {
      const options = LANGUAGES.map((value) => ({
        label: `${names.language}: ${LANGUAGE_NAMES[value]}`,
        value,
        default: value === language,
      }));
      return row(select(id('language'), names.language, options));
    },
    change: (settings, { values: [value] }) => ({
      ...settings,
      language: known(LANGUAGES, value) ?? settings.language,
    }),
  },
  permutations: numberSetting('people', 'permutations', { field: 'maxPermutations', max: MAX_PERMUTATIONS }),
  'time-zone': {
    page: 'people',
    show: ({ timeZone }) => timeZone,
    control: ({ timeZone }, { names, unknownTimeZone }) => {
      const shown = timeZoneNamed(timeZone) === undefined ? unknownTimeZone(timeZone) : timeZone;
      return button(customId('settings-form', 'time-zone'), `${names['time-zone']}: ${shown}`);
    },
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
export const settingsOn = (page: Page): readonly (Setting & { name: SettingName })[] =>
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
