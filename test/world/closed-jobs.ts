import { openStores } from '../../src/app/stores.ts';
import { chunks } from '../../src/lib/lists.ts';
import { rowsOf } from '../../src/services/jobs/job-rows.ts';
import type { EndedJob } from '../../src/services/jobs/job.ts';
import { openStorage } from '../../src/services/storage/index.ts';
import type { Storage } from '../../src/services/storage/store.ts';
import { DAY_MS } from './durations.ts';
import { ACCEPTED } from './job.ts';
import type { World } from './world.ts';

const PAGE = 500;

/** Closed jobs of a person that brought a picture, the oldest first. Their ids sort before those of jobs that are made. */
export const closedJobs = (personId: string, count: number, prompt = 'a lighthouse'): EndedJob[] =>
  Array.from({ length: count }, (_, index) => {
    const id = `00${String(index).padStart(10, '0')}${personId.slice(-14).padStart(14, '0')}`;
    return {
      ...ACCEPTED,
      id,
      personId,
      submission: { family: 'artgen', body: { prompt } },
      target: { ...ACCEPTED.target, messageId: `m${id}` },
      acceptedAt: index,
      submittedAt: index,
      endedAt: index,
      state: 'succeeded',
      taskId: `t${id}`,
      result: { pictureUrls: ['https://pictures.example.org/1.png'] },
      delivery: 'done',
    };
  });

/** The same that the service refused. */
export const refusedJobs = (personId: string, count: number): EndedJob[] =>
  closedJobs(personId, count).map(({ submittedAt, taskId, ...job }) => ({
    ...job,
    state: 'failed',
    failure: { kind: 'refused-key' },
  }));

/** Stores jobs as those that closed them did. */
export const storeClosed = async (
  storage: Storage,
  jobs: readonly EndedJob[],
  retentionMs = 30 * DAY_MS,
): Promise<void> => {
  const lease = storage.database.lease({ shards: 'auto', parts: 1, onEvent: () => undefined });
  const stores = openStores(storage, lease);
  const options = { stores, retentionMs, open: () => [] };
  for (const page of chunks(jobs, PAGE))
    await storage.commit(page.flatMap((job) => rowsOf(undefined, job, options)));
};

/** The same while Easel does not run. */
export const withClosed = async ({ env }: Pick<World, 'env'>, jobs: readonly EndedJob[]): Promise<void> => {
  const storage = await openStorage(env['STORE_URL'] ?? '');
  await storeClosed(storage, jobs);
  await storage.close();
};
