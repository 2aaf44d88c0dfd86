import { createServices } from '../src/app/services.ts';
import { openStores } from '../src/app/stores.ts';
import { readConfig } from '../src/config.ts';
import type { Guilds } from '../src/services/guilds/index.ts';
import type { JobFacts } from '../src/services/usage/job-facts.ts';
import { openStorage } from '../src/services/storage/index.ts';
import type { Storage } from '../src/services/storage/store.ts';
import { cells, table, timed } from './statistics.ts';
import { runtime, temporaryFolder } from './test-environment.ts';

const GUILD = '100000000000000000';
const REQUESTS = 2_000;
/** A busy server: so many people made a request today, and so many jobs are open. */
const PEOPLE = 1_000;
const OPEN_JOBS = 500;
const RULES = 500;

/** The services of servers, as the composition root wires them. */
const createServer = (storage: Storage, folder: string): Guilds => {
  const config = readConfig({
    DISCORD_TOKEN: 'bench.discord.token',
    IMAGE_API_URL: 'http://127.0.0.1:9',
    IMAGE_API_KEY: 'bench-api-key-0123456789',
    SHARED_KEY_DAILY_LIMIT: '1000000',
    DATA_DIR: folder,
  });
  return createServices(config, runtime(), openStores(storage)).guilds;
};

const start = async ({ keys, quotas }: Guilds): Promise<void> => {
  await keys.start();
  await quotas.start();
};

const jobOf = (index: number, state: JobFacts['state']): JobFacts => ({
  id: `${state}${index}`,
  personId: `person${index % PEOPLE}`,
  guildId: GUILD,
  account: { id: 'account', keyRef: 'shared' },
  submission: { family: 'artgen', body: { prompt: 'a lighthouse at dusk' } },
  state,
  acceptedAt: Date.now(),
});

const decideEverything = async ({ settings, limits, blocklists }: Guilds): Promise<void> => {
  await settings.change(GUILD, (present) => ({ ...present, timeZone: 'Europe/Berlin', roleIds: ['role'] }));
  await limits.change(GUILD, () => ({
    personDaily: 10,
    serverDaily: 100_000,
    personAtOnce: 100,
    serverAtOnce: 100_000,
    pauseS: 0,
    roleDaily: { role: 100_000 },
    exemptRoleIds: ['staff'],
  }));
  const words = Array.from({ length: RULES }, (_, index) => `forbidden word number ${index}`);
  await blocklists.add(GUILD, { rules: words });
};

const fill = async ({ usage }: Guilds): Promise<void> => {
  const done = Array.from({ length: PEOPLE * 3 }, (_, index) => jobOf(index, 'succeeded'));
  const open = Array.from({ length: OPEN_JOBS }, (_, index) => jobOf(index, 'running'));
  usage.takeUp([...done, ...open]);
  await Promise.all([...done, ...open].map((job) => usage.settle(job)));
  for (const job of done) usage.release(job);
};

interface Measured {
  /** In milliseconds. */
  samples: number[];
  /** What the process computed for each, in milliseconds: unlike the time, it hardly depends on what else runs. */
  processorMs: number;
}

const rowOf = (name: string, { samples, processorMs }: Measured): string[] => [
  name,
  ...cells(samples),
  `${processorMs.toFixed(2)} ms`,
];

/** One request after the other; what is measured is everything between the command and its acceptance. */
const measure = async ({ admission }: Guilds, count = REQUESTS): Promise<Measured> => {
  const samples: number[] = [];
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) {
    const request = {
      ...jobOf(index, 'waiting'),
      channelId: 'channel',
      roleIds: ['role'],
      managesServer: false,
    };
    samples.push(
      await timed(() => admission.admit(request, () => Promise.resolve({ stored: Promise.resolve() }))),
    );
  }
  const { user, system } = process.cpuUsage(before);
  return { samples, processorMs: (user + system) / 1000 / count };
};

/** The same while jobs are taken and end all the time, which is counted in the same store. */
const measureBusy = async (guilds: Guilds): Promise<number[]> => {
  const count = { done: false, jobs: 0 };
  const work = (async () => {
    while (!count.done) {
      const running = jobOf((count.jobs += 1), 'running');
      guilds.usage.record(running);
      await guilds.usage.settle(running);
      guilds.usage.release(running);
    }
  })();
  const { samples } = await measure(guilds);
  count.done = true;
  await work;
  return samples;
};

/** What all that is checked before a request is accepted adds to the acknowledgement, with SQLite. */
export const benchAdmission = async (): Promise<string> => {
  const { folder, remove } = await temporaryFolder();
  const storage = await openStorage(`sqlite://${folder}/easel.sqlite`, {
    onConnectionError: () => undefined,
  });
  const guilds = createServer(storage, folder);
  await start(guilds);
  await measure(guilds, 100);
  const nothing = await measure(guilds);
  await decideEverything(guilds);
  await fill(guilds);
  const everything = await measure(guilds);
  const busy = await measureBusy(guilds);
  const restarted = createServer(await reopen(storage, folder), folder);
  await start(restarted);
  const cold = await measure(restarted, 1);
  const busyServer = `limits, roles, settings, ${RULES} blocked phrases; ${PEOPLE} people and ${OPEN_JOBS} open jobs today`;
  const rows = [
    rowOf('a server that decided nothing', nothing),
    rowOf(busyServer, everything),
    ['the same, while jobs are counted without a pause', ...cells(busy), ''],
    ['the first request of such a server after a start', '', '', ...cells(cold.samples).slice(2), ''],
  ];
  await remove();
  return table(
    ['checked before a request is accepted', 'p50', 'p99', 'longest', 'processor time each'],
    rows,
  );
};

const reopen = async (storage: Storage, folder: string): Promise<Storage> => {
  await storage.close();
  return openStorage(`sqlite://${folder}/easel.sqlite`, { onConnectionError: () => undefined });
};
