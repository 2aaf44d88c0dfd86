import { PermissionFlagsBits, type APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows } from '../../messages/components.ts';
import { ownerOf } from '../../services/usage/usage.ts';
import { lostOf, sumOf } from '../../services/usage/summary.ts';
import { customId } from '../framework/custom-id.ts';
import type { CommandContext } from '../framework/command.ts';
import { hasPermission, type Invocation } from '../framework/invocation.ts';
import type { File, MessageBody } from '../framework/reply.ts';
import { paintChart, type ChartDay } from './usage-chart.ts';
import { readReport, type LabelledDay } from './usage-report.ts';
import { peopleLines, tableOf, timesLines } from './usage-text.ts';

const COLOR = 0x5b8def;
const CHART_NAME = 'usage.png';
const CHART_TITLE = 'Pictures a day, the last 30 days';

/** Whose usage is shown: the person's own, or everybody's. */
export type Scope = 'own' | 'all';

/** Whether a person may see everybody's usage: in a server with the right to manage it. */
export const maySeeAll = ({ context, personPermissions }: Invocation): boolean =>
  context === 'guild' && hasPermission(personPermissions, PermissionFlagsBits.ManageGuild);

const isServer = ({ guildId }: Invocation): boolean => guildId !== undefined;

const buttonsOf = (scope: Scope, invocation: Invocation): APIButtonComponent[] => {
  if (isServer(invocation) && !maySeeAll(invocation)) return [];
  const file = button(customId('usage-file', 'csv'), 'Download as CSV');
  if (!isServer(invocation)) return [file];
  return scope === 'all'
    ? [button(customId('usage-show', 'own'), 'Only mine'), file]
    : [button(customId('usage-show', 'all'), 'Whole server'), file];
};

const chartDay = ({ label, tally }: LabelledDay, personId: string | undefined): ChartDay => {
  const { families, all } = sumOf([tally], personId);
  const pictures = ({ succeeded = 0, running = 0 }: typeof all) => succeeded + running;
  return { label, imagine: pictures(families.artgen), gen: pictures(families.gen), lost: lostOf(all) };
};

const altTextOf = (days: readonly ChartDay[]): string => {
  const sum = (of: (day: ChartDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return `${CHART_TITLE}: ${sum(({ imagine }) => imagine)} by /imagine, ${sum(({ gen }) => gen)} by /gen, ${sum(({ lost }) => lost)} without a picture`;
};

const titleOf = (scope: Scope, invocation: Invocation): string => {
  if (scope === 'all') return 'Usage of this server';
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
