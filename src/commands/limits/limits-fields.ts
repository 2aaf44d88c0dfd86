import { UserError } from '../../lib/user-error.ts';
import { MAX_COUNT, MAX_PAUSE_S, type LimitRules } from '../../services/guilds/limit-rules.ts';
import type { ActionUse } from '../framework/action.ts';

/** The limits that are plain numbers, as the form asks for them. */
export const NUMBER_FIELDS = [
  { name: 'personDaily', label: 'Pictures a day, each person', largest: MAX_COUNT },
  { name: 'serverDaily', label: 'Pictures a day, the whole server', largest: MAX_COUNT },
  { name: 'personAtOnce', label: 'Jobs at once, each person', largest: MAX_COUNT },
  { name: 'serverAtOnce', label: 'Jobs at once, the whole server', largest: MAX_COUNT },
  { name: 'pauseS', label: 'Seconds between two of one person', largest: MAX_PAUSE_S },
] as const;

/**
 * Reads one number of a form; undefined when nothing was typed.
 *
 * @throws UserError not-a-limit
 */
export const readLimit = (
  { fields }: ActionUse,
  { name, label, largest }: { name: string; label: string; largest: number },
): number | undefined => {
  const typed = fields[name];
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (text === '') return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Infinity;
  if (value > largest) throw new UserError('not-a-limit', { label, typed: text, largest });
  return value;
};

/** @throws UserError not-a-limit */
export const readNumbers = (use: ActionUse): Pick<LimitRules, (typeof NUMBER_FIELDS)[number]['name']> => {
  const numbers: Partial<Record<(typeof NUMBER_FIELDS)[number]['name'], number>> = {};
  for (const field of NUMBER_FIELDS) {
    const value = readLimit(use, field);
    if (value !== undefined) numbers[field.name] = value;
  }
  return numbers;
};
