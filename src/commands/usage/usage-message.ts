import { PermissionFlagsBits, type APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows } from '../../messages/components.ts';
import { duration } from '../../messages/markup.ts';
import {
  lostOf,
  peopleOf,
  successRate,
  sumOf,
  takenOf,
  usualTimes,
  type Sum,
} from '../../services/usage/summary.ts';
import { ownerOf } from '../../services/usage/usage.ts';
import type { CommandContext } from '../framework/command.ts';
import { customId } from '../../messages/custom-id.ts';
import { hasPermission, type Invocation } from '../framework/invocation.ts';
import type { File, MessageBody } from '../framework/reply.ts';
import type { ChartDay } from './usage-chart.ts';
import { type UsageReport, readReport, type LabelledDay } from './usage-report.ts';

/** As many people as fit a phone's screen; the file has all of them. */
const SHOWN_PEOPLE = 10;
const NAME_WIDTH = 15;
const NUMBER_WIDTH = 7;

const percent = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.floor(share * 100)}%`;

const ROWS: readonly { name: string; of: (sum: Sum) => string | number }[] = [
  { name: '/imagine', of: ({ families }) => takenOf(families.artgen) },
  { name: '/gen', of: ({ families }) => takenOf(families.gen) },
  { name: 'in progress', of: ({ all }) => all.running ?? 0 },
  { name: 'failed', of: ({ all }) => lostOf(all) },
  { name: 'success', of: ({ all }) => percent(successRate(all)) },
  { name: 'over quota', of: ({ all }) => all.quota ?? 0 },
  { name: 'declined', of: ({ all }) => all.refused ?? 0 },
];

const tableLine = (name: string, numbers: readonly (string | number)[]): string =>
  name.padEnd(NAME_WIDTH) + numbers.map((value) => String(value).padStart(NUMBER_WIDTH)).join('');

/** The numbers as a table that stands upright in Discord's monospaced block. */
const tableOf = ({ today, week, month }: UsageReport, personId?: string): string => {
  const sums = [today, week, month].map((tallies) => sumOf(tallies, personId));
  const lines = ROWS.map(({ name, of }) => tableLine(name, sums.map(of)));
  return ['```', tableLine('', ['today', 'week', 'month']), ...lines, '```'].join('\n');
};

/** How long pictures usually took this month; empty when there were none. */
const timesLines = ({ month }: UsageReport): string[] => {
  const families = [
    ['/imagine', usualTimes(month, 'artgen')],
    ['/gen', usualTimes(month, 'gen')],
  ] as const;
  const lines = families.flatMap(([name, times]) =>
    times ? [`${name}: usually ${duration(times.usualMs)}, 90% within ${duration(times.slowMs)}`] : [],
  );
  return lines.length > 0 ? ['**Time to finish** this month', ...lines, ''] : [];
};

/** Who requested the most this month; a mention in an embed shows a name and pings nobody. */
const peopleLines = ({ today, week, month }: UsageReport): string[] => {
  const people = peopleOf(month);
  if (people.length === 0) return [];
  const lines = people.slice(0, SHOWN_PEOPLE).map(({ personId, taken }, index) => {
    const [ofToday, ofWeek] = [today, week].map((tallies) => takenOf(sumOf(tallies, personId).all));
    const success = percent(successRate(sumOf(month, personId).all));
    return `${index + 1}. <@${personId}> **${taken}** · ${ofWeek ?? 0} this week · ${ofToday ?? 0} today · ${success} success`;
  });
  const more = people.length - lines.length;
  return ['**By person** this month', ...lines, ...(more > 0 ? [`… and ${more} more in the file.`] : [])];
};

const COLOR = 0x5b8def;
const CHART_NAME = 'usage.png';
const CHART_TITLE = 'Requests per day, last 30 days';

/** Whose usage is shown: the person's own, or everybody's. */
type Scope = 'own' | 'all';

/** Whether a person may see everybody's usage: in a server with the right to manage it. */
export const maySeeAll = ({ context, personPermissions }: Invocation): boolean =>
  context === 'guild' && hasPermission(personPermissions, PermissionFlagsBits.ManageGuild);

const isServer = ({ guildId }: Invocation): boolean => guildId !== undefined;

const buttonsOf = (scope: Scope, invocation: Invocation): APIButtonComponent[] => {
  if (isServer(invocation) && !maySeeAll(invocation)) return [];
  const file = button(customId('usage-file', 'csv'), 'Download as CSV');
  if (!isServer(invocation)) return [file];
  return scope === 'all'
    ? [button(customId('usage-show', 'own'), 'My usage'), file]
    : [button(customId('usage-show', 'all'), 'Whole server'), file];
};

const chartDay = ({ label, tally }: LabelledDay, personId: string | undefined): ChartDay => {
  const { families, all } = sumOf([tally], personId);
  const pictures = ({ succeeded = 0, running = 0 }: typeof all) => succeeded + running;
  return { label, imagine: pictures(families.artgen), gen: pictures(families.gen), lost: lostOf(all) };
};

const altTextOf = (days: readonly ChartDay[]): string => {
  const sum = (of: (day: ChartDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return `${CHART_TITLE}: ${sum(({ imagine }) => imagine)} by /imagine, ${sum(({ gen }) => gen)} by /gen, ${sum(({ lost }) => lost)} failed`;
};

const titleOf = (scope: Scope, invocation: Invocation): string => {
  if (scope === 'all') return 'Server usage';
  return isServer(invocation) ? 'Your usage in this server' : 'Your usage in direct messages';
};

/** What `/usage` shows, with its chart. */
export const usageMessage = async (
  scope: Scope,
  { invocation, guilds }: CommandContext,
): Promise<{ message: MessageBody; files: File[] }> => {
  const report = await readReport(guilds.usage, ownerOf(invocation));
  const personId = scope === 'all' ? undefined : invocation.personId;
  const days = report.chart.map((day) => chartDay(day, personId));
  const description = [
    tableOf(report, personId),
    ...timesLines(report),
    ...(scope === 'all' ? peopleLines(report) : []),
  ].join('\n');
  // What draws takes 25 MB, and most bots are never asked for a chart.
  const { paintChart } = await import('./usage-chart.ts');
  const chart = await paintChart(CHART_TITLE, days);
  const image = { url: `attachment://${CHART_NAME}` };
  return {
    message: {
      embeds: [{ title: titleOf(scope, invocation), color: COLOR, description, image }],
      components: buttonRows(buttonsOf(scope, invocation)),
    },
    files: [{ name: CHART_NAME, data: chart, contentType: 'image/png', altText: altTextOf(days) }],
  };
};
