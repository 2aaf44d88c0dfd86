import { UserError } from '../../lib/user-error.ts';
import { MAX_COUNT, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { modal, textField, textOf, type FieldValues, type Modal } from '../../messages/forms.ts';
import type { Words } from '../framework/language.ts';
import type { CustomId } from '../../messages/custom-id.ts';

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

const readLimit = (fields: FieldValues, name: string, label: string): number | undefined => {
  const text = textOf(fields, name).trim();
  if (text === '') return undefined;
  const digits = GROUPED.test(text) ? text.replace(/[.,]/g, '') : text;
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : Infinity;
  if (value > MAX_COUNT) throw new UserError('not-a-limit', { label, largest: MAX_COUNT, typed: text });
  return value;
};

/** The number of {@link dailyForm}; undefined when nothing was typed. @throws UserError not-a-limit */
export const readDaily = (fields: FieldValues, label: string): number | undefined =>
  readLimit(fields, DAILY_FIELD, label);

/** The numbers of {@link numbersForm}. @throws UserError not-a-limit */
export const readNumbers = (
  fields: FieldValues,
  names: readonly NumberField[],
  { limits: texts }: Words,
): Pick<LimitRules, NumberField> => {
  const numbers: Partial<Record<NumberField, number>> = {};
  for (const name of names) {
    const value = readLimit(fields, name, texts.fields[name]);
    if (value !== undefined) numbers[name] = value;
  }
  return numbers;
};
