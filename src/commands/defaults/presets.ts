import {
  ComponentType,
  TextInputStyle,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import {
  MAX_PRESET_NAME_LENGTH,
  MAX_PRESET_TEXT_LENGTH,
  type Preset,
} from '../../services/people/profile.ts';
import type { CommandContext } from '../framework/command.ts';
import { defaultsPanel, NEW_PRESET, presetPanel } from './defaults-panel.ts';
import { textOf } from '../framework/form-fields.ts';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const NAME = 'name';
const TEXT = 'text';

/** @throws UserError preset-gone when the person has no such preset, or no longer. */
const findPreset = async (id: string, { people, invocation }: CommandContext): Promise<Preset> => {
  const { presets } = await people.profiles.of(invocation.personId);
  const preset = presets.find((candidate) => candidate.id === id);
  if (!preset) throw new UserError('preset-gone');
  return preset;
};

const form = (subject: string, preset?: Preset): APIModalInteractionResponseCallbackData => ({
  custom_id: customId({ action: 'preset-form', subject }),
  title: preset ? 'Change a preset' : 'New preset',
  components: [
    {
      type: ComponentType.Label,
      label: 'Name',
      component: {
        type: ComponentType.TextInput,
        custom_id: NAME,
        style: TextInputStyle.Short,
        max_length: MAX_PRESET_NAME_LENGTH,
        placeholder: 'Wide and calm',
        ...(preset && { value: preset.name }),
      },
    },
    {
      type: ComponentType.Label,
      label: 'Text',
      description: 'It is put behind the prompt.',
      component: {
        type: ComponentType.TextInput,
        custom_id: TEXT,
        style: TextInputStyle.Paragraph,
        max_length: MAX_PRESET_TEXT_LENGTH,
        placeholder: 'in soft morning light --ar 16:9 --style raw',
        ...(preset && { value: preset.text }),
      },
    },
  ],
});

/** The panel of a person's defaults, as they are now. */
export const defaultsBack: Action = {
  name: 'defaults',
  answers: 'in-place',
  run: async (_use, { people, invocation }) => ({
    kind: 'update',
    message: defaultsPanel(await people.profiles.of(invocation.personId)),
  }),
};

/** Shows one of the person's presets. */
export const presetShow: Action = {
  name: 'preset',
  answers: 'in-place',
  run: async ({ values: [id = ''] }, context) => ({
    kind: 'update',
    message: presetPanel(await findPreset(id, context)),
  }),
};

/** Opens the form of a preset, and keeps what is handed in. */
export const presetForm: Action = {
  name: 'preset-form',
  answers: 'at-once',
  run: async ({ subject }, context) => ({
    kind: 'modal',
    modal: form(subject, subject === NEW_PRESET ? undefined : await findPreset(subject, context)),
  }),
  form: {
    answers: 'in-place',
    run: async ({ subject: id, fields }, { people: { profiles }, invocation: { personId } }) => {
      const preset = { name: textOf(fields, NAME), text: textOf(fields, TEXT) };
      const profile =
        id === NEW_PRESET
          ? await profiles.addPreset(personId, preset)
          : await profiles.changePreset(personId, { id, ...preset });
      return { kind: 'update', message: defaultsPanel(profile) };
    },
  },
};

/** Deletes one of the person's presets. */
export const presetDelete: Action = {
  name: 'preset-delete',
  answers: 'in-place',
  run: async ({ subject: id }, { people, invocation }) => ({
    kind: 'update',
    message: defaultsPanel(await people.profiles.removePreset(invocation.personId, id)),
  }),
};
