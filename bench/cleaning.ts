import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { openStorage } from '../src/services/storage/index.ts';
import type { Storage } from '../src/services/storage/store.ts';
import { closedJobs, storeClosed } from '../test/world/closed-jobs.ts';
import { type EmptyStore, emptyStores } from './databases.ts';
import { table } from './statistics.ts';

/** Each closed request has four rows. */
const REQUESTS = 375_000;
const PER_PERSON = 1_000;
const EXPIRED = 20_000;
const PAGE = 1_000;
/** Of Linux: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS_PER_SECOND = 100;

/** The processor time of a server's processes for this database, by process, in seconds. */
const serverSeconds = async (client: pg.Client): Promise<Map<number, number>> => {
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const used = rows.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [user = NaN, system = NaN] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    return [pid, (user + system) / TICKS_PER_SECOND] as const;
  });
  return new Map(await Promise.all(used));
};

/** Measures the processor time of some work, in seconds: on SQLite this process's own, else the server's. */
const meterOf = async ({ kind, url }: EmptyStore) => {
  if (kind === 'SQLite') {
    const seconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
    return {
      measure: async (work: () => Promise<unknown>) => {
        const before = seconds();
        await work();
        return seconds() - before;
      },
      end: () => Promise.resolve(),
    };
  }
  const client = new pg.Client(url);
  await client.connect();
  return {
    measure: async (work: () => Promise<unknown>) => {
      const before = await serverSeconds(client);
      await work();
      const after = await serverSeconds(client);
      return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
    },
    end: () => client.end(),
  };
};

const fill = async (storage: Storage): Promise<void> => {
  for (let person = 0; person < REQUESTS / PER_PERSON; person += 1)
    await storeClosed(storage, closedJobs(String(10_000 + person), PER_PERSON, 'a lighthouse at dusk'));
};

const expire = async (storage: Storage): Promise<void> => {
  const numbers = storage.open('numbers', z.number());
  for (let start = 0; start < EXPIRED; start += PAGE)
    await storage.commit(Array.from({ length: PAGE }, (_, at) => numbers.setting(String(start + at), 1, 1)));
  await delay(PAGE);
};

const measure = async (store: EmptyStore): Promise<string[]> => {
  const storage = await openStorage(store.url);
  await fill(storage);
  const meter = await meterOf(store);
  await storage.clean();
  const nothing = await meter.measure(() => storage.clean());
  await expire(storage);
  const removing = await meter.measure(() => storage.clean());
  const left = (await storage.open('numbers', z.number()).keys()).length;
  await meter.end();
  await storage.close();
  await store.remove();
  return [store.kind, `${nothing.toFixed(2)} s`, `${removing.toFixed(2)} s`, String(left)];
};

/** What it costs to remove what has expired from 1.5 million rows, by the processor time of the store. */
export const benchCleaning = async (): Promise<string> => {
  const rows: string[][] = [];
  for (const store of await emptyStores()) rows.push(await measure(store));
  const head = ['1,500,000 rows', 'nothing to remove', `${EXPIRED.toLocaleString('en')} to remove`, 'left'];
  return table(head, rows);
};
