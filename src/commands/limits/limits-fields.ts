import { UserError } from '../../lib/user-error.ts';
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

/** The field of the form for one role. */
const ROLE_FIELD = 'daily';

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

/** The form for the limits that are plain numbers. */
export const numbersForm = (rules: LimitRules, { limits: texts }: Words): Modal =>
  modal(
    customId('limits-numbers', 'panel'),
    texts.title,
    NUMBER_FIELDS.map((name) =>
      numberField(name, { label: texts.fields[name], description: texts.emptyForNoLimit }, rules[name]),
    ),
  );

/** The form for what one role may. */
export const roleForm = (roleId: string, { roleDaily }: LimitRules, { limits: texts }: Words): Modal => {
  const { roleTitle, roleField: label, emptyForNoRoleLimit: description } = texts;
  const field = numberField(ROLE_FIELD, { label, description }, roleDaily[roleId]);
  return modal(customId('limits-role-set', roleId), roleTitle, [field]);
};

/**
 * Reads one number of a form; undefined when nothing was typed.
 *
 * @throws UserError not-a-limit
 */
const readLimit = (
  fields: FieldValues,
  { name, ...asked }: { name: string; form: 'limits' | 'role'; label: string },
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
  readLimit(fields, { name: ROLE_FIELD, form: 'role', label: roleField });

/** @throws UserError not-a-limit */
export const readNumbers = (
  fields: FieldValues,
  { limits: texts }: Words,
): Pick<LimitRules, (typeof NUMBER_FIELDS)[number]> => {
  const numbers: Partial<Record<(typeof NUMBER_FIELDS)[number], number>> = {};
  for (const name of NUMBER_FIELDS) {
    const value = readLimit(fields, { name, form: 'limits', label: texts.fields[name] });
    if (value !== undefined) numbers[name] = value;
  }
  return numbers;
};
