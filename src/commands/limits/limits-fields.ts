import { UserError } from '../../lib/user-error.ts';
import { MAX_COUNT, MAX_PAUSE_S, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { modal, textField, textOf, type FieldValues, type Modal } from '../../messages/forms.ts';
import { customId } from '../../messages/custom-id.ts';

/** The limits that are plain numbers, as the form asks for them. */
export const NUMBER_FIELDS = [
  { name: 'personDaily', label: 'Requests per day, each person', largest: MAX_COUNT },
  { name: 'serverDaily', label: 'Requests per day, whole server', largest: MAX_COUNT },
  { name: 'personAtOnce', label: 'Requests at once, each person', largest: MAX_COUNT },
  { name: 'serverAtOnce', label: 'Requests at once, whole server', largest: MAX_COUNT },
  { name: 'pauseS', label: 'Seconds between requests, each person', largest: MAX_PAUSE_S },
] as const;

/** The field of the form for one role. */
export const ROLE_FIELD = { name: 'daily', label: 'Requests per day', largest: MAX_COUNT } as const;

const MAX_NUMBER_LENGTH = 9;

const numberField = (
  { name, label }: { name: string; label: string },
  value: number | undefined,
  description: string,
) =>
  textField(name, {
    label,
    description,
    required: false,
    maxLength: MAX_NUMBER_LENGTH,
    value: value === undefined ? undefined : String(value),
  });

/** The form for the limits that are plain numbers. */
export const numbersForm = (rules: LimitRules): Modal =>
  modal(
    customId('limits-numbers', 'panel'),
    'Server limits',
    NUMBER_FIELDS.map((field) => {
      const description = field.name === 'pauseS' ? 'Leave empty for no pause' : 'Leave empty for no limit';
      return numberField(field, rules[field.name], description);
    }),
  );

/** The form for what one role may. */
export const roleForm = (roleId: string, { roleDaily }: LimitRules): Modal =>
  modal(customId('limits-role-set', roleId), 'Role limit', [
    numberField(
      ROLE_FIELD,
      roleDaily[roleId],
      'Replaces the limit for each person. Leave empty to remove it',
    ),
  ]);

/**
 * Reads one number of a form; undefined when nothing was typed.
 *
 * @throws UserError not-a-limit
 */
export const readLimit = (
  fields: FieldValues,
  { name, label, largest }: { name: string; label: string; largest: number },
): number | undefined => {
  const text = textOf(fields, name).trim();
  if (text === '') return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Infinity;
  if (value > largest) throw new UserError('not-a-limit', { label, typed: text, largest });
  return value;
};

/** @throws UserError not-a-limit */
export const readNumbers = (
  fields: FieldValues,
): Pick<LimitRules, (typeof NUMBER_FIELDS)[number]['name']> => {
  const numbers: Partial<Record<(typeof NUMBER_FIELDS)[number]['name'], number>> = {};
  for (const field of NUMBER_FIELDS) {
    const value = readLimit(fields, field);
    if (value !== undefined) numbers[field.name] = value;
  }
  return numbers;
};
