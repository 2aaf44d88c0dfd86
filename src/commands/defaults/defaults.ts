import { UserError } from '../../lib/user-error.ts';
import { NO_CHOICE } from '../../messages/components.ts';
import { chosenIn, modal, textField, textOf, type Modal } from '../../messages/forms.ts';
import { MAX_WITHOUT_LENGTH } from '../../services/image-api/prompt.ts';
import { defaultsOf } from '../../services/guilds/settings.ts';
import {
  defaultsSchema,
  type Defaults,
  MAX_PRESET_NAME_LENGTH,
  MAX_PRESET_TEXT_LENGTH,
  type Preset,
  type Profile,
} from '../../services/people/profile.ts';
import type { Action, ActionUse } from '../framework/action.ts';
import { defineCommand, type CommandContext } from '../framework/command.ts';
import type { Words } from '../framework/language.ts';
import { customId } from '../../messages/custom-id.ts';
import { serverOf } from '../framework/invocation.ts';
import type { MessageBody, Reply } from '../framework/reply.ts';
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
import { FOR_ONESELF_ON_PANEL } from '../framework/may.ts';

const NAME = 'name';
const TEXT = 'text';
const WITHOUT = 'without';

/** What the server decides here. */
const defaultsHere = async ({ guilds, invocation }: CommandContext): Promise<Defaults | undefined> => {
  const guildId = serverOf(invocation);
  return guildId === undefined ? undefined : defaultsOf(await guilds.settings.of(guildId));
};

const presentPanel = async (context: CommandContext): Promise<MessageBody> => {
  const { people, invocation, words } = context;
  return defaultsPanel(await people.profiles.of(invocation.personId), await defaultsHere(context), words);
};

/** Changes what a person chose, and shows it in their panel. */
const updatedBy = async (change: () => Promise<Profile>, context: CommandContext): Promise<Reply> => {
  // Read before the change, so that no failure says that nothing was changed.
  const server = await defaultsHere(context);
  return { kind: 'update', message: defaultsPanel(await change(), server, context.words) };
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

/** Actions on one's own defaults and presets; another person's can't be reached. */
export const defaultsActions: readonly Action[] = [
  /** Decides one of the defaults. */
  {
    name: 'default',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async (use, context) => {
      const { people, invocation } = context;
      const name = defaultOf(use.subject);
      if (name === undefined) throw new UserError('command-changed');
      const value = chosen(name, use);
      const changes =
        value === null ? { data: { [name]: null } } : defaultsSchema.safeParse({ [name]: value });
      const { data } = changes;
      if (data === undefined) throw new UserError('command-changed');
      return updatedBy(() => people.profiles.setDefaults(invocation.personId, data), context);
    },
  },

  /** Opens the form for what pictures must not show, and stores it; an empty field is no default. */
  {
    name: 'without-form',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'at-once',
    run: async (_use, { people, invocation, words }) => {
      const { without } = (await people.profiles.of(invocation.personId)).defaults;
      const { defaults: texts, options } = words;
      const field = {
        label: options.without,
        required: false,
        maxLength: MAX_WITHOUT_LENGTH,
        placeholder: options.withoutExample,
        value: without,
      };
      return {
        kind: 'modal',
        modal: modal(customId('without-form', OWN), texts.names.without, [textField(WITHOUT, field)]),
      };
    },
    form: {
      answers: 'in-place',
      run: ({ fields }, context) => {
        const { people, invocation } = context;
        const without = chosenIn(fields, WITHOUT) ?? null;
        return updatedBy(() => people.profiles.setDefaults(invocation.personId, { without }), context);
      },
    },
  },

  /** The current panel. */
  {
    name: 'defaults',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async (_use, context) => ({ kind: 'update', message: await presentPanel(context) }),
  },

  /** Shows one of the presets. */
  {
    name: 'preset',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async ({ values: [id = ''] }, context) => ({
      kind: 'update',
      message: presetPanel(await findPreset(id, context), context.words),
    }),
  },

  /** Opens the form of a preset, and stores the submitted preset. */
  {
    name: 'preset-form',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'at-once',
    run: async ({ subject }, context) => {
      const preset = subject === NEW_PRESET ? undefined : await findPreset(subject, context);
      return { kind: 'modal', modal: presetForm(subject, preset, context.words) };
    },
    form: {
      answers: 'in-place',
      run: ({ subject: id, fields }, context) => {
        const { profiles } = context.people;
        const { personId } = context.invocation;
        const preset = { name: textOf(fields, NAME), text: textOf(fields, TEXT) };
        const change = () =>
          id === NEW_PRESET
            ? profiles.addPreset(personId, preset)
            : profiles.changePreset(personId, { id, ...preset });
        return updatedBy(change, context);
      },
    },
  },

  /** Deletes one of the presets, after asking once. */
  {
    name: 'preset-delete',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject: id, number }, context) => {
      const { people, invocation, words } = context;
      if (number !== CONFIRMED)
        return { kind: 'update', message: deletePanel(await findPreset(id, context), words) };
      return updatedBy(() => people.profiles.removePreset(invocation.personId, id), context);
    },
  },
];
