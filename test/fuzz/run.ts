import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jobSchema, type Job } from '../../src/services/jobs/job.ts';
import { openStorage } from '../../src/services/storage/index.ts';
import { Proxy } from '../storage/proxy.ts';
import { startTestEnvironment } from '../world/world.ts';
import { billIn, checkBill } from './bill.ts';
import { cardsOf, checkCards, stateOf } from './card-checks.ts';
import { drawFrom } from './draw.ts';
import { Fleet } from './fleet.ts';
import { startHostileService } from './hostile-service.ts';
import { actAll, PEOPLE, PLACES, populate, SHARDS, troubleDiscord } from './people.ts';
import { drawPlan, type Disturbance, type Plan } from './plan.ts';
import type { StoreServer } from './servers.ts';
import { TakeOvers } from './take-overs.ts';

const TASK_MS = { minMs: 500, maxMs: 3_000 };
/** An account that rests does so for two minutes at most, and many kills leave many cards to finish. */
const SETTLES_WITHIN_MS = 600_000;
const CONNECTS_WITHIN_MS = 60_000;
const MAX_LIFE_MS = 3_000;
/** More is drawn than there is time for. */
const IN_TURN_GAP_MS = 2_000;

export interface RunOptions {
  seed: number;
  seconds: number;
  /** Requests. */
  perSecond: number;
  /** Whether what happens waits for the effects of what happened before. */
  isInTurn: boolean;
  /** The built program. */
  file: string;
  server: StoreServer;
  say: (line: string) => void;
}

export interface Outcome {
  requests: number;
  paid: number;
  /** Of those that were paid for: how many cards show how it ended, and how many say that it isn't known whether it was taken. */
  shown: number;
  unconfirmed: number;
  /** Lines of the log that settle a bill. */
  lines: number;
  kills: number;
  takeOversMs: number[];
  /** Everything that must not be. */
  faults: string[];
  /** What happened, and what the processes logged. */
  story: string[];
}

/** Everything of a run that is there before it begins. */
const setUp = async ({ server, perSecond, file, say }: RunOptions) => {
  const world = await startTestEnvironment({
    discord: { keepHistory: false, recordLimit: 10_000, heartbeatIntervalMs: 5_000, sessionStarts: 1e6 },
    service: {
      durations: { artgen: TASK_MS, gen: TASK_MS },
      accounts: [{ name: 'test', key: 'fuzz-api-key-0123456789', quota: 1e9 }],
    },
  });
  const scene = await populate(world.discord);
  const service = await startHostileService(world.service.url, scene.requests);
  const proxies = await Promise.all(
    Array.from({ length: server.processes }, async () =>
      server.url.startsWith('sqlite:') ? { url: server.url } : Proxy.start(server.url, 0),
    ),
  );
  const story: string[] = [];
  const note = (what: string) => {
    story.push(`${new Date().toISOString()} ${what}`);
    say(what);
  };
  const env = {
    ...world.env,
    IMAGE_API_URL: service.url,
    IMAGE_API_KEY: 'fuzz-api-key-0123456789',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SHARDS: String(SHARDS),
    PARTS: String(server.parts),
    POLL_INTERVAL_MS: '500',
    ACCOUNT_REQUESTS_PER_SECOND: String(perSecond * 5),
    ACCOUNT_CONCURRENCY: '50',
  };
  const fleet = new Fleet({ file, folder: world.folder, env, proxies, server, note });
  return { world, scene, service, proxies, story, note, fleet, takeOvers: new TakeOvers(world.discord) };
};
type Setting = Awaited<ReturnType<typeof setUp>>;

/** Lets everything happen that the plan names. */
const perform = async (
  setting: Setting,
  { disturbances, acts }: Plan,
  { seed, seconds, isInTurn }: RunOptions,
): Promise<void> => {
  const { fleet, scene, service, takeOvers, note } = setting;
  const beganAt = Date.now();
  const isOver = new AbortController();
  const disturb = async (disturbance: Disturbance) => {
    const { kind, place, forMs, isHard } = disturbance;
    note(`${kind} in place ${place} for ${forMs} ms${isHard ? ', the hard way' : ''}`);
    if (kind === 'outage' || kind === 'slow') await service.disturb(kind, forMs);
    else {
      if (kind === 'kill')
        void takeOvers.watch(isOver.signal).then((milliseconds) => {
          if (milliseconds !== undefined) note(`all shards have sessions again after ${milliseconds} ms`);
        });
      await fleet.suffer(disturbance);
    }
  };
  const troubles = troubleDiscord(scene.discord, drawFrom(seed + 2), isOver.signal);
  const disturbInTime = async (disturbance: Disturbance) => {
    await delay(Math.max(0, beganAt + disturbance.at - Date.now()));
    await disturb(disturbance);
  };
  const disturbInTurn = async () => {
    for (const disturbance of disturbances) {
      while (!takeOvers.isComplete()) await delay(50);
      // A part is taken over at once where a process stands by.
      if (fleet.hasStandby) await fleet.calm();
      await delay(disturbance.at % MAX_LIFE_MS);
      if (Date.now() > beganAt + seconds * 1_000) return;
      await disturb(disturbance);
    }
  };
  const disturbed = isInTurn ? [disturbInTurn()] : disturbances.map(disturbInTime);
  await Promise.all([actAll(scene, acts), ...disturbed]);
  isOver.abort();
  await troubles;
};

const cardsIn = ({ scene }: Setting) =>
  cardsOf(scene.discord, scene.answers, [
    ...scene.channels,
    ...scene.people.map(({ directChannelId }) => directChannelId),
  ]);

const faultsIn = (setting: Setting): string[] =>
  checkCards(setting.scene.requests, setting.service, cardsIn(setting), {
    forgiving: false,
    restarted: true,
  });

/** Waits until no job is open and the books balance, or much longer than that takes. */
const settle = async (setting: Setting): Promise<string[]> => {
  const givenUpAt = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const open = await setting.fleet.openJobs();
    const wrong = faultsIn(setting);
    if (open?.length === 0 && wrong.length === 0) return [];
    if (performance.now() > givenUpAt) return [...wrong, ...(open ?? ['a process says nothing'])];
    await delay(500);
  }
};

const closedJobs = async (storeUrl: string): Promise<Job[]> => {
  const storage = await openStorage(storeUrl);
  try {
    return (await storage.open('jobs', jobSchema).entries()).map(([, job]) => job);
  } finally {
    await storage.close();
  }
};

/** Plays a plan on the processes of a store, and balances the books. */
export const run = async (options: RunOptions): Promise<Outcome> => {
  const { seed, seconds, perSecond, isInTurn, server } = options;
  const size = { milliseconds: seconds * 1_000, perSecond, people: PEOPLE, places: PLACES };
  const stage = isInTurn ? { ...server, gapMs: IN_TURN_GAP_MS } : server;
  const plan = drawPlan(seed, size, stage);
  const setting = await setUp(options);
  const { world, scene, service, fleet, proxies, story, takeOvers } = setting;
  try {
    await fleet.start();
    const startsBefore = performance.now() + CONNECTS_WITHIN_MS;
    while (!takeOvers.isComplete() && performance.now() < startsBefore) await delay(50);
    await perform(setting, plan, options);
    await fleet.calm();
    const faults = await settle(setting);
    await fleet.stop();
    const lines = billIn(fleet.lines());
    faults.push(...fleet.faults);
    faults.push(...checkBill(lines, await closedJobs(server.url), service.records, fleet.endedAt));
    faults.push(
      ...world.discord.failures.splice(0).flatMap(({ what, request = '' }) =>
        // A request breaks off when its sender is killed.
        what.startsWith('broken: Error: aborted') ? [] : [`Discord: ${request} ${what}`],
      ),
    );
    const cards = cardsIn(setting);
    const paid = [...service.records].filter(([, { taken }]) => taken > 0);
    const states = paid.flatMap(([number]) => (cards.get(number) ?? []).map(stateOf));
    return {
      requests: scene.requests.size,
      paid: paid.length,
      shown: states.filter((state) => state !== 'unknown').length,
      unconfirmed: states.filter((state) => state === 'unknown').length,
      lines: lines.length,
      kills: takeOvers.kills,
      takeOversMs: takeOvers.afterKills.sort((a, b) => a - b),
      faults,
      story: [...story, ...fleet.lines()],
    };
  } finally {
    fleet.kill();
    for (const place of proxies) if ('proxy' in place) place.proxy.stop();
    await service.stop();
    await world.stop();
  }
};
