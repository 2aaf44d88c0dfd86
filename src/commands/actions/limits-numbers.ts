import { changeLimits } from '../limits/change.ts';
import { readNumbers } from '../limits/fields.ts';
import type { Action } from './action.ts';

/** Takes the numbers of a server's limits as they were typed. */
export const limitsNumbers: Action = {
  name: 'limits-numbers',
  answers: 'in-place',
  run: async (use, context) => {
    const numbers = readNumbers(use);
    return changeLimits(context, ({ roleDaily, exemptRoleIds }) => ({ ...numbers, roleDaily, exemptRoleIds }));
  },
};
