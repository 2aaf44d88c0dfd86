import { readConfig } from '../config.ts';
import { jobSchema } from '../services/jobs/job.ts';
import { monthsOf, type MonthOf } from '../services/usage/months.ts';
import { tallySchema } from '../services/usage/tally.ts';
import { readStore } from './read-store.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run usage -- [--month 2026-11] [--people] [--csv]

Prints how many requests each server made in each month, with their outcomes. Easel may be running.
The last column counts what IMAGE_API_KEY paid for, or may have, whichever key that was: all that the service took,
however it ended. Its months begin by UTC.
--month prints one month alone. --people prints each person's requests instead, of all servers.
--csv prints the same as comma-separated values. The name of the store goes to the standard error.
`;

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const HEADINGS = ['requests', 'succeeded', 'failed', 'unconfirmed', 'with IMAGE_API_KEY'];

const cellsOf = (row: MonthOf): string[] =>
  [row.month, row.name, row.requests, row.succeeded, row.failed, row.unconfirmed, row.shared].map(String);

const run: Script['run'] = async ({ flags, options: { month } }) => {
  if (month !== undefined && !MONTH.test(month)) return { text: USAGE, exitCode: 2 };
  const isByPerson = flags.has('people');
  const months = await readStore(readConfig(process.env), async (storage) => {
    const open = await storage.open('open', jobSchema).entries();
    const jobs = open.map(([, job]) => job);
    return monthsOf(storage.open('usage', tallySchema), jobs, { isByPerson, month });
  });
  const headings = ['month', isByPerson ? 'person' : 'server', ...HEADINGS];
  const lines = [headings, ...months.map(cellsOf)];
  if (flags.has('csv')) return `${lines.map((cells) => cells.join(',')).join('\n')}\n`;
  const widthOf = (column: number) =>
    lines.reduce((width, cells) => Math.max(width, cells[column]?.length ?? 0), 0);
  const widths = headings.map((_, column) => widthOf(column));
  const padded = lines.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return `${padded.map((cells) => cells.join('  ').trimEnd()).join('\n')}\n`;
};

await runScript({ usage: USAGE, names: 0, flags: ['csv', 'people'], options: ['month'], run });
