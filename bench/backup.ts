import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openStorage } from '../src/services/storage/index.ts';
import { table, timed } from './statistics.ts';
import { temporaryFolder } from './test-environment.ts';

const ROWS = 100_000;
const PAGE_ROWS = 1_000;
/** About a closed job. */
const TEXT = 'a lighthouse at dusk, '.repeat(40);

const SCRIPTS = join(import.meta.dirname, '../src/app');

/** A command as people run it: a process of its own. */
const run = async (script: string, args: readonly string[], env: Record<string, string>): Promise<void> => {
  const required = {
    DISCORD_TOKEN: 'a.bot.token',
    IMAGE_API_URL: 'http://127.0.0.1:9',
    PATH: process.env['PATH'] ?? '',
  };
  const file = join(SCRIPTS, `${script}.ts`);
  await promisify(execFile)(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { ...required, ...env },
  });
};

const fillStore = async (url: string): Promise<void> => {
  const storage = await openStorage(url, { onConnectionError: () => undefined });
  for (let first = 0; first < ROWS; first += PAGE_ROWS)
    await storage.rows.write(
      Array.from({ length: PAGE_ROWS }, (_, index) => ({
        key: `jobs:job-${first + index}`,
        text: JSON.stringify({ expires: Date.now() + 86_400_000, value: `${TEXT}${first + index}` }),
      })),
    );
  await storage.close();
};

/** How long 100,000 rows take to save, restore and move, to and from SQLite and the servers that the tests are given. */
export const benchBackup = async (): Promise<string> => {
  const { folder, remove } = await temporaryFolder();
  const from = `sqlite://${folder}/easel.sqlite`;
  const servers = { Redis: process.env['BENCH_REDIS_URL'], Postgres: process.env['BENCH_POSTGRES_URL'] };
  const seconds = async (work: () => Promise<unknown>) => `${((await timed(work)) / 1_000).toFixed(1)} s`;
  try {
    await fillStore(from);
    const file = join(folder, 'backup');
    const there = { STORE_URL: `sqlite://${folder}/restored.sqlite`, DATA_DIR: folder };
    const rows = [
      ['`backup`, SQLite', await seconds(() => run('backup', [file], { STORE_URL: from, DATA_DIR: folder }))],
      ['`restore`, SQLite', await seconds(() => run('restore', [file], there))],
    ];
    for (const [name, url] of Object.entries(servers))
      if (url !== undefined)
        rows.push([
          `\`move-store\`, SQLite to ${name}`,
          await seconds(() => run('move-store', [from, url], {})),
        ]);
    return `## ${ROWS} rows, each compared afterwards\n\n${table(['', ''], rows)}`;
  } finally {
    await remove();
  }
};
