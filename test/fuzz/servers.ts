import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../world/ports.ts';
import { KINDS, type Stage } from './plan.ts';

const run = promisify(execFile);
const START_WITHIN_MS = 20_000;

/** A database server of one's own, which can be stopped and started again with what it holds. */
export interface StoreServer extends Stage {
  url: string;
  /** How many processes have shards at a time; the others stand by. */
  parts: number;
  /** `isHard`: killed, without a moment to write anything. */
  down: (isHard: boolean) => Promise<void>;
  up: () => Promise<void>;
  /** For good. */
  remove: () => Promise<void>;
}

/** Asks until it is answered. */
const untilAnswers = async (ask: () => Promise<unknown>): Promise<void> => {
  const givenUpAt = performance.now() + START_WITHIN_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() > givenUpAt) throw error;
      await delay(50);
    }
  }
};

/** Mostly kills: no other process could take over. */
const SQLITE_KINDS = ['kill', 'kill', 'kill', 'kill', 'pause', 'deploy', 'outage', 'slow'] as const;
/** Longer than a lease lasts, and a take-over after it. */
const POSTGRES_GAP_MS = 6_000;

/** A file, which one process uses at a time: another one is started when it ends. */
export const startSqlite = async (): Promise<StoreServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-sqlite-'));
  const nothing = () => Promise.resolve();
  return {
    url: `sqlite://${join(folder, 'easel.sqlite')}`,
    ...{ processes: 1, parts: 1, kinds: SQLITE_KINDS, gapMs: 2_000, down: nothing, up: nothing },
    remove: () => rm(folder, { recursive: true }),
  };
};

/** Postgres takes no orders from root. */
const asServer = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];

const postgresPrograms = async (): Promise<string> => {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
  return newest === undefined ? '' : `/usr/lib/postgresql/${newest}/bin/`;
};

const idsOf = async (user: string): Promise<[uid: number, gid: number]> => {
  const id = async (option: string) => Number((await run('id', [option, user])).stdout);
  return [await id('-u'), await id('-g')];
};

/** Postgres, on the machine's newest. */
export const startPostgres = async (): Promise<StoreServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-postgres-'));
  const [programs, port] = [await postgresPrograms(), await freePort()];
  const data = join(folder, 'data');
  const call = async (program: string, args: string[]) => {
    const [command = '', ...rest] = [...asServer, `${programs}${program}`, ...args];
    // What it starts would keep a pipe open.
    const child = spawn(command, rest, { stdio: 'ignore', cwd: folder });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}`);
  };
  await mkdir(data);
  await chmod(folder, 0o755);
  if (asServer.length > 0) await chown(data, ...(await idsOf('postgres')));
  await call('initdb', ['-D', data, '-U', 'easel', '--auth=trust']);
  const url = `postgres://easel@127.0.0.1:${port}/postgres`;
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  const up = async () => {
    await call('pg_ctl', ['-D', data, '-w', '-l', join(data, 'log'), '-o', options, 'start']);
    await untilAnswers(async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.end();
    });
  };
  const down = (isHard: boolean) =>
    call('pg_ctl', ['-D', data, '-w', '-m', isHard ? 'immediate' : 'fast', 'stop']);
  await up();
  const remove = async () => {
    await down(true).catch(() => undefined);
    await rm(folder, { recursive: true });
  };
  return { url, processes: 3, parts: 2, kinds: KINDS, gapMs: POSTGRES_GAP_MS, down, up, remove };
};
