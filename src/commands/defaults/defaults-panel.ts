import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows, optionalSelect, row, select, type Row } from '../../messages/components.ts';
import { NOTIFICATIONS } from '../../services/jobs/job.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../../services/image-api/wire.ts';
import type { Defaults } from '../../services/people/defaults.ts';
import { MAX_PRESETS, type Preset, type Profile } from '../../services/people/profile.ts';
import { customId } from '../../messages/custom-id.ts';
import { literal, oneLine, quote } from '../../messages/markup.ts';
import type { MessageBody } from '../framework/reply.ts';

/** What the number of a button stands for. */
const YES_NO_DEFAULT = [null, true, false] as const;
const NOTIFY_DEFAULT = [null, ...NOTIFICATIONS] as const;
/** The subject of everything that concerns the person who uses it, whoever that is. */
const OWN = 'own';
/** The subject of the form for a preset that does not exist yet. */
export const NEW_PRESET = 'new';

/** https://docs.discord.com/developers/components/reference#string-select */
const OPTION_LENGTH = 100;
const SHOWN_PRESETS_LENGTH = 60;
const PRESET_TEXT_LENGTH = 1_800;

const NO_DEFAULT = 'default';

const truth = (value: boolean | undefined): string => {
  if (value === undefined) return NO_DEFAULT;
  return value ? 'yes' : 'no';
};

const SUBJECTS = {
  mode: 'mode',
  size: 'size',
  aspectRatio: 'ratio',
  isPrivate: 'private',
  spoiler: 'spoiler',
  notify: 'notify',
} as const satisfies Record<keyof Defaults, string>;

/** The default that a component's subject stands for. */
export const defaultOf = (subject: string): keyof Defaults | undefined => {
  const names = ['mode', 'size', 'aspectRatio', 'isPrivate', 'spoiler', 'notify'] as const;
  return names.find((name) => SUBJECTS[name] === subject);
};

/** The value that the number of a default's button stands for; null leaves the decision to the server. */
export const valueOfStep = (name: keyof Defaults, step: number): string | boolean | null =>
  (name === 'notify' ? NOTIFY_DEFAULT : YES_NO_DEFAULT)[step] ?? null;

const choice = (
  name: keyof Defaults,
  what: string,
  values: readonly string[],
  chosen: string | undefined,
): Row =>
  row(optionalSelect(customId('default', SUBJECTS[name]), what, { values, chosen, none: NO_DEFAULT }));

/** Each press goes one step: as the server says, yes, no. The button says where it leads, so two presses do no harm. */
const yesNoButton = (name: keyof Defaults, what: string, value: boolean | undefined): APIButtonComponent => {
  const next = (YES_NO_DEFAULT.indexOf(value ?? null) + 1) % YES_NO_DEFAULT.length;
  const style = value === true ? 'success' : 'secondary';
  return button(customId('default', SUBJECTS[name], next), `${what}: ${truth(value)}`, { style });
};

const NOTIFY_TEXTS = { mention: 'mention me', direct: 'send to me' } as const;

const notifyText = (by: Defaults['notify']): string => (by === undefined ? "don't notify" : NOTIFY_TEXTS[by]);

const notifyButton = (by: Defaults['notify']): APIButtonComponent => {
  const next = (NOTIFY_DEFAULT.indexOf(by ?? null) + 1) % NOTIFY_DEFAULT.length;
  const style = by === undefined ? 'secondary' : 'success';
  return button(customId('default', SUBJECTS.notify, next), `When it's done: ${notifyText(by)}`, { style });
};

const presetRows = (presets: readonly Preset[]): Row[] => {
  if (presets.length === 0) return [];
  const options = presets.map(({ id, name, text }) => ({
    label: name,
    value: id,
    description: oneLine(text, OPTION_LENGTH),
  }));
  return [row(select(customId('preset', OWN), 'See, edit or delete a preset', options))];
};

const lines = ({ defaults, presets }: Profile): string[] => [
  '**Used when you leave an option out**',
  `Mode for \`/imagine\`: ${defaults.mode ?? NO_DEFAULT}`,
  `Size for \`/gen\`: ${defaults.size ?? NO_DEFAULT}`,
  `Aspect ratio for \`/gen\`: ${defaults.aspectRatio ?? NO_DEFAULT}`,
  `Private: ${truth(defaults.isPrivate)}`,
  `Spoiler: ${truth(defaults.spoiler)}`,
  `When it's done: ${notifyText(defaults.notify)}`,
  '',
  `**Presets** (${presets.length} of ${MAX_PRESETS}): texts to add to the end of a prompt with \`preset\``,
  ...presets.map(({ name, text }) => `${literal(name)} · ${literal(oneLine(text, SHOWN_PRESETS_LENGTH))}`),
];

/** The panel in which a person decides for all their requests. */
export const defaultsPanel = (profile: Profile): MessageBody => {
  const { defaults, presets } = profile;
  return {
    content: '',
    embeds: [{ title: 'Your defaults', description: lines(profile).join('\n') }],
    components: [
      choice('mode', 'Mode for /imagine', MODES, defaults.mode),
      choice('size', 'Size for /gen', SIZES, defaults.size),
      choice('aspectRatio', 'Aspect ratio for /gen', ASPECT_RATIOS, defaults.aspectRatio),
      ...buttonRows([
        yesNoButton('isPrivate', 'Private', defaults.isPrivate),
        yesNoButton('spoiler', 'Spoiler', defaults.spoiler),
        notifyButton(defaults.notify),
        button(customId('preset-form', NEW_PRESET), 'New preset', {
          style: 'primary',
          disabled: presets.length >= MAX_PRESETS,
        }),
      ]),
      ...presetRows(presets),
    ],
  };
};

/** One preset, with what can be done to it. */
export const presetPanel = ({ id, name, text }: Preset): MessageBody => ({
  content: '',
  embeds: [{ title: literal(name), description: quote(text, PRESET_TEXT_LENGTH) }],
  components: buttonRows([
    button(customId('preset-form', id), 'Edit', { style: 'primary' }),
    button(customId('preset-delete', id), 'Delete', { style: 'danger' }),
    button(customId('defaults', OWN), 'Back'),
  ]),
});
