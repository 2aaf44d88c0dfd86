import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { fingerprint } from '../src/services/image-api/fingerprint.ts';
import { parseJob, type Job } from '../src/services/jobs/job.ts';
import { openStorage } from '../src/services/storage/index.ts';
import { addPlaces, help, runLoad, until } from './load.ts';
import type { Programs } from './programs.ts';
import { cells, mebibytes, ratio, type Ratios, table, timed } from './statistics.ts';
import { startTestEnvironment, type TestEnvironment } from './test-environment.ts';

const OPEN_JOBS = 100_000;
const SERVERS = 1_000;
const MEBIBYTE = 1_048_576;
const SETTLE_MS = 20_000;
const WATCH_MS = 20_000;
const HELP_PER_SECOND = 10;

const jobOf = (index: number, { discord, env }: TestEnvironment): Job => ({
  id: `01J${String(index).padStart(23, '0')}`,
  submission: {
    family: index % 2 === 0 ? 'artgen' : 'gen',
    body: { prompt: `a lighthouse, number ${index}` },
  },
  account: { id: fingerprint(env['IMAGE_API_KEY'] ?? ''), keyRef: 'shared' },
  personId: `person${index % 20_000}`,
  guildId: String(10n ** 18n + BigInt(index % SERVERS)),
  target: {
    applicationId: discord.applicationId,
    channelId: discord.world.atelier.channelId,
    guildId: String(10n ** 18n + BigInt(index % SERVERS)),
    messageId: String(10n ** 17n + BigInt(index)),
    ephemeral: false,
    channelRoute: true,
    channelProven: true,
    attachmentLimitBytes: 10 * MEBIBYTE,
  },
  notes: [],
  acceptedAt: Date.now(),
  state: 'running',
  submittedAt: Date.now(),
  taskId: `task${index}`,
  deadlineAt: Date.now() + 3_600_000,
});

const fill = async (world: TestEnvironment): Promise<void> => {
  const storage = await openStorage(world.storeUrl, { onConnectionError: () => undefined });
  const open = storage.open('open', parseJob);
  const jobs = Array.from({ length: OPEN_JOBS }, (_, index) => jobOf(index, world));
  await Promise.all(jobs.map((job) => open.set(job.id, job)));
  await storage.close();
};

const askedSchema = z.object({ taskIds: z.array(z.string()) });

/** A service whose tasks never end. */
const startEndlessService = async () => {
  let firstPollAt: number | undefined;
  let polls = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      firstPollAt ??= performance.now();
      polls += 1;
      const { taskIds } = askedSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
      const data = taskIds.map((taskId) => ({ taskId, status: 0 }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 0, message: 'success', data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    firstPollAt: () => firstPollAt,
    polls: () => polls,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** What very many open jobs cost, from the start on. */
export const benchOpenJobs = async (programs: Programs, ratios: Ratios): Promise<string> => {
  const world = await startTestEnvironment();
  const places = addPlaces(world.discord, { servers: 20, people: 100 });
  const service = await startEndlessService();
  const written = await timed(() => fill(world));
  const startedAt = performance.now();
  const program = await programs.start('easel', { ...world.env, IMAGE_API_URL: service.url });
  await until(
    () => service.firstPollAt() !== undefined,
    () => 'a first poll',
  );
  const firstPollS = ((service.firstPollAt() ?? NaN) - startedAt) / 1_000;
  await delay(SETTLE_MS);
  const [before, pollsBefore] = [await program.usage(), service.polls()];
  let peakBytes = before.rssBytes;
  const watch = setInterval(() => {
    void program.usage().then(({ rssBytes }) => (peakBytes = Math.max(peakBytes, rssBytes)));
  }, 1_000);
  const ask = help(world.discord);
  const count = (HELP_PER_SECOND * WATCH_MS) / 1_000;
  const from = performance.now();
  const { samples } = await runLoad({ perSecond: HELP_PER_SECOND, count, places, ask });
  clearInterval(watch);
  const after = await program.usage();
  const core = (after.cpuMs - before.cpuMs) / (performance.now() - from);
  const polls = service.polls() - pollsBefore;
  await program.end('SIGKILL');
  service.stop();
  await world.stop();
  return table(
    [`${OPEN_JOBS.toLocaleString('en')} open jobs in ${SERVERS.toLocaleString('en')} servers`, ''],
    [
      ['written beforehand', `${(written / 1_000).toFixed(1)} s`],
      ['from the start to the first poll', `${firstPollS.toFixed(1)} s`],
      ['memory afterwards, and at most', `${mebibytes(after.rssBytes)}, ${mebibytes(peakBytes)}`],
      ['share of a core afterwards', ratio(ratios, 'open jobs, share of a core', core)],
      ['polls a second meanwhile', ((polls * 1_000) / WATCH_MS).toFixed(1)],
      ['`/help` meanwhile: p50, p99, longest', cells(samples).join(', ')],
    ],
  );
};
