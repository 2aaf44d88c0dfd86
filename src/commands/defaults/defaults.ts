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
import type { Words } from '../framework/language.ts';
import { customId } from '../../messages/custom-id.ts';
import type { MessageBody } from '../framework/reply.ts';
import { panelOrReplacement } from '../framework/unreadable-panel.ts';
import {
  CONFIRMED,
  defaultOf,
  defaultsPanel,
  deletePanel,
  NEW_PRESET,
  OWN,
  presetPanel,
  valueOfStep,
} from './defaults-panel.ts';

const NAME = 'name';
const TEXT = 'text';

const presentPanel = ({ people, invocation, words }: CommandContext): Promise<MessageBody> => {
  const panel = people.profiles.of(invocation.personId).then((profile) => defaultsPanel(profile, words));
  return panelOrReplacement(panel, 'defaults', { id: customId('defaults-replace', OWN), words });
};

/** `/defaults`: a person's default options and presets. */
export const defaults = defineCommand(
  { name: 'defaults', description: 'defaults' },
  true,
  async (_values, context) => ({ kind: 'private', message: await presentPanel(context) }),
);

const chosen = (name: keyof Defaults, { number, values }: ActionUse): string | boolean | null => {
  if (number !== undefined) return valueOfStep(name, number);
  const [value = NO_CHOICE] = values;
  return value === NO_CHOICE ? null : value;
};

/** @throws UserError preset-gone when the person doesn't have the preset (anymore). */
const findPreset = async (id: string, { people, invocation }: CommandContext): Promise<Preset> => {
  const { presets } = await people.profiles.of(invocation.personId);
  const preset = presets.find((candidate) => candidate.id === id);
  if (!preset) throw new UserError('preset-gone');
  return preset;
};

const presetForm = (
  subject: string,
  preset: Preset | undefined,
  { defaults: { form, editPreset, newPreset } }: Words,
): Modal =>
  modal(customId('preset-form', subject), preset ? editPreset : newPreset, [
    textField(NAME, {
      label: form.name,
      maxLength: MAX_PRESET_NAME_LENGTH,
      placeholder: form.nameExample,
      value: preset?.name,
    }),
    textField(TEXT, {
      label: form.text,
      description: form.textDescription,
      isLong: true,
      maxLength: MAX_PRESET_TEXT_LENGTH,
      placeholder: form.textExample,
      value: preset?.text,
    }),
  ]);

/** Actions on one's own defaults and presets; nobody can reach another person's. */
export const defaultsActions = {
  /** Decides one of the defaults. */
  default: {
    answers: 'in-place',
    run: async (use, { people, invocation, words }) => {
      const name = defaultOf(use.subject);
      if (name === undefined) throw new UserError('command-changed');
      const value = chosen(name, use);
      const changes =
        value === null ? { data: { [name]: null } } : defaultsSchema.safeParse({ [name]: value });
      if (changes.data === undefined) throw new UserError('command-changed');
      const profile = await people.profiles.setDefaults(invocation.personId, changes.data);
      return { kind: 'update', message: defaultsPanel(profile, words) };
    },
  },

  /** The current panel. */
  defaults: {
    answers: 'in-place',
    run: async (_use, context) => ({ kind: 'update', message: await presentPanel(context) }),
  },

  /** Replaces defaults and presets that can't be read by none. */
  'defaults-replace': {
    answers: 'in-place',
    run: async (_use, { people, invocation, words }) => ({
      kind: 'update',
      message: defaultsPanel(await people.profiles.replaceUnreadable(invocation.personId), words),
    }),
  },

  /** Shows one of the presets. */
  preset: {
    answers: 'in-place',
    run: async ({ values: [id = ''] }, context) => ({
      kind: 'update',
      message: presetPanel(await findPreset(id, context), context.words),
    }),
  },

  /** Opens the form of a preset, and stores the submitted preset. */
  'preset-form': {
    answers: 'at-once',
    run: async ({ subject }, context) => {
      const preset = subject === NEW_PRESET ? undefined : await findPreset(subject, context);
      return { kind: 'modal', modal: presetForm(subject, preset, context.words) };
    },
    form: {
      answers: 'in-place',
      run: async ({ subject: id, fields }, { people: { profiles }, invocation: { personId }, words }) => {
        const preset = { name: textOf(fields, NAME), text: textOf(fields, TEXT) };
        const profile =
          id === NEW_PRESET
            ? await profiles.addPreset(personId, preset)
            : await profiles.changePreset(personId, { id, ...preset });
        return { kind: 'update', message: defaultsPanel(profile, words) };
      },
    },
  },

  /** Deletes one of the presets, after asking once. */
  'preset-delete': {
    answers: 'in-place',
    run: async ({ subject: id, number }, context) => {
      const { people, invocation, words } = context;
      if (number !== CONFIRMED)
        return { kind: 'update', message: deletePanel(await findPreset(id, context), words) };
      const profile = await people.profiles.removePreset(invocation.personId, id);
      return { kind: 'update', message: defaultsPanel(profile, words) };
    },
  },
} satisfies Actions;
