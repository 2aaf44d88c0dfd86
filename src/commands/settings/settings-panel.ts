import {
  ButtonStyle,
  ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
  type APISelectMenuOption,
  type APIStringSelectComponent,
} from 'discord-api-types/v10';
import { LANGUAGES, MAX_PICKED, type Settings } from '../../services/guilds/settings.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../../services/image-api/wire.ts';
import { customId } from '../framework/custom-id.ts';
import type { MessageBody } from '../framework/reply.ts';
import { LANGUAGE_NAMES, SETTINGS_BY_PAGE } from './describe-settings.ts';
import { NO_CHOICE, PAGES, type Page } from './settings-pages.ts';

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

const row = (...components: APIComponentInMessageActionRow[]): Row => ({
  type: ComponentType.ActionRow,
  components,
});

const id = (subject: string, number?: number): string =>
  customId({ action: 'settings', subject, ...(number !== undefined && { number }) });

const choice = (
  subject: string,
  placeholder: string,
  options: APISelectMenuOption[],
): APIStringSelectComponent => ({
  type: ComponentType.StringSelect,
  custom_id: id(subject),
  placeholder,
  options,
});

const optional = (
  subject: string,
  what: string,
  values: readonly string[],
  chosen: string | undefined,
): APIStringSelectComponent =>
  choice(subject, what, [
    { label: `${what}: none`, value: NO_CHOICE, default: chosen === undefined },
    ...values.map((value) => ({ label: `${what}: ${value}`, value, default: value === chosen })),
  ]);

const toggle = (
  subject: string,
  isOn: boolean,
  label: { on: string; off: string },
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label: isOn ? label.off : label.on,
  custom_id: id(subject, isOn ? 0 : 1),
});

const channelSelect = (
  subject: string,
  placeholder: string,
  ids: readonly string[],
  atMost: number,
  types: ChannelType[],
): Row =>
  row({
    type: ComponentType.ChannelSelect,
    custom_id: id(subject),
    placeholder,
    min_values: 0,
    max_values: atMost,
    channel_types: types,
    default_values: ids.map((channelId) => ({ id: channelId, type: SelectMenuDefaultValueType.Channel })),
  });

const WRITABLE = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread];
// Not media channels: Discord's published description of a select does not know them.
const PAINTED_IN = [...WRITABLE, ChannelType.GuildForum, ChannelType.GuildVoice];

const pictureRows = ({ mode, size, aspectRatio, reactions, resultImages, spoiler }: Settings): Row[] => [
  row(optional('mode', 'Default mode', MODES, mode)),
  row(optional('size', 'Default size', SIZES, size)),
  row(optional('ratio', 'Default ratio', ASPECT_RATIOS, aspectRatio)),
  row(
    toggle('reactions', reactions, { on: 'Turn reactions on', off: 'Turn reactions off' }),
    toggle('upload', resultImages !== 'link', { on: 'Upload pictures', off: 'Link pictures' }),
    toggle('spoiler', spoiler, { on: 'Make all pictures spoilers', off: 'No spoilers' }),
  ),
];

const channelRows = ({ logChannelId, spoilerChannelIds, openChannelIds }: Settings): Row[] => [
  channelSelect('log-channel', 'Log channel', logChannelId === undefined ? [] : [logChannelId], 1, WRITABLE),
  channelSelect('spoiler-channels', 'Always spoilers in', spoilerChannelIds, MAX_PICKED, PAINTED_IN),
  channelSelect('open-channels', 'Never spoilers in', openChannelIds, MAX_PICKED, PAINTED_IN),
];

const peopleRows = ({ roleIds, language, timeZone }: Settings): Row[] => [
  row({
    type: ComponentType.RoleSelect,
    custom_id: id('roles'),
    placeholder: 'Who may ask for pictures: everybody',
    min_values: 0,
    max_values: MAX_PICKED,
    default_values: roleIds.map((roleId) => ({ id: roleId, type: SelectMenuDefaultValueType.Role })),
  }),
  row(
    choice(
      'language',
      'Language',
      LANGUAGES.map((value) => ({
        label: LANGUAGE_NAMES[value],
        value,
        default: value === language,
      })),
    ),
  ),
  row({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: `Time zone: ${timeZone}`,
    custom_id: customId({ action: 'settings-form', subject: 'time-zone' }),
  }),
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
    ...Object.entries(PAGES).map(([page, label]): APIButtonComponentWithCustomId => ({
      type: ComponentType.Button,
      style: page === present ? ButtonStyle.Primary : ButtonStyle.Secondary,
      label,
      disabled: page === present,
      custom_id: customId({ action: 'settings-page', subject: page }),
    })),
    {
      type: ComponentType.Button,
      style: ButtonStyle.Secondary,
      label: 'Check permissions',
      custom_id: customId({ action: 'settings-check', subject: 'all' }),
    },
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
