import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { pages } from '../../src/services/storage/database.ts';
import { isCopied } from '../../src/services/storage/schema.ts';
import { program } from '../world/easel-program.ts';
import { openForTest } from '../storage/storages.ts';

const failureSchema = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

/** Runs a command that people run. */
export const run = async (script: string, args: readonly string[], env: Record<string, string> = {}) => {
  const file = join(dirname(program()), `app/${script}.js`);
  const required = { DISCORD_TOKEN: 'a.bot.token', IMAGE_API_URL: 'http://127.0.0.1:9' };
  const options = {
    env: { PATH: process.env['PATH'], ...required, ...env },
    cwd: dirname(dirname(program())),
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    return failureSchema.parse(error);
  }
};

const NASTY = 'ä 🎨 \u2028 "quoted" \\ \u0000 \n';

/** Something of everything: many rows, odd characters, a lifetime, a lease. */
export const fillStore = async (url: string): Promise<void> => {
  const storage = await openForTest(url);
  const lease = storage.database.lease({ shards: 'auto', parts: 1, onEvent: () => undefined });
  await lease.acquire('a key', new AbortController().signal);
  await lease.release();
  const jobs = storage.open('jobs', z.object({ text: z.string() }));
  await Promise.all(
    Array.from({ length: 2_100 }, (_, index) => jobs.set(`j${index}`, { text: `${NASTY}${index}` })),
  );
  await jobs.set('with an end', { text: 'gone in an hour' }, 3_600_000);
  await storage.close();
};

/** All rows by key. */
export const rowsOf = async (url: string): Promise<Map<string, string>> => {
  const storage = await openForTest(url);
  const rows = new Map<string, string>();
  for await (const page of pages(storage.database, ''))
    for (const [key, text] of page) if (isCopied(key)) rows.set(key, text);
  await storage.close();
  return rows;
};
