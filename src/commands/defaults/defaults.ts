import { UserError } from '../../lib/user-error.ts';
import { NO_CHOICE } from '../../messages/components.ts';
import { chosenIn, modal } from '../../messages/forms.ts';
import { defaultsOf } from '../../services/guilds/settings.ts';
import { defaultsSchema, type Defaults, type Profile } from '../../services/people/profiles.ts';
import type { Action } from '../framework/action.ts';
import { defineCommand } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import { customId } from '../../messages/custom-id.ts';
import { serverOf } from '../framework/invocation.ts';
import type { Reply } from '../framework/reply.ts';
import { defaultsPanel, valueOfStep } from './defaults-panel.ts';
import { FOR_ONESELF_ON_PANEL } from '../framework/may.ts';
import { withoutField } from '../requests/fields.ts';
import type { MessageBody } from '../../messages/message.ts';

/** The server's defaults here. */
const defaultsHere = async ({ guilds, invocation }: CommandContext): Promise<Defaults | undefined> => {
  const guildId = serverOf(invocation);
  return guildId === undefined ? undefined : defaultsOf(await guilds.settings.of(guildId));
};

const presentPanel = async (context: CommandContext): Promise<MessageBody> => {
  const { profiles, invocation, words } = context;
  const { defaults: chosen } = await profiles.of(invocation.personId);
  return defaultsPanel(chosen, await defaultsHere(context), words);
};

/** Changes what a person chose, and shows it in their panel. */
const updatedBy = async (change: () => Promise<Profile>, context: CommandContext): Promise<Reply> => {
  // Read before the change: a failure afterwards would say that nothing was changed.
  const server = await defaultsHere(context);
  const { defaults: chosen } = await change();
  return { kind: 'update', message: defaultsPanel(chosen, server, context.words) };
};

/** `/defaults`: a person's default options. */
export const defaults = defineCommand({
  name: 'defaults',
  answers: 'privately',
  run: async (_values, context) => ({ kind: 'private', message: await presentPanel(context) }),
});

/** Actions on one's own defaults; another person's can't be reached. */
export const defaultsActions: readonly Action[] = [
  /** Decides one of the defaults. */
  {
    name: 'default',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: ({ subject: name, number, values: [picked] }, context) => {
      const { profiles, invocation } = context;
      const value = number === undefined ? picked : valueOfStep(number);
      const isNone = value === null || value === undefined || value === NO_CHOICE;
      const { data } = isNone ? { data: { [name]: null } } : defaultsSchema.safeParse({ [name]: value });
      if (data === undefined) throw new UserError('command-changed');
      return updatedBy(() => profiles.setDefaults(invocation.personId, data), context);
    },
  },

  /** Opens the form for what pictures must not show, and stores it; an empty field is no default. */
  {
    name: 'without-form',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'at-once',
    run: async (_use, { profiles, invocation, words }) => {
      const { without } = (await profiles.of(invocation.personId)).defaults;
      const { names } = words.settings;
      const form = modal(customId('without-form'), names.without, [withoutField(without, words)]);
      return { kind: 'modal', modal: form };
    },
    form: {
      answers: 'in-place',
      run: ({ fields }, context) => {
        const { profiles, invocation } = context;
        const without = chosenIn(fields, 'without') ?? null;
        return updatedBy(() => profiles.setDefaults(invocation.personId, { without }), context);
      },
    },
  },
];
