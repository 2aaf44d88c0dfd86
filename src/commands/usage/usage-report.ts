import { dayOfMonth, dayOfWeek, daysUpTo } from '../../lib/calendar.ts';
import type { UsageOwner } from '../../services/usage/owners.ts';
import type { Usage } from '../../services/usage/usage.ts';
import { FAMILIES, FAMILY_NAMES } from '../../services/requests/families/index.ts';
import { OUTCOMES, takenOf, type Tally } from '../../services/usage/tally.ts';

/** How many days the chart shows. A month has at most one day more. */
const CHART_DAYS = 30;
const MAX_MONTH_DAYS = 31;

/** One day with its label, such as `2026-11-20`. */
export interface LabelledDay {
  label: string;
  tally: Tally;
}

/** The days of `/usage`. */
export interface UsageReport {
  today: readonly Tally[];
  /** Since Monday. */
  week: readonly Tally[];
  /** Since the first of the month. */
  month: readonly Tally[];
  /** The last {@link CHART_DAYS} days, oldest first. */
  chart: readonly LabelledDay[];
}

/** Reads an owner's days, oldest first, up to today. */
export const readDays = async (
  usage: Pick<Usage, 'today' | 'days'>,
  owner: UsageOwner,
  count: number,
): Promise<LabelledDay[]> => {
  const { label: today } = await usage.today(owner);
  const labels = daysUpTo(today, count);
  const tallies = await usage.days(owner, labels);
  return tallies.map((tally, index) => ({ label: labels[index] ?? today, tally }));
};

/** Reads what an owner used this month, and in the days that the chart shows. */
export const readReport = async (
  usage: Pick<Usage, 'today' | 'days'>,
  owner: UsageOwner,
): Promise<UsageReport> => {
  const days = await readDays(usage, owner, MAX_MONTH_DAYS);
  const today = days.at(-1)?.label ?? '';
  const last = (count: number) => days.slice(-count);
  const tallies = (some: readonly LabelledDay[]) => some.map(({ tally }) => tally);
  return {
    today: tallies(last(1)),
    week: tallies(last(dayOfWeek(today))),
    month: tallies(last(dayOfMonth(today))),
    chart: last(CHART_DAYS),
  };
};

const CSV_HEAD = [
  'day',
  'person_id',
  'command',
  'taken',
  ...OUTCOMES.map((outcome) => outcome.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)),
];

const personLines = (day: string, [personId, person]: [string, Tally['people'][string]]): string[] =>
  FAMILY_NAMES.flatMap((family) => {
    const counts = person[family];
    if (!counts || OUTCOMES.every((outcome) => (counts[outcome] ?? 0) === 0)) return [];
    const numbers = [takenOf(counts), ...OUTCOMES.map((outcome) => counts[outcome] ?? 0)];
    return [[day, personId, FAMILIES[family].command, ...numbers].join(',')];
  });

/** One line for each day, person and family, as RFC 4180 writes them. */
export const toCsv = (days: readonly LabelledDay[]): string =>
  [
    CSV_HEAD.join(','),
    ...days.flatMap(({ label, tally }) =>
      Object.entries(tally.people).flatMap((person) => personLines(label, person)),
    ),
    '',
  ].join('\r\n');
