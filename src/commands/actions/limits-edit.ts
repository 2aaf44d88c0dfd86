import { numbersForm } from '../limits/form.ts';
import { managedGuild } from '../rights.ts';
import type { Action } from './action.ts';

/** Opens the form for a server's limits. */
export const limitsEdit: Action = {
  name: 'limits-edit',
  answers: 'at-once',
  run: async (_use, { invocation, guilds }) => {
    const rules = await guilds.limits.of(managedGuild(invocation));
    return { kind: 'modal', modal: numbersForm(rules) };
  },
};
