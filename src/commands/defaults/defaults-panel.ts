import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';
import { ASPECT_RATIOS, MODES, SIZES } from '../../services/image-api/wire.ts';
import type { Defaults } from '../../services/people/defaults.ts';
import { MAX_PRESETS, type Preset, type Profile } from '../../services/people/profile.ts';
import { customId } from '../framework/custom-id.ts';
import { literal, oneLine, quote } from '../../messages/markup.ts';
import { buttonRows, type MessageBody } from '../framework/reply.ts';

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** What the option of a select stands for that leaves a choice to the server. */
export const NO_CHOICE = 'none';
/** What the number of a button stands for. */
export const YES_NO_DEFAULT = [null, true, false] as const;
/** The subject of everything that concerns the person who uses it, whoever that is. */
const OWN = 'own';
/** The subject of the form for a preset that does not exist yet. */
export const NEW_PRESET = 'new';

/** https://docs.discord.com/developers/components/reference#string-select */
const OPTION_LENGTH = 100;
const SHOWN_PRESETS_LENGTH = 60;
const PRESET_TEXT_LENGTH = 1_800;

const NOBODY = 'as the server or the command says';

const truth = (value: boolean | undefined): string => {
  if (value === undefined) return NOBODY;
  return value ? 'yes' : 'no';
};

const choice = (
  subject: keyof Defaults,
  what: string,
  values: readonly string[],
  chosen: string | undefined,
): Row => ({
  type: ComponentType.ActionRow,
  components: [
    {
      type: ComponentType.StringSelect,
      custom_id: customId({ action: 'default', subject: subjectOf(subject) }),
      placeholder: what,
      options: [
        { label: `${what}: ${NOBODY}`, value: NO_CHOICE, default: chosen === undefined },
        ...values.map((value) => ({ label: `${what}: ${value}`, value, default: value === chosen })),
      ],
    },
  ],
});

const SUBJECTS = {
  mode: 'mode',
  size: 'size',
  aspectRatio: 'ratio',
  isPrivate: 'private',
  spoiler: 'spoiler',
} as const satisfies Record<keyof Defaults, string>;

const subjectOf = (name: keyof Defaults): string => SUBJECTS[name];

/** The default that a component's subject stands for. */
export const defaultOf = (subject: string): keyof Defaults | undefined => {
  const names = ['mode', 'size', 'aspectRatio', 'isPrivate', 'spoiler'] as const;
  return names.find((name) => SUBJECTS[name] === subject);
};

/** Each press goes one step: as the server says, yes, no. The button says where it leads, so two presses do no harm. */
const toggle = (
  subject: 'isPrivate' | 'spoiler',
  what: string,
  value: boolean | undefined,
): APIButtonComponentWithCustomId => {
  const next = (YES_NO_DEFAULT.indexOf(value ?? null) + 1) % YES_NO_DEFAULT.length;
  return {
    type: ComponentType.Button,
    style: value === true ? ButtonStyle.Success : ButtonStyle.Secondary,
    label: `${what}: ${truth(value)}`,
    custom_id: customId({ action: 'default', subject: subjectOf(subject), number: next }),
  };
};

const presetRow = (presets: readonly Preset[]): Row[] =>
  presets.length === 0
    ? []
    : [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.StringSelect,
              custom_id: customId({ action: 'preset', subject: OWN }),
              placeholder: 'Look at, change or delete a preset',
              options: presets.map(({ id, name, text }) => ({
                label: name,
                value: id,
                description: oneLine(text, OPTION_LENGTH),
              })),
            },
          ],
        },
      ];

const lines = ({ defaults, presets }: Profile): string[] => [
  '**What is chosen when you choose nothing**',
  `Mode of \`/imagine\`: ${defaults.mode ?? NOBODY}`,
  `Size of \`/gen\`: ${defaults.size ?? NOBODY}`,
  `Width to height of \`/gen\`: ${defaults.aspectRatio ?? NOBODY}`,
  `Only you see the answer: ${truth(defaults.isPrivate)}`,
  `Pictures hidden until they are clicked: ${truth(defaults.spoiler)}`,
  '',
  `**Presets** (${presets.length} of ${MAX_PRESETS}): texts that \`preset\` puts behind a prompt`,
  ...presets.map(({ name, text }) => `${literal(name)} · ${literal(oneLine(text, SHOWN_PRESETS_LENGTH))}`),
];

/** The panel in which a person decides for all their wishes. */
export const defaultsPanel = (profile: Profile): MessageBody => {
  const { defaults, presets } = profile;
  return {
    content: '',
    embeds: [{ title: 'Your defaults', description: lines(profile).join('\n') }],
    components: [
      choice('mode', 'Mode of /imagine', MODES, defaults.mode),
      choice('size', 'Size of /gen', SIZES, defaults.size),
      choice('aspectRatio', 'Ratio of /gen', ASPECT_RATIOS, defaults.aspectRatio),
      ...buttonRows([
        toggle('isPrivate', 'Private', defaults.isPrivate),
        toggle('spoiler', 'Hidden', defaults.spoiler),
        {
          type: ComponentType.Button,
          style: ButtonStyle.Primary,
          label: 'New preset',
          disabled: presets.length >= MAX_PRESETS,
          custom_id: customId({ action: 'preset-form', subject: NEW_PRESET }),
        },
      ]),
      ...presetRow(presets),
    ],
  };
};

const presetButton = (
  action: string,
  label: string,
  style: ButtonStyle.Primary | ButtonStyle.Secondary | ButtonStyle.Danger,
  subject: string,
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style,
  label,
  custom_id: customId({ action, subject }),
});

/** One preset, with what can be done to it. */
export const presetPanel = ({ id, name, text }: Preset): MessageBody => ({
  content: '',
  embeds: [{ title: literal(name), description: quote(text, PRESET_TEXT_LENGTH) }],
  components: buttonRows([
    presetButton('preset-form', 'Change', ButtonStyle.Primary, id),
    presetButton('preset-delete', 'Delete', ButtonStyle.Danger, id),
    presetButton('defaults', 'Back', ButtonStyle.Secondary, OWN),
  ]),
});
