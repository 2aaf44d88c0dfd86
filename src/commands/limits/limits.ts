import { UserError } from '../../lib/user-error.ts';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { ActionName } from '../../messages/action-names.ts';
import { customId } from '../../messages/custom-id.ts';
import { roleMentions } from '../../messages/markup.ts';
import { MAX_ROLES, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { ownerOf } from '../../services/usage/owners.ts';
import { withChanges, type Action } from '../framework/action.ts';
import { defineCommand } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import { setupReply } from '../requests/set-up.ts';
import { managedGuild } from '../framework/rights.ts';
import type { Words } from '../../messages/words/words.ts';
import { recordChange } from '../framework/record-change.ts';
import {
  clearPanel,
  CONFIRMED,
  dailyForm,
  limitsPanel,
  MONTH_FIELDS,
  NUMBER_FIELDS,
  numbersForm,
  readDaily,
  readNumbers,
} from './limits-panel.ts';
import { FOR_ADMINS_ON_PANEL } from '../framework/may.ts';

/** `/limits`: the panel of a server's limits. */
export const limits = defineCommand({
  name: 'limits',
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  answers: 'privately',
  run: async (_values, context) => {
    const guildId = managedGuild(context.invocation);
    return { kind: 'private', message: await limitsPanel(guildId, context) };
  },
});

const word = (amount: number | undefined, { limits, grouped }: Words): string =>
  amount === undefined ? limits.noLimit : grouped(amount);

const roleChanges = (before: LimitRules, after: LimitRules, words: Words): string[] =>
  [...new Set([...Object.keys(before.roleDaily), ...Object.keys(after.roleDaily)])]
    .filter((roleId) => before.roleDaily[roleId] !== after.roleDaily[roleId])
    .map(
      (roleId) =>
        `${words.log.changes.roleLimit(`<@&${roleId}>`)}: ${word(before.roleDaily[roleId], words)} → ${word(after.roleDaily[roleId], words)}`,
    );

const exemptOf = ({ exemptRoleIds }: LimitRules, { limits }: Words): string =>
  exemptRoleIds.length === 0 ? limits.none : roleMentions(exemptRoleIds);

/** The differences between two sets of limits, in Discord's markdown; empty when there are none. */
const changesBetween = (before: LimitRules, after: LimitRules, words: Words): string[] => {
  const { fields, exempt: exemptName } = words.limits;
  const numbers = [...NUMBER_FIELDS, ...MONTH_FIELDS]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${fields[name]}: ${word(before[name], words)} → ${word(after[name], words)}`);
  const exemptAfter = exemptOf(after, words);
  const exempt = exemptOf(before, words) === exemptAfter ? [] : [`${exemptName}: ${exemptAfter}`];
  return [...numbers, ...roleChanges(before, after, words), ...exempt];
};

/**
 * Changes a server's limits, and logs the change.
 *
 * @throws UserError server-only, missing-right, and what `change` throws.
 */
const applyLimits = async (
  context: CommandContext,
  change: (rules: LimitRules) => LimitRules,
): Promise<void> => {
  const guildId = managedGuild(context.invocation);
  const { before, after } = await context.guilds.limits.change(guildId, change);
  if (changesBetween(before, after, context.words).length > 0)
    recordChange(context, guildId, (words) =>
      words.log.changes.limits(changesBetween(before, after, words).join('; ')),
    );
};

/** As {@link applyLimits}; shows the updated panel. */
const changeLimits = async (context: CommandContext, change: (rules: LimitRules) => LimitRules) => {
  await applyLimits(context, change);
  return { kind: 'update' as const, message: await limitsPanel(managedGuild(context.invocation), context) };
};

/** Opens a form for limits that are plain numbers, and takes them as they were typed. */
const numbersAction = (name: ActionName, fieldNames: Parameters<typeof numbersForm>[1]): Action => ({
  name,
  may: FOR_ADMINS_ON_PANEL,
  answers: 'at-once',
  run: async (_use, context) => {
    const rules = await context.guilds.limits.of(managedGuild(context.invocation));
    const shown = fieldNames.map((field) => rules[field] ?? '').join(',');
    const id = customId(name, 'here', 0, shown);
    return { kind: 'modal', modal: numbersForm(id, fieldNames, rules, context.words) };
  },
  form: {
    answers: 'in-place',
    run: async ({ fields, text }, context) => {
      const { numbers, problem } = readNumbers(fields, fieldNames, context.words);
      // Another admin may have changed the others since the form was opened.
      const shown = text?.split(',');
      const changed = [...numbers].filter(
        ([field, number]) => String(number ?? '') !== shown?.[fieldNames.indexOf(field)],
      );
      const own = Object.fromEntries(changed);
      return { ...(await changeLimits(context, (rules) => ({ ...rules, ...own }))), problem };
    },
  },
});

/** The actions of `/limits`. */
export const limitsActions: readonly Action[] = [
  numbersAction('limits-edit', NUMBER_FIELDS),
  numbersAction('limits-edit-month', MONTH_FIELDS),

  /** The step of a new server's set-up: what a person may make a day. */
  {
    name: 'setup-limit',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'at-once',
    run: async (_use, { guilds, invocation, words }) => {
      const { personDaily } = await guilds.limits.of(managedGuild(invocation));
      const texts = { label: words.limits.fields.personDaily, description: words.limits.emptyForNoLimit };
      return {
        kind: 'modal',
        modal: dailyForm(customId('setup-limit'), words.setup.limit, texts, personDaily),
      };
    },
    form: {
      answers: 'in-place',
      run: async ({ fields }, context) => {
        const personDaily = readDaily(fields, context.words.limits.fields.personDaily);
        await applyLimits(context, (rules) => ({ ...rules, personDaily }));
        return setupReply(context);
      },
    },
  },

  /** Opens the form for what a person may make today beyond their limit, and takes it. */
  {
    name: 'limits-grant',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'at-once',
    run: async ({ values: [personId = ''], picked = '' }, { usage, invocation, words }) => {
      const owner = ownerOf({ guildId: managedGuild(invocation), personId });
      const { granted } = await usage.countIn('day', owner, personId);
      const { grantTitle, grantField: label, grantNote: description } = words.limits;
      const id = customId('limits-grant', personId);
      const value = granted === 0 ? undefined : granted;
      return { kind: 'modal', modal: dailyForm(id, grantTitle(picked), { label, description }, value) };
    },
    form: {
      answers: 'in-place',
      run: async ({ subject: personId, fields }, context) => {
        const guildId = managedGuild(context.invocation);
        const count = readDaily(fields, context.words.limits.grantField) ?? 0;
        await context.usage.grant(ownerOf({ guildId, personId }), personId, count);
        recordChange(context, guildId, ({ log }) => log.changes.granted(`<@${personId}>`, count));
        return { kind: 'update', message: await limitsPanel(guildId, context) };
      },
    },
  },

  /** Opens the form for what one role may, and takes it; nothing typed takes its number away. */
  {
    name: 'limits-role',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'at-once',
    run: async ({ values: [roleId = ''], picked = '' }, { guilds, invocation, words }) => {
      const { roleDaily } = await guilds.limits.of(managedGuild(invocation));
      const { roleTitle, roleField: label, emptyForNoRoleLimit: description } = words.limits;
      const id = customId('limits-role', roleId);
      const form = dailyForm(id, roleTitle(picked), { label, description }, roleDaily[roleId]);
      return { kind: 'modal', modal: form };
    },
    form: {
      answers: 'in-place',
      run: async ({ subject: roleId, fields }, context) => {
        const daily = readDaily(fields, context.words.limits.roleField);
        return changeLimits(context, (rules) => {
          const others = Object.entries(rules.roleDaily).filter(([id]) => id !== roleId);
          if (daily !== undefined && others.length >= MAX_ROLES)
            throw new UserError('too-many-limited-roles', { limit: MAX_ROLES });
          const own = daily === undefined ? [] : [[roleId, daily] as const];
          return { ...rules, roleDaily: Object.fromEntries([...others, ...own]) };
        });
      },
    },
  },

  /** Takes away the numbers of all roles, after asking once: the only way for those that were deleted. */
  {
    name: 'limits-clear',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'in-place',
    run: async ({ number }, context) => {
      const guildId = managedGuild(context.invocation);
      if (number === CONFIRMED) return changeLimits(context, (rules) => ({ ...rules, roleDaily: {} }));
      const rules = await context.guilds.limits.of(guildId);
      const isAsked = number === undefined && Object.keys(rules.roleDaily).length > 0;
      const message = isAsked ? clearPanel(rules, context.words) : await limitsPanel(guildId, context);
      return { kind: 'update', message };
    },
  },

  /** Sets the roles whose members have no limits. */
  {
    name: 'limits-exempt',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'in-place',
    run: (use, context) =>
      changeLimits(context, (rules) => ({
        ...rules,
        exemptRoleIds: withChanges(rules.exemptRoleIds, use).slice(0, MAX_ROLES),
      })),
  },
];
