import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { imagine } from '../../bench/load.ts';
import { startTestEnvironment, type TestEnvironment } from '../../bench/test-environment.ts';
import { buildInto } from '../../test/build-program.ts';
import { startRedis, type StoreServer } from '../../test/chaos/servers.ts';
import { openStorage } from '../../src/services/storage/index.ts';
import { freePort } from '../../test/world/ports.ts';

const MINUTE_MS = 60_000;
const RESTART_MS = 1_000;
const PER_SECOND = 1.5;
/** Each so many requests, one is `/gen`. */
const GEN_EACH = 4;

/** A process that is started again whenever it ends, as a supervisor would. */
class Supervised {
  readonly port: number;
  readonly #start: () => ChildProcess;
  #child: ChildProcess | undefined;

  constructor(port: number, start: () => ChildProcess) {
    this.port = port;
    this.#start = start;
  }

  start(): void {
    const child = this.#start();
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) setTimeout(() => this.#child === child && this.start(), RESTART_MS);
    });
  }

  /** With no warning; it is started again. */
  crash(): void {
    this.#child?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
}

/** Two Easels on one Redis among the stand-ins, which people use all the time. */
export interface BadDay {
  /** Where the processes serve their metrics, by name. */
  ports: Record<string, number>;
  /** What happens, in order. */
  run: (say: (what: string) => void) => Promise<void>;
  stop: () => Promise<void>;
}

interface Cast {
  world: TestEnvironment;
  redis: StoreServer;
  first: Supervised;
  second: Supervised;
}

/** Puts a text where Easel expects a job, or takes it away. */
const change = async ({ url }: StoreServer, text: string | undefined): Promise<void> => {
  const storage = await openStorage(url, { onConnectionError: () => undefined });
  const rows = storage.open('open', (value) => value);
  await (text === undefined ? rows.delete('damaged') : rows.set('damaged', text));
  await storage.close();
};

const EDITS = '/webhooks/:application/:token/messages/:message';

const failDiscord = ({ faults }: TestEnvironment['discord']): void => {
  faults.answer({ route: EDITS, times: 40 }, { status: 502, body: 'x', headers: {} });
  for (let count = 0; count < 15; count += 1) faults.rateLimit({ route: EDITS }, { retryAfterS: 1 });
  const body = { code: 50_001, message: 'Missing Access' };
  faults.answer({ route: EDITS, times: 10 }, { status: 403, body });
};

const failPolls = ({ faults }: TestEnvironment['service']): void => {
  for (const operation of ['artgen.job-status', 'gen.job-status'] as const)
    faults.order({ kind: 'status', status: 503, times: Infinity, operation });
};

const pauseSubmissions = ({ faults }: TestEnvironment['service']): void => {
  faults.clear();
  faults.order({ kind: 'rate-limit', retryAfter: 30, operation: 'artgen.submit', times: 2 });
};

const crashOften = async ({ redis, first }: Cast): Promise<void> => {
  await change(redis, 'damaged');
  for (let count = 0; count < 5; count += 1) {
    first.crash();
    await delay(20_000);
  }
};

const endBoth = async ({ redis, first, second }: Cast): Promise<void> => {
  await Promise.all([first.stop(), second.stop()]);
  await change(redis, undefined);
};

const startBoth = ({ first, second }: Cast): void => {
  first.start();
  second.start();
};

/** What happens in which minute, counted from the start. Every alert that a short run can show has its cause here. */
const MISFORTUNES: [minute: number, what: string, happen: (cast: Cast) => unknown][] = [
  [
    3,
    'polls are answered with 503 for a minute',
    ({ world }) => {
      failPolls(world.service);
    },
  ],
  [
    4,
    'the image service asks for a pause of 30 s',
    ({ world }) => {
      pauseSubmissions(world.service);
    },
  ],
  [
    5,
    'submissions break off unanswered',
    ({ world: { service } }) =>
      service.faults.order({ kind: 'cut-off', moment: 'after', operation: 'artgen.submit', times: 6 }),
  ],
  [
    6,
    'Discord fails, limits and refuses',
    ({ world }) => {
      failDiscord(world.discord);
    },
  ],
  [8, 'Redis is killed', ({ redis }) => redis.down(true)],
  [11, 'Redis is back', ({ redis }) => redis.up()],
  [13, 'the process that works is killed again and again, and a row is damaged', crashOften],
  [16, 'both processes end', endBoth],
  [20, 'both are started again', startBoth],
  [24, 'the end', () => undefined],
];

/** @throws Error when there is no `redis-server` */
export const startBadDay = async (): Promise<BadDay> => {
  const durations = { artgen: { minMs: 4_000, maxMs: 15_000 }, gen: { minMs: 8_000, maxMs: 40_000 } };
  const [program, redis] = [await buildInto(), await startRedis()];
  const world = await startTestEnvironment(
    { durations },
    { STORE_URL: redis.url, ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') },
    { recordLimit: 100 },
  );
  const supervised = async () => {
    const port = await freePort();
    const env = { ...world.env, PATH: process.env['PATH'], HTTP_PORT: String(port), SHARDS: 'auto' };
    const options = { cwd: world.folder, env, stdio: 'ignore' as const };
    return new Supervised(port, () => spawn(process.execPath, [program.file], options));
  };
  const cast = { world, redis, first: await supervised(), second: await supervised() };
  let isOver = false;
  return {
    ports: { 'easel-a': cast.first.port, 'easel-b': cast.second.port },
    run: async (say) => {
      const startedAt = performance.now();
      cast.first.start();
      await delay(5_000);
      cast.second.start();
      void people(world, () => isOver);
      for (const [minute, what, happen] of MISFORTUNES) {
        await delay(startedAt + minute * MINUTE_MS - performance.now());
        say(`${minute} min: ${what}`);
        await happen(cast);
      }
    },
    stop: async () => {
      isOver = true;
      await Promise.all([cast.first.stop(), cast.second.stop()]);
      await Promise.all([world.stop(), redis.remove(), program.remove()]);
    },
  };
};

/** People who go on whatever happens. */
const people = async ({ discord }: TestEnvironment, isOver: () => boolean): Promise<void> => {
  const { atelier, member } = discord.world;
  const place = { channelId: atelier.channelId, personId: member.id };
  for (let number = 0; !isOver(); number += 1) {
    const request =
      number % GEN_EACH === 0
        ? discord.as(member.id).slash(atelier.channelId, 'gen', { prompt: `a harbour ${number}` })
        : imagine(discord)(place, number);
    // Nobody answers while no process is connected.
    request.catch(() => undefined);
    await delay(1_000 / PER_SECOND);
  }
};
