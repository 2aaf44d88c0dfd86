import {
  ButtonStyle,
  ComponentType,
  SelectMenuDefaultValueType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';
import { MAX_ROLES, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { ownerOf } from '../../services/usage/usage.ts';
import type { Use } from '../../services/usage/use.ts';
import { customId } from '../framework/custom-id.ts';
import type { CommandContext } from '../framework/command.ts';
import { duration, relativeTime } from '../../messages/markup.ts';
import { buttonRows, type MessageBody } from '../framework/reply.ts';

const SUBJECT = 'panel';

const amount = (limit: number | undefined, unit = ''): string =>
  limit === undefined ? 'no limit' : `**${limit}**${unit}`;

const roleLines = ({ roleDaily }: LimitRules): string[] =>
  Object.entries(roleDaily).map(([roleId, limit]) => `<@&${roleId}>: **${limit}** a day`);

const mentions = (roleIds: readonly string[]): string => roleIds.map((roleId) => `<@&${roleId}>`).join(' ');

const description = (rules: LimitRules, { byOwner, openOfOwner, resetsAt }: Use): string => {
  const roles = roleLines(rules);
  return [
    'One picture is one `/imagine` (with its four) or one `/gen`.',
    '',
    '**Pictures in a day**',
    `Each person: ${amount(rules.personDaily)}`,
    ...roles,
    ...(roles.length > 0 ? ['-# With one of these roles, the best of them counts instead.'] : []),
    `The whole server: ${amount(rules.serverDaily)}`,
    '',
    '**Jobs at once**',
    `Each person: ${amount(rules.personAtOnce)}`,
    `The whole server: ${amount(rules.serverAtOnce)}`,
    '',
    `**Pause between two** of one person: ${rules.pauseS === undefined ? 'none' : `**${duration(rules.pauseS * 1000)}**`}`,
    `**Without limits:** ${rules.exemptRoleIds.length > 0 ? mentions(rules.exemptRoleIds) : 'nobody'}`,
    '',
    `Used today: **${byOwner}** · at work now: **${openOfOwner}** · a new day begins ${relativeTime(resetsAt)}`,
  ].join('\n');
};

const row = (
  component: APIComponentInMessageActionRow,
): APIActionRowComponent<APIComponentInMessageActionRow> => ({
  type: ComponentType.ActionRow,
  components: [component],
});

const buttonsOf = ({ roleDaily }: LimitRules): APIButtonComponentWithCustomId[] => {
  const button = (style: ButtonStyle.Primary | ButtonStyle.Secondary, label: string, action: string) => ({
    type: ComponentType.Button as const,
    style,
    label,
    custom_id: customId({ action, subject: SUBJECT }),
  });
  const edit = button(ButtonStyle.Primary, 'Change the numbers', 'limits-edit');
  const clear = button(ButtonStyle.Secondary, 'Remove the numbers of all roles', 'limits-clear');
  return Object.keys(roleDaily).length > 0 ? [edit, clear] : [edit];
};

const componentsOf = (rules: LimitRules): APIActionRowComponent<APIComponentInMessageActionRow>[] => [
  ...buttonRows(buttonsOf(rules)),
  row({
    type: ComponentType.RoleSelect,
    custom_id: customId({ action: 'limits-role', subject: SUBJECT }),
    placeholder: 'Give a role its own number of pictures a day',
  }),
  row({
    type: ComponentType.RoleSelect,
    custom_id: customId({ action: 'limits-exempt', subject: SUBJECT }),
    placeholder: 'Roles without limits',
    min_values: 0,
    max_values: MAX_ROLES,
    default_values: rules.exemptRoleIds.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
  }),
];

/** The panel on which admins see and change a server's limits. */
export const limitsPanel = async (
  guildId: string,
  { guilds, invocation: { personId } }: CommandContext,
): Promise<MessageBody> => {
  const rules = await guilds.limits.of(guildId);
  const use = await guilds.usage.use(ownerOf({ guildId, personId }), personId);
  return {
    embeds: [{ title: 'Limits of this server', description: description(rules, use) }],
    components: componentsOf(rules),
  };
};
