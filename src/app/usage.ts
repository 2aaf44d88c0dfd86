import { readConfig, type Config } from '../config.ts';
import { fingerprint } from '../services/accounts/api-key.ts';
import { openStorage } from '../services/storage/index.ts';
import { monthsOf, type MonthOfServer } from '../services/usage/months.ts';
import { tallySchema } from '../services/usage/tally.ts';
import { runScript, type Script } from './script.ts';

const USAGE = `Usage: npm run usage -- [--csv]

Prints how many requests each server made in each month, with their outcomes. Easel may be running.
--csv prints the same as comma-separated values.
`;

const HEADINGS = ['month', 'server', 'requests', 'succeeded', 'failed', 'unconfirmed', 'with IMAGE_API_KEY'];

const cellsOf = (row: MonthOfServer): string[] =>
  [row.month, row.server, row.requests, row.succeeded, row.failed, row.unconfirmed, row.shared].map(String);

const readMonths = async ({ storeUrl, imageApiKey = '' }: Config): Promise<MonthOfServer[]> => {
  const storage = await openStorage(storeUrl, { isReader: true });
  try {
    return monthsOf(await storage.open('usage', tallySchema).entries(), fingerprint(imageApiKey));
  } finally {
    await storage.close();
  }
};

const run: Script['run'] = async ({ flags }) => {
  const months = await readMonths(readConfig(process.env));
  const lines = [HEADINGS, ...months.map(cellsOf)];
  if (flags.has('csv')) return `${lines.map((cells) => cells.join(',')).join('\n')}\n`;
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const padded = lines.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return `${padded.map((cells) => cells.join('  ').trimEnd()).join('\n')}\n`;
};

await runScript({ usage: USAGE, names: 0, flags: ['csv'], run });
