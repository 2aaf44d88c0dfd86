import type { LimitRules } from '../../services/guilds/limit-rules.ts';
import { managedGuild } from '../framework/rights.ts';
import type { CommandContext } from '../framework/command.ts';
import type { Reply } from '../framework/reply.ts';
import { NUMBER_FIELDS } from './limits-fields.ts';
import { limitsPanel } from './limits-panel.ts';

const word = (amount: number | undefined): string => (amount === undefined ? 'no limit' : String(amount));

const roleChanges = (before: LimitRules, after: LimitRules): string[] =>
  [...new Set([...Object.keys(before.roleDaily), ...Object.keys(after.roleDaily)])]
    .filter((roleId) => before.roleDaily[roleId] !== after.roleDaily[roleId])
    .map(
      (roleId) => `<@&${roleId}> a day: ${word(before.roleDaily[roleId])} → ${word(after.roleDaily[roleId])}`,
    );

const mentions = ({ exemptRoleIds }: LimitRules): string =>
  exemptRoleIds.length === 0 ? 'nobody' : exemptRoleIds.map((roleId) => `<@&${roleId}>`).join(' ');

/** What differs between two sets of limits, in Discord's markdown; empty when nothing does. */
const changesBetween = (before: LimitRules, after: LimitRules): string[] => {
  const numbers = NUMBER_FIELDS.filter(({ name }) => before[name] !== after[name]).map(
    ({ name, label }) => `${label}: ${word(before[name])} → ${word(after[name])}`,
  );
  const exempt = mentions(before) === mentions(after) ? [] : [`Without limits: ${mentions(after)}`];
  return [...numbers, ...roleChanges(before, after), ...exempt];
};

/**
 * Changes a server's limits, tells who did what, and shows the panel as it is then.
 *
 * @throws UserError server-only, missing-right, and what `change` throws.
 */
export const changeLimits = async (
  context: CommandContext,
  change: (rules: LimitRules) => LimitRules,
): Promise<Reply> => {
  const guildId = managedGuild(context.invocation);
  const { guilds, invocation } = context;
  const { before, after } = await guilds.limits.change(guildId, change);
  const changes = changesBetween(before, after);
  if (changes.length > 0) {
    const what = `changed the limits: ${changes.join('; ')}`;
    guilds.adminLog.record({ guildId, personId: invocation.personId, what });
  }
  return { kind: 'update', message: await limitsPanel(guildId, context) };
};
