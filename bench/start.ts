import { parseJob, type Job } from '../src/services/jobs/job.ts';
import { openStorage } from '../src/services/storage/index.ts';
import { table, timed } from './statistics.ts';
import { startTestEnvironment, type TestEnvironment } from './test-environment.ts';

const OPEN_JOBS = 10_000;
const MEBIBYTE = 1024 * 1024;

const jobOf = (index: number, { discord }: TestEnvironment): Job => ({
  id: `01J${String(index).padStart(23, '0')}`,
  submission: {
    family: index % 2 === 0 ? 'artgen' : 'gen',
    body: { prompt: `a lighthouse, number ${index}` },
  },
  account: { id: 'bench', keyRef: 'shared' },
  personId: `person${index % 500}`,
  target: {
    applicationId: discord.applicationId,
    channelId: discord.world.atelier.channelId,
    guildId: discord.world.atelier.guild.id,
    messageId: String(10n ** 17n + BigInt(index)),
    ephemeral: false,
    channelRoute: true,
    attachmentLimitBytes: 10 * MEBIBYTE,
  },
  notes: [],
  acceptedAt: Date.now(),
  state: 'running',
  submittedAt: Date.now(),
  taskId: `task${index}`,
  deadlineAt: Date.now() + 3_600_000,
});

/** How long a start takes when many jobs are open. */
export const benchStart = async (): Promise<string> => {
  const testEnvironment = await startTestEnvironment();
  const storage = await openStorage(testEnvironment.storeUrl, { onConnectionError: () => undefined });
  const open = storage.open('open', parseJob);
  const jobs = Array.from({ length: OPEN_JOBS }, (_, index) => jobOf(index, testEnvironment));
  const written = await timed(() => Promise.all(jobs.map((job) => open.set(job.id, job))));
  await storage.close();
  const before = process.memoryUsage().rss;
  let easel: Awaited<ReturnType<TestEnvironment['startEasel']>> | undefined;
  const started = await timed(async () => (easel = await testEnvironment.startEasel()));
  const grown = (process.memoryUsage().rss - before) / MEBIBYTE;
  await easel?.stop();
  await testEnvironment.stop();
  return table(
    [`${OPEN_JOBS.toLocaleString('en')} open jobs`, ''],
    [
      ['written, one write each', `${written.toFixed(0)} ms`],
      ['start, until Discord is connected and all are taken up', `${started.toFixed(0)} ms`],
      ['memory that the process grew by', `${grown.toFixed(0)} MiB`],
    ],
  );
};
