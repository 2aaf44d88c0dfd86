import { UserError } from '../../lib/user-error.ts';
import { MAX_ROLES } from '../../services/guilds/limit-rules.ts';
import { changeLimits } from './change-limits.ts';
import { readLimit, readNumbers } from './limits-fields.ts';
import { numbersForm, ROLE_FIELD, roleForm } from './limits-form.ts';
import { limitsPanel } from './limits-panel.ts';
import { managedGuild } from '../framework/rights.ts';
import type { Action } from '../framework/action.ts';

/** Opens the form for a server's limits. */
const limitsEdit: Action = {
  name: 'limits-edit',
  answers: 'at-once',
  run: async (_use, { invocation, guilds }) => {
    const rules = await guilds.limits.of(managedGuild(invocation));
    return { kind: 'modal', modal: numbersForm(rules) };
  },
};

/** Takes the numbers of a server's limits as they were typed. */
const limitsNumbers: Action = {
  name: 'limits-numbers',
  answers: 'in-place',
  run: async (use, context) => {
    const numbers = readNumbers(use);
    return changeLimits(context, ({ roleDaily, exemptRoleIds }) => ({
      ...numbers,
      roleDaily,
      exemptRoleIds,
    }));
  },
};

/** Opens the form for what one role may. */
const limitsRole: Action = {
  name: 'limits-role',
  answers: 'at-once',
  run: async ({ values: [roleId] }, context) => {
    const guildId = managedGuild(context.invocation);
    if (roleId === undefined) return { kind: 'update', message: await limitsPanel(guildId, context) };
    return { kind: 'modal', modal: roleForm(roleId, await context.guilds.limits.of(guildId)) };
  },
};

/** Takes what one role may; nothing typed takes its number away. */
const limitsRoleSet: Action = {
  name: 'limits-role-set',
  answers: 'in-place',
  run: async (use, context) => {
    const daily = readLimit(use, ROLE_FIELD);
    return changeLimits(context, (rules) => {
      const others = Object.entries(rules.roleDaily).filter(([roleId]) => roleId !== use.subject);
      if (daily !== undefined && others.length >= MAX_ROLES)
        throw new UserError('too-many-limited-roles', { limit: MAX_ROLES });
      const own = daily === undefined ? [] : [[use.subject, daily] as const];
      return { ...rules, roleDaily: Object.fromEntries([...others, ...own]) };
    });
  },
};

/** Takes away the numbers of all roles: the only way for those that were deleted. */
const limitsClear: Action = {
  name: 'limits-clear',
  answers: 'in-place',
  run: (_use, context) => changeLimits(context, (rules) => ({ ...rules, roleDaily: {} })),
};

/** Takes the roles that have no limits. */
const limitsExempt: Action = {
  name: 'limits-exempt',
  answers: 'in-place',
  run: ({ values }, context) => changeLimits(context, (rules) => ({ ...rules, exemptRoleIds: [...values] })),
};

/** What admins do on the panel of `/limits`. */
export const limitsActions: readonly Action[] = [
  limitsEdit,
  limitsNumbers,
  limitsRole,
  limitsRoleSet,
  limitsClear,
  limitsExempt,
];
