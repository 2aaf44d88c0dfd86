import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { openStorage } from '../../src/services/storage/index.ts';
import { parseJob } from '../../src/services/jobs/job.ts';
import { Proxy } from '../storage/proxy.ts';
import { startTestEnvironment, type TestEnvironment } from '../world/world.ts';
import { balance, isSettled, openBooks, type Balance } from './books.ts';
import { Fleet } from './fleet.ts';
import { actAll, PEOPLE, PLACES, populate, SHARDS, type Request } from './people.ts';
import { drawPlan, type Plan } from './plan.ts';
import type { StoreServer } from './servers.ts';
import { storyOf } from './story.ts';
import { takeOversOf, watchSessions, windowsOf, type Suffered, type Window } from './windows.ts';

const DEFAULT_PORTS = 0;
const TASK_MS = { minMs: 1_000, maxMs: 3_000 };
/** Enough for what people ask for and for the polls. */
const RATE_FACTOR = 2;
const SETTLES_WITHIN_MS = 60_000;
const RECORDED = 1_000_000;

export interface RunOptions {
  seed: number;
  seconds: number;
  /** Requests. */
  perSecond: number;
  /** Whether too few answers in time break a promise. */
  judgesAnswers: boolean;
  /** The built program. */
  file: string;
  server: StoreServer;
  say: (line: string) => void;
}

export interface Outcome {
  balance: Balance;
  windows: Window[];
  takeOvers: ReturnType<typeof takeOversOf>;
  /** What is wrong, in a few words, and what happened around it. */
  broken: { what: string; story: string }[];
  /** What the processes logged. */
  logs: string[];
}

/** Everything of a run that is there before it begins. */
const setUp = async ({ server, perSecond, file, say }: RunOptions) => {
  const world = await startTestEnvironment({
    discord: { keepHistory: false, recordLimit: RECORDED, heartbeatIntervalMs: 5_000 },
    service: {
      durations: { artgen: TASK_MS, gen: TASK_MS },
      accounts: [{ name: 'test', key: 'chaos-api-key-0123456789', quota: 1e9 }],
    },
  });
  const scene = await populate(world.discord);
  const proxies = await Promise.all(
    Array.from({ length: server.processes }, async () =>
      server.url.startsWith('sqlite:') ? { url: server.url } : Proxy.start(server.url, DEFAULT_PORTS),
    ),
  );
  const rate = perSecond * RATE_FACTOR;
  const env = {
    ...world.env,
    IMAGE_API_KEY: 'chaos-api-key-0123456789',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SHARDS: String(SHARDS),
    POLL_INTERVAL_MS: '500',
    ACCOUNT_REQUESTS_PER_SECOND: String(rate),
    ACCOUNT_CONCURRENCY: '50',
  };
  const notes: { at: number; what: string }[] = [];
  const note = (what: string) => {
    notes.push({ at: Date.now(), what });
    say(what);
  };
  const fleet = new Fleet({ file, folder: world.folder, env, proxies, server, note });
  return { world, scene, proxies, rate, notes, note, fleet };
};
type Setting = Awaited<ReturnType<typeof setUp>>;

/** Lets everything happen that the plan names. */
const perform = async ({ fleet, scene, note }: Setting, { disturbances, acts }: Plan) => {
  const beganAt = Date.now();
  const requests: Request[] = [];
  const suffered: Suffered[] = [];
  const disturb = async (disturbance: Plan['disturbances'][number]) => {
    await delay(beganAt + disturbance.at - Date.now());
    const { kind, place, forMs, isHard } = disturbance;
    const shards = fleet.shardsOf(place);
    const entry = { ...disturbance, shards, from: Date.now(), to: Number.POSITIVE_INFINITY };
    suffered.push(entry);
    note(`${kind} in place ${place} for ${forMs} ms${isHard ? ', the hard way' : ''}`);
    await fleet.suffer(disturbance);
    entry.to = Date.now();
  };
  await Promise.all([actAll(scene, acts, (request) => requests.push(request)), ...disturbances.map(disturb)]);
  return { requests, suffered };
};

/** Nobody could be answered before that. */
const everyShardConnects = async ({ discord }: TestEnvironment): Promise<void> => {
  const isConnected = (shard: number) =>
    discord.gateway.sessions.some(({ shardId, connected }) => connected && shardId === shard);
  const givenUpAt = performance.now() + SETTLES_WITHIN_MS;
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  while (performance.now() < givenUpAt && !shards.every(isConnected)) await delay(50);
};

const settle = async (requests: readonly Request[], world: TestEnvironment): Promise<void> => {
  const givenUpAt = performance.now() + SETTLES_WITHIN_MS;
  while (performance.now() < givenUpAt && !openBooks(requests, world).every(isSettled)) await delay(500);
};

/** The jobs that nobody brought to their end. */
const leftOpen = async (url: string): Promise<string[]> => {
  const storage = await openStorage(url, { onConnectionError: () => undefined });
  const rows = await storage.open('open', parseJob).entries();
  await storage.close();
  return rows.map(([id, job]) => `job ${id} is still open, as ${job.state}`);
};

const verify = async (
  { world, rate, fleet, notes }: Setting,
  { server, judgesAnswers }: RunOptions,
  happened: Awaited<ReturnType<typeof perform>>,
  windows: Window[],
): Promise<Outcome> => {
  const entries = openBooks(happened.requests, world);
  const sheet = balance(entries, windows, { ...world, perSecond: rate, judgesAnswers });
  const logs = [...fleet.lines()];
  const ofRequests = sheet.broken.map(({ what, entry }) => ({
    what,
    story: entry ? `${entry.request.prompt}\n${storyOf(entry, world, logs, notes)}` : '',
  }));
  world.discord.failures.splice(0);
  const others = [...fleet.faults, ...(await leftOpen(server.url))].map((what) => ({ what, story: '' }));
  const broken = [...ofRequests, ...others];
  return { balance: sheet, windows, takeOvers: takeOversOf(windows), broken, logs };
};

/** Plays a plan on the processes of a store, and balances the books. */
export const runChaos = async (options: RunOptions): Promise<Outcome> => {
  const { seed, seconds, perSecond } = options;
  const size = { milliseconds: seconds * 1_000, perSecond, people: PEOPLE, places: PLACES };
  const plan = drawPlan(seed, size, options.server);
  const setting = await setUp(options);
  const { world, fleet, proxies } = setting;
  // From the first connection on: on a slow machine shards still move between processes when the plan begins.
  const sessions = watchSessions(world.discord);
  try {
    await fleet.start();
    await everyShardConnects(world);
    const happened = await perform(setting, plan);
    await fleet.calm();
    await settle(happened.requests, world);
    const windows = windowsOf(sessions.stop(), happened.suffered, SHARDS);
    await fleet.stop();
    return await verify(setting, options, happened, windows);
  } finally {
    sessions.stop();
    fleet.kill();
    for (const place of proxies) if ('proxy' in place) place.proxy.stop();
    await world.stop();
  }
};
