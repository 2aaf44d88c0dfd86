import { UserError, type UserErrorFacts } from '../../lib/user-error.ts';
import { MAX_COUNT, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { modal, textField, textOf, type FieldValues, type Modal } from '../../messages/forms.ts';
import type { Words } from '../framework/language.ts';
import { customId } from '../../messages/custom-id.ts';

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
/** With a sign between its thousands, as messages and the panel show it in one language or another. */
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;

const numberField = (
  name: string,
  texts: { label: string; description: string },
  value: number | undefined,
) =>
  textField(name, {
    ...texts,
    required: false,
    maxLength: MAX_NUMBER_LENGTH,
    value: value === undefined ? undefined : String(value),
  });

/** A form for limits that are plain numbers. */
export const numbersForm = (
  action: string,
  names: readonly NumberField[],
  rules: LimitRules,
  { limits: texts }: Words,
): Modal =>
  modal(
    customId(action, 'panel'),
    texts.title,
    names.map((name) =>
      numberField(name, { label: texts.fields[name], description: texts.emptyForNoLimit }, rules[name]),
    ),
  );

/** The form for what one role may. */
export const roleForm = (roleId: string, { roleDaily }: LimitRules, { limits: texts }: Words): Modal => {
  const { roleTitle, roleField: label, emptyForNoRoleLimit: description } = texts;
  const field = numberField(DAILY_FIELD, { label, description }, roleDaily[roleId]);
  return modal(customId('limits-role-set', roleId), roleTitle, [field]);
};

/** The form for what a person may make today beyond their limit. */
export const grantForm = (personId: string, granted: number, { limits: texts }: Words): Modal =>
  modal(customId('limits-grant', personId), texts.grantField, [
    numberField(
      DAILY_FIELD,
      { label: texts.grantField, description: texts.grantNote },
      granted === 0 ? undefined : granted,
    ),
  ]);

/**
 * Reads one number of a form; undefined when nothing was typed.
 *
 * @throws UserError not-a-limit
 */
const readLimit = (
  fields: FieldValues,
  { name, ...asked }: { name: string; form: UserErrorFacts['not-a-limit']['form']; label: string },
): number | undefined => {
  const text = textOf(fields, name).trim();
  if (text === '') return undefined;
  const digits = GROUPED.test(text) ? text.replace(/[.,]/g, '') : text;
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : Infinity;
  if (value > MAX_COUNT) throw new UserError('not-a-limit', { ...asked, largest: MAX_COUNT, typed: text });
  return value;
};

/** A role's limit; undefined when nothing was typed. @throws UserError not-a-limit */
export const readRoleLimit = (fields: FieldValues, { limits: { roleField } }: Words): number | undefined =>
  readLimit(fields, { name: DAILY_FIELD, form: 'role', label: roleField });

/** What a person gets beyond their limit. @throws UserError not-a-limit */
export const readGrant = (fields: FieldValues, { limits: { grantField } }: Words): number =>
  readLimit(fields, { name: DAILY_FIELD, form: 'grant', label: grantField }) ?? 0;

/** @throws UserError not-a-limit */
export const readNumbers = (
  fields: FieldValues,
  names: readonly NumberField[],
  form: 'limits' | 'month',
  { limits: texts }: Words,
): Pick<LimitRules, NumberField> => {
  const numbers: Partial<Record<NumberField, number>> = {};
  for (const name of names) {
    const value = readLimit(fields, { name, form, label: texts.fields[name] });
    if (value !== undefined) numbers[name] = value;
  }
  return numbers;
};
