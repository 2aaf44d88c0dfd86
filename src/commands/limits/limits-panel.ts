import {
  button,
  buttonRows,
  roleSelect,
  row,
  userSelect,
  type ActionRow,
} from '../../messages/components.ts';
import { modal, textField, textOf, type FieldValues, type Modal } from '../../messages/forms.ts';
import { compact } from '../../lib/lists.ts';
import { wholeNumberIn } from '../../lib/text.ts';
import { UserError } from '../../lib/user-error.ts';
import { MAX_COUNT, MAX_ROLES, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { ownerOf } from '../../services/usage/owners.ts';
import type { RequestCount, Usage } from '../../services/usage/usage.ts';
import { customId, type CustomId } from '../../messages/custom-id.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Problem } from '../framework/reply.ts';
import type { Words } from '../../messages/words/words.ts';
import { relativeTime, roleMentions } from '../../messages/markup.ts';
import type { MessageBody } from '../../messages/message.ts';

const amount = (limit: number | undefined, { limits, grouped }: Words): string =>
  limit === undefined ? limits.noLimit : `**${grouped(limit)}**`;

const roleLines = ({ roleDaily }: LimitRules, words: Words): string[] =>
  Object.entries(roleDaily).map(([roleId, limit]) => `<@&${roleId}>: ${amount(limit, words)}`);

/** A server's usage in the panel. */
interface Shown {
  today: RequestCount;
  month: RequestCount;
  /** How many requests are under way. */
  pending: number;
  granted: Awaited<ReturnType<Usage['granted']>>;
}

/** In the list of people with extra requests. */
const MAX_GRANTS = 25;

const description = (rules: LimitRules, { today, month, pending, granted }: Shown, words: Words): string => {
  const { limits: texts } = words;
  const roles = roleLines(rules, words);
  const { exemptRoleIds } = rules;
  const grants = granted
    .slice(0, MAX_GRANTS)
    .map(({ personId, count }) => `<@${personId}> +${words.grouped(count)}`);
  return compact([
    texts.note,
    words.usage.failedFree,
    '',
    texts.daily,
    texts.person(amount(rules.personDaily, words)),
    ...roles,
    roles.length > 0 && texts.roleNote,
    texts.server(amount(rules.serverDaily, words)),
    '',
    texts.monthly,
    texts.person(amount(rules.personMonthly, words)),
    texts.server(amount(rules.serverMonthly, words)),
    '',
    texts.atOnce,
    texts.person(amount(rules.personAtOnce, words)),
    texts.server(amount(rules.serverAtOnce, words)),
    '',
    `**${texts.exempt}:** ${exemptRoleIds.length > 0 ? roleMentions(exemptRoleIds) : texts.none}`,
    grants.length > 0 && texts.granted(grants.join(' · ')),
    '',
    texts.use(today.byOwner, pending, relativeTime(today.resetsAt)),
    texts.useOfMonth(month.byOwner, relativeTime(month.resetsAt)),
  ]).join('\n');
};

const componentsOf = (rules: LimitRules, texts: Words['limits']): ActionRow[] => [
  ...buttonRows([
    button(customId('limits-edit'), texts.edit, { style: 'primary' }),
    button(customId('limits-edit-month'), texts.editMonth),
    Object.keys(rules.roleDaily).length > 0 &&
      button(customId('limits-clear'), texts.clear, { style: 'danger' }),
  ]),
  row(roleSelect(customId('limits-role'), texts.forRole)),
  row(
    roleSelect(customId('limits-exempt'), texts.exempt, {
      ids: rules.exemptRoleIds,
      max: MAX_ROLES,
    }),
  ),
  row(userSelect(customId('limits-grant'), texts.grant)),
];

/** The panel on which admins see and change a server's limits. */
export const limitsPanel = async (
  guildId: string,
  { guilds, usage, invocation: { personId }, words }: CommandContext,
): Promise<MessageBody> => {
  const rules = await guilds.limits.of(guildId);
  const owner = ownerOf({ guildId, personId });
  const [today, month, granted] = await Promise.all([
    usage.countIn('day', owner, personId),
    usage.countIn('month', owner, personId),
    usage.granted(owner),
  ]);
  const shown = { today, month, pending: usage.pending(owner), granted };
  return {
    content: '',
    embeds: [{ title: words.limits.title, description: description(rules, shown, words) }],
    components: componentsOf(rules, words.limits),
  };
};

/** The numbers of the buttons by which removing is confirmed, or not. */
export const CONFIRMED = 1;
const KEPT = 0;

/** The confirmation for removing the limits of all roles, with their names. */
export const clearPanel = ({ roleDaily }: LimitRules, { limits: texts }: Words): MessageBody => ({
  embeds: [{ title: texts.title, description: texts.clearQuestion(roleMentions(Object.keys(roleDaily))) }],
  components: buttonRows([
    button(customId('limits-clear', 'here', CONFIRMED), texts.clear, { style: 'danger' }),
    button(customId('limits-clear', 'here', KEPT), texts.keep),
  ]),
});

/** The limits that are plain numbers, as the form asks for them. */
export const NUMBER_FIELDS = [
  'personDaily',
  'serverDaily',
  'personAtOnce',
  'serverAtOnce',
] as const satisfies readonly (keyof Words['limits']['fields'])[];

/** Those of the month have a form of their own: Discord's forms hold five fields. */
export const MONTH_FIELDS = [
  'personMonthly',
  'serverMonthly',
] as const satisfies readonly (keyof LimitRules)[];
type NumberField = (typeof NUMBER_FIELDS | typeof MONTH_FIELDS)[number];

/** The field of the forms for one role and for one person. */
const DAILY_FIELD = 'daily';

const MAX_NUMBER_LENGTH = 9;

const numberField = (
  name: string,
  texts: { label: string; description: string },
  value: number | undefined,
) =>
  textField(name, {
    ...texts,
    isOptional: true,
    maxLength: MAX_NUMBER_LENGTH,
    value: value === undefined ? undefined : String(value),
  });

/** A form for limits that are plain numbers. */
export const numbersForm = (
  id: CustomId,
  names: readonly NumberField[],
  rules: LimitRules,
  { limits: texts }: Words,
): Modal =>
  modal(
    id,
    texts.title,
    names.map((name) =>
      numberField(name, { label: texts.fields[name], description: texts.emptyForNoLimit }, rules[name]),
    ),
  );

/** A form for one number of a day. */
export const dailyForm = (
  id: CustomId,
  title: string,
  texts: { label: string; description: string },
  value: number | undefined,
): Modal => modal(id, title, [numberField(DAILY_FIELD, texts, value)]);

const readLimit = (fields: FieldValues, name: string, label: string): number | undefined | UserError => {
  const text = textOf(fields, name).trim();
  if (text === '') return undefined;
  const value = wholeNumberIn(text) ?? Infinity;
  return value > MAX_COUNT ? new UserError('not-a-limit', { label, largest: MAX_COUNT, typed: text }) : value;
};

/** The number of {@link dailyForm}; undefined when nothing was typed. @throws UserError not-a-limit */
export const readDaily = (fields: FieldValues, label: string): number | undefined => {
  const daily = readLimit(fields, DAILY_FIELD, label);
  if (daily instanceof UserError) throw daily;
  return daily;
};

/** The numbers of {@link numbersForm}, and what is none. */
export const readNumbers = (
  fields: FieldValues,
  names: readonly NumberField[],
  { limits: texts }: Words,
): { numbers: Map<NumberField, number | undefined>; problem: Problem | undefined } => {
  const numbers = new Map<NumberField, number | undefined>();
  const wrong: [NumberField, UserError][] = [];
  for (const name of names) {
    const read = readLimit(fields, name, texts.fields[name]);
    if (read instanceof UserError) wrong.push([name, read]);
    else numbers.set(name, read);
  }
  const typed = Object.fromEntries(wrong.map(([name]) => [name, textOf(fields, name)]));
  const errors = wrong.map(([, error]) => error);
  return { numbers, problem: wrong.length > 0 ? { errors, fields: typed } : undefined };
};
