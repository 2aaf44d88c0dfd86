import { UserError } from '../../lib/user-error.ts';
import { NO_CHOICE } from '../../messages/components.ts';
import { chosenIn, modal, textField } from '../../messages/forms.ts';
import { MAX_WITHOUT_LENGTH } from '../../services/image-api/prompt.ts';
import { defaultsOf } from '../../services/guilds/settings.ts';
import { defaultsSchema, type Defaults, type Profile } from '../../services/people/profile.ts';
import type { Action, ActionUse } from '../framework/action.ts';
import { defineCommand, type CommandContext } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import { serverOf } from '../framework/invocation.ts';
import type { MessageBody, Reply } from '../framework/reply.ts';
import { defaultOf, defaultsPanel, OWN, valueOfStep } from './defaults-panel.ts';
import { FOR_ONESELF_ON_PANEL } from '../framework/may.ts';

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

/** `/defaults`: a person's default options. */
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

/** Actions on one's own defaults; another person's can't be reached. */
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
];
