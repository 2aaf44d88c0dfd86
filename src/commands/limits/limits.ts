import { UserError } from '../../lib/user-error.ts';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { MAX_ROLES, type LimitRules } from '../../services/guilds/limit-rules.ts';
import type { Actions } from '../framework/action.ts';
import { defineCommand, type TopLevelCommand, type CommandContext } from '../framework/command.ts';
import type { Reply } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';
import { NUMBER_FIELDS, numbersForm, readLimit, readNumbers, ROLE_FIELD, roleForm } from './limits-fields.ts';
import { limitsPanel } from './limits-panel.ts';

const NAME = 'limits';
const DESCRIPTION = 'See and change how many requests people can make here';

/** `/limits`: what a server allows its people, on one panel. */
export const limits: TopLevelCommand = {
  name: NAME,
  description: DESCRIPTION,
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  members: [
    defineCommand({ name: NAME, description: DESCRIPTION }, true, async (_values, context) => {
      const guildId = managedGuild(context.invocation);
      return { kind: 'private', message: await limitsPanel(guildId, context) };
    }),
  ],
};

const word = (amount: number | undefined): string => (amount === undefined ? 'no limit' : String(amount));

const roleChanges = (before: LimitRules, after: LimitRules): string[] =>
  [...new Set([...Object.keys(before.roleDaily), ...Object.keys(after.roleDaily)])]
    .filter((roleId) => before.roleDaily[roleId] !== after.roleDaily[roleId])
    .map(
      (roleId) =>
        `Requests per day, <@&${roleId}>: ${word(before.roleDaily[roleId])} → ${word(after.roleDaily[roleId])}`,
    );

const mentions = ({ exemptRoleIds }: LimitRules): string =>
  exemptRoleIds.length === 0 ? 'none' : exemptRoleIds.map((roleId) => `<@&${roleId}>`).join(' ');

/** What differs between two sets of limits, in Discord's markdown; empty when nothing does. */
const changesBetween = (before: LimitRules, after: LimitRules): string[] => {
  const numbers = NUMBER_FIELDS.filter(({ name }) => before[name] !== after[name]).map(
    ({ name, label }) => `${label}: ${word(before[name])} → ${word(after[name])}`,
  );
  const exempt = mentions(before) === mentions(after) ? [] : [`Roles without limits: ${mentions(after)}`];
  return [...numbers, ...roleChanges(before, after), ...exempt];
};

/**
 * Changes a server's limits, tells who did what, and shows the panel as it is then.
 *
 * @throws UserError server-only, missing-right, and what `change` throws.
 */
const changeLimits = async (
  context: CommandContext,
  change: (rules: LimitRules) => LimitRules,
): Promise<Reply> => {
  const guildId = managedGuild(context.invocation);
  const { guilds, invocation } = context;
  const { before, after } = await guilds.limits.change(guildId, change);
  const changes = changesBetween(before, after);
  if (changes.length > 0) {
    const what = `Limits changed: ${changes.join('; ')}`;
    guilds.adminLog.record({ guildId, personId: invocation.personId, what });
  }
  return { kind: 'update', message: await limitsPanel(guildId, context) };
};

/** What admins do on the panel of `/limits`. */
export const limitsActions = {
  /** Opens the form for a server's limits. */
  'limits-edit': {
    answers: 'at-once',
    run: async (_use, { invocation, guilds }) => {
      const rules = await guilds.limits.of(managedGuild(invocation));
      return { kind: 'modal', modal: numbersForm(rules) };
    },
  },

  /** Takes the numbers of a server's limits as they were typed. */
  'limits-numbers': {
    answers: 'in-place',
    run: async ({ fields }, context) => {
      const numbers = readNumbers(fields);
      return changeLimits(context, ({ roleDaily, exemptRoleIds }) => ({
        ...numbers,
        roleDaily,
        exemptRoleIds,
      }));
    },
  },

  /** Opens the form for what one role may. */
  'limits-role': {
    answers: 'at-once',
    run: async ({ values: [roleId] }, context) => {
      const guildId = managedGuild(context.invocation);
      if (roleId === undefined) return { kind: 'update', message: await limitsPanel(guildId, context) };
      return { kind: 'modal', modal: roleForm(roleId, await context.guilds.limits.of(guildId)) };
    },
  },

  /** Takes what one role may; nothing typed takes its number away. */
  'limits-role-set': {
    answers: 'in-place',
    run: async ({ subject, fields }, context) => {
      const daily = readLimit(fields, ROLE_FIELD);
      return changeLimits(context, (rules) => {
        const others = Object.entries(rules.roleDaily).filter(([roleId]) => roleId !== subject);
        if (daily !== undefined && others.length >= MAX_ROLES)
          throw new UserError('too-many-limited-roles', { limit: MAX_ROLES });
        const own = daily === undefined ? [] : [[subject, daily] as const];
        return { ...rules, roleDaily: Object.fromEntries([...others, ...own]) };
      });
    },
  },

  /** Takes away the numbers of all roles: the only way for those that were deleted. */
  'limits-clear': {
    answers: 'in-place',
    run: (_use, context) => changeLimits(context, (rules) => ({ ...rules, roleDaily: {} })),
  },

  /** Takes the roles that have no limits. */
  'limits-exempt': {
    answers: 'in-place',
    run: ({ values }, context) =>
      changeLimits(context, (rules) => ({ ...rules, exemptRoleIds: [...values] })),
  },
} satisfies Actions;
