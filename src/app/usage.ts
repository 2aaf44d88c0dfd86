import { readConfig } from '../config.ts';
import { monthsOf, type MonthOfServer } from '../services/usage/months.ts';
import { tallySchema } from '../services/usage/tally.ts';
import { readStore } from './read-store.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run usage -- [--csv]

Prints how many requests each server made in each month, with their outcomes. Easel may be running.
The last column counts what IMAGE_API_KEY paid for, or may have, whichever key that was; its months begin by UTC.
--csv prints the same as comma-separated values. The name of the store goes to the standard error.
`;

const HEADINGS = ['month', 'server', 'requests', 'succeeded', 'failed', 'unconfirmed', 'with IMAGE_API_KEY'];

const cellsOf = (row: MonthOfServer): string[] =>
  [row.month, row.server, row.requests, row.succeeded, row.failed, row.unconfirmed, row.shared].map(String);

const run: Script['run'] = async ({ flags }) => {
  const months = await readStore(readConfig(process.env), async (storage) =>
    monthsOf(await storage.open('usage', tallySchema).entries()),
  );
  const lines = [HEADINGS, ...months.map(cellsOf)];
  if (flags.has('csv')) return `${lines.map((cells) => cells.join(',')).join('\n')}\n`;
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const padded = lines.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return `${padded.map((cells) => cells.join('  ').trimEnd()).join('\n')}\n`;
};

await runScript({ usage: USAGE, names: 0, flags: ['csv'], run });
