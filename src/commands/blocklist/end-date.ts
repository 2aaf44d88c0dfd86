import { Calendar, shiftDay } from '../../lib/calendar.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { cut } from '../../lib/text.ts';
import { UserError } from '../../lib/user-error.ts';
import { relativeTime } from '../../messages/markup.ts';
import type { Suggestion } from '../framework/command.ts';
import type { Words } from '../framework/language.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

const isDate = (text: string): boolean => {
  const moment = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
};

/**
 * The end of a day in a time zone, in milliseconds since the epoch.
 *
 * @param typed a date such as `2026-12-31`.
 * @throws UserError unreadable-date, date-over
 */
export const endOfDay = (typed: string, timeZone: string, now: number): number => {
  const day = typed.trim();
  if (!isDate(day)) throw new UserError('unreadable-date', { typed: day });
  const end = new Calendar(timeZone).startOf(shiftDay(day, 1));
  if (end <= now) throw new UserError('date-over', { typed: day });
  return end;
};

/** When somebody's block ends, for the end of a sentence. */
export const endOf = (until: number | undefined, { blocklist }: Words): string =>
  until === undefined ? blocklist.forGood : blocklist.until(relativeTime(until));

/** In days from now. */
const LATER = [1, 7, 30, 365] as const;

/** In UTF-16 units: longer than any of the names. */
const MAX_SCANNED_LENGTH = 100;

/** Dates to choose from. */
export const suggestedDates = (
  now: number,
  timeZone: string,
  typed: string,
  { blocklist: { dates } }: Words,
): Suggestion[] => {
  const calendar = new Calendar(timeZone);
  const wanted = cut(typed.trim(), MAX_SCANNED_LENGTH).toLowerCase();
  return LATER.map((days) => {
    const value = calendar.labelOf(now + days * DAY_MS);
    return { name: `${value} (${dates[days]})`, value };
  }).filter(({ name }) => name.includes(wanted));
};
