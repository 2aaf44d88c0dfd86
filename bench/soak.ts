/**
 * Easel under load and misfortune: 20 jobs a second with faults of every kind, and a kill each minute. In the end every
 * job is where it belongs, and nothing has grown. `--seconds N`, `--jobs N` a second, `--seed N`.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { jobSchema } from '../src/services/jobs/job.ts';
import { openStorage } from '../src/services/storage/index.ts';
import { drawFrom, type Draw } from '../test/fuzz/draw.ts';
import { startHostileService } from '../test/fuzz/hostile-service.ts';
import { cardsOf, checkCards } from '../test/fuzz/card-checks.ts';
import { drawRequest, type JobRequest } from '../test/fuzz/requests.ts';
import { buildPrograms, type Usage } from './programs.ts';
import { quantile } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    jobs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const [seconds, perSecond, seed] = [Number(values.seconds), Number(values.jobs), Number(values.seed)];
if (![seconds, perSecond, seed].every((value) => value > 0)) throw new Error('Expected numbers above 0');

/** How long a process lives: a short run has three lives, too. */
const LIFE_MS = Math.min(60_000, (seconds * 1_000) / 3);
const SAMPLES_PER_LIFE = 12;
const SETTLE_MS = 90_000;
const LAST_JOBS_MS = 10_000;
/** How much larger the memory of the last third may be. In the first minutes the heap still grows to its size. */
const MAX_GROWTH =
  seconds < 300 ? { heap: 1.2, buffers: 1.5, resident: 1.3 } : { heap: 1.05, buffers: 1.2, resident: 1.1 };
/** Connections and timers that a process at rest may have more than at its start: some stay open for the next request. */
const SPARE = 10;
const REST_WITHIN_MS = 60_000;
/** Every poll that carries a spoiled task is spoiled as a whole: of more, no task would ever end. */
const UNLUCKY = 0.02;
const DISCORD_TROUBLE_MS = 1_000;
const GATEWAY_TROUBLE_MS = 17_000;
const DURATIONS = { minMs: 500, maxMs: 3_000 };
const ROUTES = [
  '/webhooks/:application/:token/messages/:message',
  '/channels/:channel/messages/:message',
  '/interactions/:interaction/:token/callback',
] as const;

const requestOf = (draw: Draw, number: number): JobRequest => {
  const drawn = drawRequest(draw, number);
  const calm = { kind: 'taken', taskId: `task-${number}`, slowly: false } as const;
  const isUnlucky = draw.chance(UNLUCKY);
  const { submission, polls, pictures } = drawn;
  return {
    ...drawn,
    // A run is too short for what a service may ask for, which is a quarter of an hour.
    // Anything else but a refusal makes the account rest, and the load with it; a picture that is tried again for
    // seconds holds up those behind it. The fuzzer is for that.
    submission: isUnlucky && submission.kind === 'refused' ? submission : calm,
    polls: isUnlucky ? polls.map(soon) : [],
    pictures: isUnlucky ? pictures : 'as-it-is',
  };
};
const soon = <Plan extends object>(plan: Plan): Plan =>
  'retryAfter' in plan ? { ...plan, retryAfter: '1' } : plan;

const draw = drawFrom(seed);
const programs = await buildPrograms();
const world = await startTestEnvironment(
  { durations: { artgen: DURATIONS, gen: DURATIONS } },
  { ACCOUNT_REQUESTS_PER_SECOND: String(perSecond * 5), ACCOUNT_CONCURRENCY: '50' },
  { recordLimit: 1_000 },
);
const { discord } = world;
const requests = new Map<number, JobRequest>();
const answers = new Map<number, string>();
const channelIds = [discord.world.atelier.channelId, discord.world.gallery.channelId];
const service = await startHostileService(world.service.url, requests);
const start = () => programs.start('easel', { ...world.env, IMAGE_API_URL: service.url });
let easel = await start();
const fresh = await easel.usage();
const lives: Usage[][] = [];
const faults: string[] = [];
const endsAt = performance.now() + seconds * 1_000;
const isOver = () => performance.now() > endsAt;

const ask = async (request: JobRequest): Promise<void> => {
  const { atelier, gallery, member, secondMember } = discord.world;
  const { id } = request.number % 2 === 0 ? member : secondMember;
  const { channelId } = request.number % 3 === 0 ? gallery : atelier;
  requests.set(request.number, request);
  const { message } = await discord.as(id).slash(channelId, request.command, { prompt: request.prompt });
  if (message) answers.set(request.number, message.id);
};

const askAll = async (): Promise<void> => {
  const startedAt = performance.now();
  const asked: Promise<void>[] = [];
  for (let number = 1; !isOver(); number += 1) {
    await delay(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
    asked.push(ask(requestOf(draw, number)));
  }
  await Promise.allSettled(asked);
};

const troubleDiscord = async (): Promise<void> => {
  while (!isOver()) {
    await delay(DISCORD_TROUBLE_MS);
    const match = { route: draw.pick(ROUTES), times: 1 };
    const luck = draw.whole(4);
    if (luck === 0) discord.faults.answer(match, { status: 502, body: 'x', headers: {} });
    else if (luck === 1) discord.faults.rateLimit(match, { retryAfterS: 0.2 });
    else if (luck === 2) discord.faults.cutOff(match);
    else discord.faults.delay(match, 500);
  }
};

const troubleGateway = async (): Promise<void> => {
  while (!isOver()) {
    await delay(GATEWAY_TROUBLE_MS);
    discord.gateway.drop({ resumable: draw.chance(0.5) });
  }
};

const checkErrors = (): void => {
  if (easel.errors() !== '') faults.push(`said: ${easel.errors().slice(0, 2_000)}`);
};

const live = async (): Promise<void> => {
  while (!isOver()) {
    const samples: Usage[] = [];
    for (let sample = 0; sample < SAMPLES_PER_LIFE && !isOver(); sample += 1) {
      await delay(LIFE_MS / SAMPLES_PER_LIFE);
      samples.push(await easel.usage({ collect: true }));
    }
    if (samples.length === SAMPLES_PER_LIFE) lives.push(samples);
    checkErrors();
    // The last life goes on, to see what is left of it once there is nothing to do.
    if (isOver()) return;
    await easel.end('SIGKILL');
    easel = await start();
  }
};

/** How much larger a figure is in the last third of a life than in its second, in the middle of all lives. */
const growthOf = (figure: (usage: Usage) => number): number => {
  const third = SAMPLES_PER_LIFE / 3;
  const ratios = lives.map((samples) => {
    // The calmest moments: what is under way comes and goes, and what leaks stays.
    const least = (from: number) => Math.min(...samples.slice(from, from + third).map(figure));
    return least(2 * third) / least(third);
  });
  return quantile(ratios, 0.5);
};

const resourcesOf = ({ resources }: Usage): number =>
  Object.values(resources).reduce((sum, count) => sum + count, 0);

/** What a process at rest has more than when it started, which doesn't depend on how fast the machine is. */
const leftOvers = async (): Promise<{ resources: number; listeners: number }> => {
  const givesUpAt = performance.now() + REST_WITHIN_MS;
  for (;;) {
    const usage = await easel.usage({ collect: true });
    const resources = resourcesOf(usage) - resourcesOf(fresh);
    const listeners = usage.listeners - fresh.listeners;
    if ((resources <= SPARE && listeners <= 0) || performance.now() > givesUpAt)
      return { resources, listeners };
    await delay(1_000);
  }
};

await Promise.all([askAll(), troubleDiscord(), troubleGateway(), live()]);
discord.faults.clear();
// The last answers may have been announced only, which looks like a card without pictures.
await delay(LAST_JOBS_MS);
const givesUpAt = performance.now() + SETTLE_MS;
let wrong: string[];
do {
  await delay(2_000);
  wrong = checkCards(requests, service, cardsOf(discord, answers, channelIds), {
    forgiving: false,
    restarted: true,
  });
} while (wrong.length > 0 && performance.now() < givesUpAt);
const left = await leftOvers();
await easel.end();
const storage = await openStorage(world.storeUrl, { onConnectionError: () => undefined });
const open = await storage.open('open', jobSchema).entries();
await storage.close();
if (open.length > 0) wrong.push(`${open.length} jobs are still open: ${JSON.stringify(open[0]?.[1])}`);
faults.push(...wrong);

// Buffers are outside the heap; what is resident includes what the allocator keeps.
const growth = {
  heap: growthOf(({ heapBytes }) => heapBytes),
  buffers: growthOf(({ bufferBytes }) => bufferBytes),
  resident: growthOf(({ rssBytes }) => rssBytes),
};
for (const what of ['heap', 'buffers', 'resident'] as const)
  if (growth[what] > MAX_GROWTH[what]) faults.push(`${what} grows: ${growth[what].toFixed(3)}`);
if (left.resources > SPARE) faults.push(`${left.resources} timers or connections stay`);
if (left.listeners > 0) faults.push(`${left.listeners} listeners stay`);

const taken = [...service.records.values()].reduce((sum, record) => sum + record.taken, 0);
console.log(
  `${requests.size} requests, ${taken} paid for, ${lives.length} lives; heap × ${growth.heap.toFixed(3)}, buffers × ${growth.buffers.toFixed(3)}, resident × ${growth.resident.toFixed(3)}, timers and connections left ${left.resources}, listeners ${left.listeners}`,
);
for (const fault of faults.slice(0, 20)) console.error(`- ${fault}`);
await Promise.all([service.stop(), world.stop()]);
await programs.remove();
process.exitCode = faults.length > 0 ? 1 : 0;
