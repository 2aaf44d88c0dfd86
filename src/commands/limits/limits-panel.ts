import { button, buttonRows, roleSelect, row, type Row } from '../../messages/components.ts';
import { MAX_ROLES, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { ownerOf } from '../../services/usage/owners.ts';
import type { Use } from '../../services/usage/use.ts';
import { customId } from '../../messages/custom-id.ts';
import type { CommandContext } from '../framework/command.ts';
import type { Words } from '../framework/language.ts';
import { relativeTime } from '../../messages/markup.ts';
import type { MessageBody } from '../framework/reply.ts';

const SUBJECT = 'panel';

const amount = (limit: number | undefined, { limits, grouped }: Words): string =>
  limit === undefined ? limits.noLimit : `**${grouped(limit)}**`;

const roleLines = ({ roleDaily }: LimitRules, words: Words): string[] =>
  Object.entries(roleDaily).map(([roleId, limit]) => `<@&${roleId}>: ${amount(limit, words)}`);

/** Roles as Discord shows them, side by side. */
export const mentions = (roleIds: readonly string[]): string =>
  roleIds.map((roleId) => `<@&${roleId}>`).join(' ');

const description = (rules: LimitRules, { byOwner, openOfOwner, resetsAt }: Use, words: Words): string => {
  const { limits: texts } = words;
  const roles = roleLines(rules, words);
  const { exemptRoleIds } = rules;
  return [
    texts.note,
    '',
    texts.daily,
    texts.person(amount(rules.personDaily, words)),
    ...roles,
    ...(roles.length > 0 ? [texts.roleNote] : []),
    texts.server(amount(rules.serverDaily, words)),
    '',
    texts.atOnce,
    texts.person(amount(rules.personAtOnce, words)),
    texts.server(amount(rules.serverAtOnce, words)),
    '',
    `**${texts.exempt}:** ${exemptRoleIds.length > 0 ? mentions(exemptRoleIds) : texts.none}`,
    '',
    texts.use(byOwner, openOfOwner, relativeTime(resetsAt)),
  ].join('\n');
};

const componentsOf = (rules: LimitRules, texts: Words['limits']): Row[] => [
  ...buttonRows([
    button(customId('limits-edit', SUBJECT), texts.edit, { style: 'primary' }),
    ...(Object.keys(rules.roleDaily).length > 0
      ? [button(customId('limits-clear', SUBJECT), texts.clear, { style: 'danger' })]
      : []),
  ]),
  row(roleSelect(customId('limits-role', SUBJECT), texts.forRole)),
  row(
    roleSelect(customId('limits-exempt', SUBJECT), texts.exempt, {
      ids: rules.exemptRoleIds,
      max: MAX_ROLES,
    }),
  ),
];

/** The panel on which admins see and change a server's limits. */
export const limitsPanel = async (
  guildId: string,
  { guilds, invocation: { personId }, words }: CommandContext,
): Promise<MessageBody> => {
  const rules = await guilds.limits.of(guildId);
  const use = await guilds.usage.use(ownerOf({ guildId, personId }), personId);
  return {
    content: '',
    embeds: [{ title: words.limits.title, description: description(rules, use, words) }],
    components: componentsOf(rules, words.limits),
  };
};

/** The numbers of the buttons by which removing is confirmed, or not. */
export const CONFIRMED = 1;
const KEPT = 0;

/** The confirmation for removing the limits of all roles, with their names. */
export const clearPanel = ({ roleDaily }: LimitRules, { limits: texts }: Words): MessageBody => ({
  embeds: [{ title: texts.title, description: texts.clearQuestion(mentions(Object.keys(roleDaily))) }],
  components: buttonRows([
    button(customId('limits-clear', SUBJECT, CONFIRMED), texts.clear, { style: 'danger' }),
    button(customId('limits-clear', SUBJECT, KEPT), texts.keep),
  ]),
});
