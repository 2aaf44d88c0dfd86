import { UserError } from '../../lib/user-error.ts';
import { NO_CHOICE } from '../../messages/components.ts';
import { modal, textField, textOf, type Modal } from '../../messages/forms.ts';
import { defaultsSchema, type Defaults } from '../../services/people/defaults.ts';
import {
  MAX_PRESET_NAME_LENGTH,
  MAX_PRESET_TEXT_LENGTH,
  type Preset,
} from '../../services/people/profile.ts';
import type { Actions, ActionUse } from '../framework/action.ts';
import { defineCommand, type CommandContext } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import { defaultOf, defaultsPanel, NEW_PRESET, presetPanel, valueOfStep } from './defaults-panel.ts';

const NAME = 'name';
const TEXT = 'text';

/** `/defaults`: what a person wants chosen when they choose nothing, and their presets. */
export const defaults = defineCommand(
  { name: 'defaults', description: 'Set your own defaults, and save texts to add to your prompts' },
  true,
  async (_values, { people, invocation }) => ({
    kind: 'private',
    message: defaultsPanel(await people.profiles.of(invocation.personId)),
  }),
);

const chosen = (name: keyof Defaults, { number, values }: ActionUse): string | boolean | null => {
  if (number !== undefined) return valueOfStep(name, number);
  const [value = NO_CHOICE] = values;
  return value === NO_CHOICE ? null : value;
};

/** @throws UserError preset-gone when the person has no such preset, or no longer. */
const findPreset = async (id: string, { people, invocation }: CommandContext): Promise<Preset> => {
  const { presets } = await people.profiles.of(invocation.personId);
  const preset = presets.find((candidate) => candidate.id === id);
  if (!preset) throw new UserError('preset-gone');
  return preset;
};

const presetForm = (subject: string, preset?: Preset): Modal =>
  modal(customId('preset-form', subject), preset ? 'Edit preset' : 'New preset', [
    textField(NAME, {
      label: 'Name',
      maxLength: MAX_PRESET_NAME_LENGTH,
      placeholder: 'Wide and calm',
      value: preset?.name,
    }),
    textField(TEXT, {
      label: 'Text',
      description: 'Added to the end of your prompt',
      isLong: true,
      maxLength: MAX_PRESET_TEXT_LENGTH,
      placeholder: 'in soft morning light --ar 16:9 --style raw',
      value: preset?.text,
    }),
  ]);

/** What a person does about their own defaults and presets, whoever presses: nobody can reach another's. */
export const defaultsActions = {
  /** Decides one of the defaults. */
  default: {
    answers: 'in-place',
    run: async (use, { people, invocation }) => {
      const name = defaultOf(use.subject);
      if (name === undefined) throw new UserError('command-changed');
      const value = chosen(name, use);
      const changes =
        value === null ? { data: { [name]: null } } : defaultsSchema.safeParse({ [name]: value });
      if (changes.data === undefined) throw new UserError('command-changed');
      const profile = await people.profiles.setDefaults(invocation.personId, changes.data);
      return { kind: 'update', message: defaultsPanel(profile) };
    },
  },

  /** The panel, as it is now. */
  defaults: {
    answers: 'in-place',
    run: async (_use, { people, invocation }) => ({
      kind: 'update',
      message: defaultsPanel(await people.profiles.of(invocation.personId)),
    }),
  },

  /** Shows one of the presets. */
  preset: {
    answers: 'in-place',
    run: async ({ values: [id = ''] }, context) => ({
      kind: 'update',
      message: presetPanel(await findPreset(id, context)),
    }),
  },

  /** Opens the form of a preset, and keeps what is submitted. */
  'preset-form': {
    answers: 'at-once',
    run: async ({ subject }, context) => ({
      kind: 'modal',
      modal: presetForm(subject, subject === NEW_PRESET ? undefined : await findPreset(subject, context)),
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
  },

  /** Deletes one of the presets. */
  'preset-delete': {
    answers: 'in-place',
    run: async ({ subject: id }, { people, invocation }) => ({
      kind: 'update',
      message: defaultsPanel(await people.profiles.removePreset(invocation.personId, id)),
    }),
  },
} satisfies Actions;
