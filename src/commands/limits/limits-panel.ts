import { button, buttonRows, roleSelect, row, type Row } from '../../messages/components.ts';
import { MAX_ROLES, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { ownerOf } from '../../services/usage/usage.ts';
import type { Use } from '../../services/usage/use.ts';
import { customId } from '../../messages/custom-id.ts';
import type { CommandContext } from '../framework/command.ts';
import { duration, relativeTime } from '../../messages/markup.ts';
import type { MessageBody } from '../framework/reply.ts';

const SUBJECT = 'panel';

const amount = (limit: number | undefined, unit = ''): string =>
  limit === undefined ? 'no limit' : `**${limit}**${unit}`;

const roleLines = ({ roleDaily }: LimitRules): string[] =>
  Object.entries(roleDaily).map(([roleId, limit]) => `<@&${roleId}>: **${limit}**`);

const mentions = (roleIds: readonly string[]): string => roleIds.map((roleId) => `<@&${roleId}>`).join(' ');

const description = (rules: LimitRules, { byOwner, openOfOwner, resetsAt }: Use): string => {
  const roles = roleLines(rules);
  return [
    'Each `/imagine` or `/gen` counts as one request, however many pictures it makes.',
    '',
    '**Requests per day**',
    `Each person: ${amount(rules.personDaily)}`,
    ...roles,
    ...(roles.length > 0
      ? ['-# People with one of these roles get the highest of their limits instead.']
      : []),
    `Whole server: ${amount(rules.serverDaily)}`,
    '',
    '**Requests at once**',
    `Each person: ${amount(rules.personAtOnce)}`,
    `Whole server: ${amount(rules.serverAtOnce)}`,
    '',
    `**Pause between requests, each person:** ${rules.pauseS === undefined ? 'none' : `**${duration(rules.pauseS * 1000)}**`}`,
    `**Roles without limits:** ${rules.exemptRoleIds.length > 0 ? mentions(rules.exemptRoleIds) : 'none'}`,
    '',
    `Used today: **${byOwner}** · in progress: **${openOfOwner}** · resets ${relativeTime(resetsAt)}`,
  ].join('\n');
};

const componentsOf = (rules: LimitRules): Row[] => [
  ...buttonRows([
    button(customId('limits-edit', SUBJECT), 'Edit limits', { style: 'primary' }),
    ...(Object.keys(rules.roleDaily).length > 0
      ? [button(customId('limits-clear', SUBJECT), 'Remove all role limits')]
      : []),
  ]),
  row(roleSelect(customId('limits-role', SUBJECT), 'Set requests per day for a role')),
  row(
    roleSelect(customId('limits-exempt', SUBJECT), 'Roles without limits', {
      ids: rules.exemptRoleIds,
      max: MAX_ROLES,
    }),
  ),
];

/** The panel on which admins see and change a server's limits. */
export const limitsPanel = async (
  guildId: string,
  { guilds, invocation: { personId } }: CommandContext,
): Promise<MessageBody> => {
  const rules = await guilds.limits.of(guildId);
  const use = await guilds.usage.use(ownerOf({ guildId, personId }), personId);
  return {
    embeds: [{ title: 'Server limits', description: description(rules, use) }],
    components: componentsOf(rules),
  };
};
