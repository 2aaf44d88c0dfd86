import { MOST_ROLES } from '../../services/guilds/limits/rules.ts';
import { changeLimits } from '../limits/change.ts';
import { readLimit, TooManyRolesError } from '../limits/fields.ts';
import { ROLE_FIELD, roleForm } from '../limits/form.ts';
import { limitsPanel } from '../limits/panel.ts';
import { managedGuild } from '../rights.ts';
import type { Action } from './action.ts';

/** Opens the form for what one role may. */
export const limitsRole: Action = {
  name: 'limits-role',
  answers: 'at-once',
  run: async ({ values: [roleId] }, context) => {
    const guildId = managedGuild(context.invocation);
    if (roleId === undefined) return { kind: 'update', message: await limitsPanel(guildId, context) };
    return { kind: 'modal', modal: roleForm(roleId, await context.guilds.limits.of(guildId)) };
  },
};

/** Takes what one role may; nothing typed takes its number away. */
export const limitsRoleSet: Action = {
  name: 'limits-role-set',
  answers: 'in-place',
  run: async (use, context) => {
    const daily = readLimit(use, ROLE_FIELD);
    return changeLimits(context, (rules) => {
      const others = Object.entries(rules.roleDaily).filter(([roleId]) => roleId !== use.subject);
      if (daily !== undefined && others.length >= MOST_ROLES) throw new TooManyRolesError(MOST_ROLES);
      const own = daily === undefined ? [] : [[use.subject, daily] as const];
      return { ...rules, roleDaily: Object.fromEntries([...others, ...own]) };
    });
  },
};

/** Takes away the numbers of all roles: the only way for those that were deleted. */
export const limitsClear: Action = {
  name: 'limits-clear',
  answers: 'in-place',
  run: (_use, context) => changeLimits(context, (rules) => ({ ...rules, roleDaily: {} })),
};
