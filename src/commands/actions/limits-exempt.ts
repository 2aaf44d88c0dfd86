import { changeLimits } from '../limits/change.ts';
import type { Action } from './action.ts';

/** Takes the roles that have no limits. */
export const limitsExempt: Action = {
  name: 'limits-exempt',
  answers: 'in-place',
  run: ({ values }, context) => changeLimits(context, (rules) => ({ ...rules, exemptRoleIds: [...values] })),
};
