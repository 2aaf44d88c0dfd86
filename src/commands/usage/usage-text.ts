import {
  lostOf,
  peopleOf,
  successRate,
  sumOf,
  takenOf,
  usualTimes,
  type Sum,
} from '../../services/usage/summary.ts';
import { duration } from '../../messages/markup.ts';
import type { UsageReport } from './usage-report.ts';

/** As many people as fit a phone's screen; the file has all of them. */
const SHOWN_PEOPLE = 10;
const NAME_WIDTH = 15;
const NUMBER_WIDTH = 7;

const percent = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.floor(share * 100)} %`;

const ROWS: readonly { name: string; of: (sum: Sum) => string | number }[] = [
  { name: '/imagine', of: ({ families }) => takenOf(families.artgen) },
  { name: '/gen', of: ({ families }) => takenOf(families.gen) },
  { name: 'still at work', of: ({ all }) => all.running ?? 0 },
  { name: 'no picture', of: ({ all }) => lostOf(all) },
  { name: 'success', of: ({ all }) => percent(successRate(all)) },
  { name: 'over quota', of: ({ all }) => all.quota ?? 0 },
  { name: 'turned down', of: ({ all }) => all.refused ?? 0 },
];

const tableLine = (name: string, numbers: readonly (string | number)[]): string =>
  name.padEnd(NAME_WIDTH) + numbers.map((value) => String(value).padStart(NUMBER_WIDTH)).join('');

/** The numbers as a table that stands upright in Discord's monospaced block. */
export const tableOf = ({ today, week, month }: UsageReport, personId?: string): string => {
  const sums = [today, week, month].map((tallies) => sumOf(tallies, personId));
  const lines = ROWS.map(({ name, of }) => tableLine(name, sums.map(of)));
  return ['```', tableLine('', ['today', 'week', 'month']), ...lines, '```'].join('\n');
};

/** How long pictures usually took this month; empty when there were none. */
export const timesLines = ({ month }: UsageReport): string[] => {
  const families = [
    ['/imagine', usualTimes(month, 'artgen')],
    ['/gen', usualTimes(month, 'gen')],
  ] as const;
  const lines = families.flatMap(([name, times]) =>
    times
      ? [`${name}: usually ${duration(times.usualMs)}, nine of ten within ${duration(times.slowMs)}`]
      : [],
  );
  return lines.length > 0 ? ['**How long it took** this month', ...lines, ''] : [];
};

/** Who asked for the most this month; a mention in an embed shows a name and pings nobody. */
export const peopleLines = ({ today, week, month }: UsageReport): string[] => {
  const people = peopleOf(month);
  if (people.length === 0) return [];
  const lines = people.slice(0, SHOWN_PEOPLE).map(({ personId, taken }, index) => {
    const [ofToday, ofWeek] = [today, week].map((tallies) => takenOf(sumOf(tallies, personId).all));
    const success = percent(successRate(sumOf(month, personId).all));
    return `${index + 1}. <@${personId}> **${taken}** · ${ofWeek ?? 0} this week · ${ofToday ?? 0} today · ${success} success`;
  });
  const more = people.length - lines.length;
  return ['**By person**, this month', ...lines, ...(more > 0 ? [`… and ${more} more in the file.`] : [])];
};
