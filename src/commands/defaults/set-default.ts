import { UserError } from '../../lib/user-error.ts';
import { defaultsSchema } from '../../services/people/defaults.ts';
import { defaultOf, defaultsPanel, NO_CHOICE, YES_NO_DEFAULT } from './defaults-panel.ts';
import type { Action, ActionUse } from '../framework/action.ts';

const chosen = ({ number, values }: ActionUse): string | boolean | null => {
  if (number !== undefined) return YES_NO_DEFAULT[number] ?? null;
  const [value = NO_CHOICE] = values;
  return value === NO_CHOICE ? null : value;
};

/** Decides one of a person's defaults, whoever presses: nobody can reach another's. */
export const setDefault: Action = {
  name: 'default',
  answers: 'in-place',
  run: async (use, { people, invocation }) => {
    const name = defaultOf(use.subject);
    const value = chosen(use);
    if (name === undefined) throw new UserError('command-changed');
    const changes = value === null ? { data: { [name]: null } } : defaultsSchema.safeParse({ [name]: value });
    if (changes.data === undefined) throw new UserError('command-changed');
    const profile = await people.profiles.setDefaults(invocation.personId, changes.data);
    return { kind: 'update', message: defaultsPanel(profile) };
  },
};
