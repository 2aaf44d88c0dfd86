import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { daysUpTo } from '../src/lib/calendar.ts';
import { openStorage } from '../src/services/storage/index.ts';
import { SCHEMA_KEY, SCHEMA_TEXT } from '../src/services/storage/schema.ts';
import { tallySchema, type Tally } from '../src/services/usage/tally.ts';
import type { Programs } from './programs.ts';
import { mebibytes, table } from './statistics.ts';

const SERVERS = 500;
const PEOPLE = 8;
const DAYS = daysUpTo('2026-11-28', 395);
/** The bill is made beside a bot that may be at its worst, in a container of 768 MiB. */
const LIMIT_BYTES = 256 * 2 ** 20;
/** Of a server where databases can be made; without it, SQLite alone is measured. */
const SERVER_URL = process.env['TEST_POSTGRES_URL'];

const idOf = (what: number, index: number): string => `1${what}${String(index).padStart(16, '0')}`;

const tallyOf = (server: number): Tally => ({
  people: Object.fromEntries(
    Array.from({ length: PEOPLE }, (_, index) => [
      idOf(2, server * PEOPLE + index),
      { artgen: { succeeded: 5, failed: 1, unknown: 1 }, gen: { succeeded: 2, timedOut: 1 } },
    ]),
  ),
  durations: {},
  accounts: { fingerprint: PEOPLE * 10 },
});

/** Writes the rows of a year and a month, all of them paid with the operator's key. */
const fill = async (storeUrl: string): Promise<void> => {
  const storage = await openStorage(storeUrl);
  const usage = storage.open('usage', tallySchema);
  await storage.commit([{ key: SCHEMA_KEY, text: SCHEMA_TEXT }]);
  for (let server = 0; server < SERVERS; server += 1) {
    const tally = tallyOf(server);
    const keys = DAYS.flatMap((day) => [`${idOf(1, server)} ${day}`, `shared ${idOf(1, server)} ${day}`]);
    await storage.commit(keys.map((key) => usage.setting(key, tally)));
  }
  await storage.close();
};

/** Says at the end what the process used. */
const PROBE = `
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('\\n' + JSON.stringify({ peakBytes: maxRSS * 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
});`;
const usedSchema = z.object({ peakBytes: z.number(), cpuMs: z.number() });

const measure = async (script: string, storeUrl: string, options: readonly string[]) => {
  const probe = `data:text/javascript,${encodeURIComponent(PROBE)}`;
  const env = {
    PATH: process.env['PATH'],
    DISCORD_TOKEN: 'a.b.c',
    IMAGE_API_URL: 'http://127.0.0.1:1',
    STORE_URL: storeUrl,
  };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', probe, script, '--csv', ...options],
    { env, maxBuffer: 2 ** 26 },
  );
  const requests = stdout
    .split('\n')
    .slice(1)
    .reduce((sum, line) => sum + Number(line.split(',')[2] ?? 0), 0);
  return { ...usedSchema.parse(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')), requests };
};

const onPostgres = async (url: string, work: (storeUrl: string) => Promise<void>): Promise<void> => {
  const own = new URL(url);
  own.pathname = `/easel_bill_${process.pid}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`CREATE DATABASE ${own.pathname.slice(1)}`);
  await work(own.href).finally(() => run(`DROP DATABASE ${own.pathname.slice(1)} WITH (FORCE)`));
};

/** The memory and processor time of `npm run usage`. */
export const benchBill = async ({ scripts }: Programs): Promise<string> => {
  const rows: string[][] = [];
  const measureAll = async (store: string, storeUrl: string) => {
    await fill(storeUrl);
    for (const options of [[], ['--month', '2026-11'], ['--people']]) {
      const { peakBytes, cpuMs, requests } = await measure(join(scripts, 'usage.js'), storeUrl, options);
      const name = `${['bill', ...options].join(' ')} of ${SERVERS} servers and ${DAYS.length} days, ${store}`;
      rows.push([name, String(requests), mebibytes(peakBytes), `${(cpuMs / 1000).toFixed(1)} s`]);
    }
  };
  const folder = await mkdtemp(join(tmpdir(), 'easel-bill-'));
  await measureAll('SQLite', `sqlite://${folder}/easel.sqlite`);
  await rm(folder, { recursive: true });
  if (SERVER_URL !== undefined) await onPostgres(SERVER_URL, (url) => measureAll('Postgres', url));
  return table(['', 'requests', `memory at the most, of ${mebibytes(LIMIT_BYTES)}`, 'processor'], rows);
};
