import type { Settings } from '../../services/guilds/settings.ts';

/** One setting in words. */
interface Described {
  name: string;
  /** What it is set to, as people read it; nothing in it was typed by anybody. */
  show: (settings: Settings) => string;
}

export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;

const all = (mentions: readonly string[], none: string): string =>
  mentions.length === 0 ? none : mentions.join(' ');
const channels = (ids: readonly string[]): string =>
  all(
    ids.map((id) => `<#${id}>`),
    'none',
  );

const PICTURES: readonly Described[] = [
  { name: 'Default mode of `/imagine`', show: ({ mode }) => mode ?? 'none' },
  { name: 'Default size of `/gen`', show: ({ size }) => size ?? 'none' },
  { name: 'Default ratio of `/gen`', show: ({ aspectRatio }) => aspectRatio ?? 'none' },
  { name: 'Reactions', show: ({ reactions }) => (reactions ? 'on' : 'off') },
  {
    name: 'Pictures are',
    show: ({ resultImages }) =>
      resultImages === undefined
        ? 'as the bot is set up'
        : { upload: 'uploaded', link: 'linked' }[resultImages],
  },
  { name: 'Spoilers', show: ({ spoiler }) => (spoiler ? 'on' : 'off') },
];

const CHANNELS: readonly Described[] = [
  {
    name: 'Log channel',
    show: ({ logChannelId }) => (logChannelId === undefined ? 'none' : `<#${logChannelId}>`),
  },
  { name: 'Always spoilers in', show: ({ spoilerChannelIds }) => channels(spoilerChannelIds) },
  { name: 'Never spoilers in', show: ({ openChannelIds }) => channels(openChannelIds) },
];

const PEOPLE: readonly Described[] = [
  {
    name: 'Who may ask for pictures',
    show: ({ roleIds }) =>
      all(
        roleIds.map((id) => `<@&${id}>`),
        'everybody',
      ),
  },
  { name: 'Language', show: ({ language }) => LANGUAGE_NAMES[language] },
  { name: 'Time zone', show: ({ timeZone }) => timeZone },
];

/** The pages of the panel: Discord shows five rows at a time. */
export const PAGES = { pictures: 'Pictures', channels: 'Channels', people: 'People and language' } as const;
export type Page = keyof typeof PAGES;

/** The settings by the pages of the panel. */
export const SETTINGS_BY_PAGE = {
  pictures: PICTURES,
  channels: CHANNELS,
  people: PEOPLE,
} as const satisfies Record<Page, unknown>;

/** What two settings differ in, in words, one line each. */
export const changesBetween = (before: Settings, after: Settings): string[] =>
  Object.values(SETTINGS_BY_PAGE)
    .flat()
    .filter(({ show }) => show(before) !== show(after))
    .map(({ name, show }) => `${name}: ${show(before)} → ${show(after)}`);
