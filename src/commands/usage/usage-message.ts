import type { APIButtonComponent } from 'discord-api-types/v10';
import { PERIODS, UTC } from '../../lib/calendar.ts';
import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows } from '../../messages/components.ts';
import { duration, relativeTime } from '../../messages/markup.ts';
import {
  lostOf,
  peopleOf,
  percentOf,
  successRate,
  sumOf,
  usualTimes,
  type Sum,
} from '../../services/usage/summary.ts';
import { countedIn, takenOf } from '../../services/usage/tally.ts';
import { byFamily, commandOf, FAMILY_NAMES } from '../../services/requests/families/index.ts';
import { ownerOf } from '../../services/usage/owners.ts';
import type { CommandContext } from '../framework/context.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Allowance } from '../../services/guilds/limit-rules.ts';
import { managesServer, ownerHere, serverOf, type Invocation } from '../framework/invocation.ts';
import type { Words } from '../../messages/words/words.ts';
import { COLORS, paintChart, totalOf, type ChartDay } from './usage-chart.ts';
import { type UsageReport, readReport, type LabelledDay } from './usage-report.ts';
import type { MessageFile, MessageBody } from '../../messages/message.ts';

/** As many people as fit a phone's screen; the file has all of them. */
const SHOWN_PEOPLE = 10;
/** In characters: some thirty fit Discord's monospaced block on a phone of 390 points. */
const NUMBER_WIDTH = 6;

type UsageWords = Words['usage'];

const NO_SHARE = '–';
const percent = (share: number | undefined, words: UsageWords): string =>
  share === undefined ? NO_SHARE : words.percent(percentOf(share));

const tableRows = ({
  usage: words,
  states,
}: Words): { name: string; of: (sum: Sum) => string | number }[] => [
  ...FAMILY_NAMES.map((family) => ({
    name: commandOf(family),
    of: ({ families }: Sum) => takenOf(families[family]),
  })),
  { name: states.running, of: ({ all }) => all.running ?? 0 },
  { name: states.failed, of: ({ all }) => all.failed ?? 0 },
  { name: states['timed-out'], of: ({ all }) => all.timedOut ?? 0 },
  { name: states.unknown, of: ({ all }) => all.unknown ?? 0 },
  { name: words.rows.success, of: ({ all }) => percent(successRate(all), words) },
  { name: words.rows.quota, of: ({ all }) => all.quota ?? 0 },
  { name: words.rows.refused, of: ({ all }) => all.refused ?? 0 },
];

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;

/** How many columns a text takes in a monospaced block: Japanese letters take two. */
const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);

const gap = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text)));

const tableLine = (name: string, cells: readonly (string | number)[], nameWidth: number): string =>
  name + gap(name, nameWidth) + cells.map((cell) => gap(String(cell), NUMBER_WIDTH) + String(cell)).join('');

/** Outcomes without requests have no line. */
const says = (cells: readonly (string | number)[]): boolean =>
  cells.some((cell) => cell !== 0 && cell !== NO_SHARE);

/** The numbers as a table with aligned columns, in Discord's monospaced block. */
const tableOf = ({ today, week, month }: UsageReport, words: Words): string => {
  const sums = [today, week, month].map((tallies) => sumOf(tallies));
  const rows = tableRows(words)
    .map(({ name, of }) => ({ name, cells: sums.map(of) }))
    .filter(({ cells }) => says(cells));
  const width = Math.max(0, ...rows.map(({ name }) => widthOf(name)));
  const lines = rows.map(({ name, cells }) => tableLine(name, cells, width));
  return ['```', tableLine('', Object.values(words.usage.periods), width), ...lines, '```'].join('\n');
};

/** The usual times of this month; none without pictures. */
const timesLines = ({ month }: UsageReport, words: UsageWords): string[] => {
  const lines = FAMILY_NAMES.flatMap((family) => {
    const times = usualTimes(month, family);
    return times ? [words.time(commandOf(family), duration(times.usualMs), duration(times.slowMs))] : [];
  });
  return lines.length > 0 ? [words.times, ...lines, ''] : [];
};

/** The people with the most requests this month. A mention in an embed shows a name without a ping. */
const peopleLines = ({ today, week, month }: UsageReport, words: UsageWords): string[] => {
  const people = peopleOf(month);
  if (people.length === 0) return [];
  const lines = people.slice(0, SHOWN_PEOPLE).map(({ personId, taken }, index) => {
    const [ofToday, ofWeek] = [today, week].map((tallies) => takenOf(sumOf(tallies, personId).all));
    const success = percent(successRate(sumOf(month, personId).all), words);
    const line = words.person(`<@${personId}>`, taken, ofWeek ?? 0, ofToday ?? 0);
    return `${index + 1}. ${line} · ${words.success(success)}`;
  });
  const more = people.length - lines.length;
  return [words.people, ...lines, ...(more > 0 ? [words.more(more)] : [])];
};

const COLOR = 0x5b8def;
const CHART_NAME = 'usage.png';
/** On its first days a chart of a month is a single bar at its edge. */
const MIN_CHART_DAYS = 7;

type Scope = 'own' | 'server';

const isServer = (invocation: Invocation): boolean => serverOf(invocation) !== undefined;

const buttonsOf = (scope: Scope, invocation: Invocation, words: UsageWords): APIButtonComponent[] => {
  if (isServer(invocation) && !managesServer(invocation)) return [];
  const file = button(customId('usage-file'), words.download);
  if (!isServer(invocation)) return [file];
  return scope === 'server'
    ? [button(customId('usage-show', 'own'), words.own), file]
    : [button(customId('usage-show', 'server'), words.all), file];
};

/** A person's requests that count for limits, in one line. */
const ownLine = ({ today, week, month }: UsageReport, personId: string, words: UsageWords): string => {
  const [ofToday = 0, ofWeek = 0, ofMonth = 0] = [today, week, month].map((tallies) =>
    countedIn(sumOf(tallies, personId).all),
  );
  return words.counted(ofToday, ofWeek, ofMonth);
};

const chartDay = ({ label, tally }: LabelledDay): ChartDay => {
  const { families, all } = sumOf([tally]);
  const pictures = ({ succeeded = 0, running = 0 }: typeof all) => succeeded + running;
  return { label, families: byFamily((family) => pictures(families[family])), lost: lostOf(all) };
};

/** The days of the chart from the first on which there was anything, a week at least. */
const chartDays = ({ chart }: UsageReport): ChartDay[] => {
  const days = chart.map(chartDay);
  const first = days.findIndex(({ families, lost }) =>
    [...Object.values(families), lost].some((count) => count > 0),
  );
  return days.slice(Math.max(0, Math.min(first, days.length - MIN_CHART_DAYS)));
};

const hasRequests = ({ chart }: UsageReport, personId: string | undefined): boolean => {
  const { all } = sumOf(
    chart.map(({ tally }) => tally),
    personId,
  );
  return Object.values(all).some((count) => count > 0);
};

const altTextOf = (days: readonly ChartDay[], { altText }: UsageWords): string => {
  const sum = (of: (day: ChartDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return altText(
    sum(({ families }) => families.artgen),
    sum(({ families }) => families.gen),
    sum(({ lost }) => lost),
  );
};

/** What the chart shows, in words: it has no letters of its own. */
const chartLines = (days: readonly ChartDay[], { usage: words, states, locale }: Words): string[] => {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: UTC });
  const dateOf = (day: ChartDay | undefined) => (day ? format.format(Date.parse(day.label)) : '');
  const most = Math.max(...days.map(totalOf));
  const highest = days.find((day) => totalOf(day) === most);
  return [
    '',
    words.chart(dateOf(days[0]), dateOf(days.at(-1)), most, dateOf(highest)),
    [
      ...FAMILY_NAMES.map((family) => `${COLORS[family].square} ${commandOf(family)}`),
      `${COLORS.lost.square} ${states.failed}`,
    ].join(' · '),
  ];
};

const titleOf = (scope: Scope, invocation: Invocation, { title }: UsageWords): string => {
  if (!isServer(invocation)) return title.elsewhere;
  return scope === 'server' ? title.server : title.own;
};

/** Shows the server's limits even without a key. */
const withoutKey = (error: unknown): undefined => {
  if (!isUserError(error, 'no-key')) throw error;
};

/** The requests left in each period; no lines without limits. */
const allowanceLines = async (scope: Scope, context: CommandContext): Promise<string[]> => {
  const { accounts, guilds, invocation, words } = context;
  const owner = ownerHere(invocation);
  const account = await accounts.of(owner).catch(withoutKey);
  const all = await guilds.admission.allowances({ ...owner, roleIds: invocation.roleIds }, account);
  const shown = all.filter(({ of }) => scope === 'own' || of !== 'person');
  const { title, whose, left: leftOf, granted, resets } = words.usage.allowance;
  const lineOf = ({ of, left, limit, used, granted: added }: Allowance) => {
    const line = leftOf(whose[of], left, limit, used);
    return added === 0 ? line : `${line} ${granted(added)}`;
  };
  return PERIODS.flatMap((period) => {
    const some = shown.filter((one) => one.period === period);
    if (some.length === 0) return [];
    const resetsAt = Math.min(...some.map((one) => one.resetsAt));
    return [title(period), ...some.map(lineOf), resets(relativeTime(resetsAt)), ''];
  });
};

/** The message of `/usage`: the person's own requests, or everybody's with a chart where it is a server's. */
export const usageMessage = async (
  wanted: Scope,
  context: CommandContext,
): Promise<{ message: MessageBody; files: MessageFile[] }> => {
  const { invocation, usage } = context;
  const { usage: words } = context.words;
  const scope = isServer(invocation) ? wanted : 'own';
  const report = await readReport(usage, ownerOf(ownerHere(invocation)));
  const allowances = await allowanceLines(scope, context);
  const embed = { title: titleOf(scope, invocation, words), color: COLOR };
  const components = buttonRows(buttonsOf(scope, invocation, words));
  const withText = (...lines: string[]) => ({
    embeds: [{ ...embed, description: [...allowances, ...lines].join('\n') }],
    components,
  });
  if (!hasRequests(report, scope === 'server' ? undefined : invocation.personId))
    return { message: withText(words.none), files: [] };
  if (scope === 'own')
    return { message: withText(ownLine(report, invocation.personId, words), words.failedFree), files: [] };
  const days = chartDays(report);
  const { embeds } = withText(
    tableOf(report, context.words),
    words.failedFree,
    ...timesLines(report, words),
    ...peopleLines(report, words),
    ...chartLines(days, context.words),
  );
  const image = { url: `attachment://${CHART_NAME}` };
  return {
    message: { embeds: embeds.map((one) => ({ ...one, image })), components },
    files: [
      {
        name: CHART_NAME,
        data: await paintChart(days),
        altText: altTextOf(days, words),
      },
    ],
  };
};
