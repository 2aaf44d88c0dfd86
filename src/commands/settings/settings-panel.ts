import { ChannelType, type APIButtonComponent } from 'discord-api-types/v10';
import {
  button,
  channelSelect,
  optionalSelect,
  roleSelect,
  row,
  select,
  type Row,
} from '../../messages/components.ts';
import { LANGUAGES, MAX_PICKED, type Settings } from '../../services/guilds/settings.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../../services/image-api/wire.ts';
import { customId } from '../../messages/custom-id.ts';
import type { MessageBody } from '../framework/reply.ts';
import { LANGUAGE_NAMES, PAGES, SETTINGS_BY_PAGE, type Page } from './describe-settings.ts';

const id = (setting: string, number?: number) => customId('settings', setting, number);

const choice = (setting: string, what: string, values: readonly string[], chosen: string | undefined): Row =>
  row(optionalSelect(id(setting), what, { values, chosen, none: 'none' }));

const onOff = (setting: string, isOn: boolean, label: { on: string; off: string }): APIButtonComponent =>
  button(id(setting, isOn ? 0 : 1), isOn ? label.off : label.on);

const WRITABLE = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread];
// Not media channels: Discord's published description of a select does not know them.
const PAINTED_IN = [...WRITABLE, ChannelType.GuildForum, ChannelType.GuildVoice];

const pictureRows = ({ mode, size, aspectRatio, reactions, resultImages, spoiler }: Settings): Row[] => [
  choice('mode', 'Default mode', MODES, mode),
  choice('size', 'Default size', SIZES, size),
  choice('ratio', 'Default ratio', ASPECT_RATIOS, aspectRatio),
  row(
    onOff('reactions', reactions, { on: 'Turn reactions on', off: 'Turn reactions off' }),
    onOff('upload', resultImages !== 'link', { on: 'Upload pictures', off: 'Link pictures' }),
    onOff('spoiler', spoiler, { on: 'Make all pictures spoilers', off: 'No spoilers' }),
  ),
];

const channelRows = ({ logChannelId, spoilerChannelIds, openChannelIds }: Settings): Row[] => {
  const log = { ids: logChannelId === undefined ? [] : [logChannelId], max: 1, types: WRITABLE };
  const picked = (ids: readonly string[]) => ({ ids, max: MAX_PICKED, types: PAINTED_IN });
  return [
    row(channelSelect(id('log-channel'), 'Log channel', log)),
    row(channelSelect(id('spoiler-channels'), 'Always spoilers in', picked(spoilerChannelIds))),
    row(channelSelect(id('open-channels'), 'Never spoilers in', picked(openChannelIds))),
  ];
};

const peopleRows = ({ roleIds, language, timeZone }: Settings): Row[] => [
  row(roleSelect(id('roles'), 'Who may ask for pictures: everybody', { ids: roleIds, max: MAX_PICKED })),
  row(
    select(
      id('language'),
      'Language',
      LANGUAGES.map((value) => ({
        label: LANGUAGE_NAMES[value],
        value,
        default: value === language,
      })),
    ),
  ),
  row(button(customId('settings-form', 'time-zone'), `Time zone: ${timeZone}`)),
];

const ROWS = { pictures: pictureRows, channels: channelRows, people: peopleRows } as const;

const NOTES = {
  pictures: 'What a person chooses, in a command or in `/defaults`, goes before these defaults.',
  channels:
    'The log channel gets one line a job, and every change that admins make. Of private jobs it tells neither the prompt nor the picture.',
  people:
    'The language is that of cards and refusals. Days, as in limits, begin by the time zone. Those who can manage the server may always ask for pictures.',
} as const;

const pageButtons = (present: Page): Row =>
  row(
    ...Object.entries(PAGES).map(([page, label]) =>
      button(customId('settings-page', page), label, {
        style: page === present ? 'primary' : 'secondary',
        disabled: page === present,
      }),
    ),
    button(customId('settings-check', 'all'), 'Check permissions'),
  );

/** The panel in which admins see and change what their server decides. */
export const settingsPanel = (settings: Settings, page: Page): MessageBody => {
  const lines = SETTINGS_BY_PAGE[page].map(({ name, show }) => `**${name}**: ${show(settings)}`);
  return {
    embeds: [
      { title: `Settings · ${PAGES[page]}`, description: [...lines, '', `-# ${NOTES[page]}`].join('\n') },
    ],
    components: [...ROWS[page](settings), pageButtons(page)],
  };
};
