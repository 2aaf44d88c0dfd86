import { z } from 'zod';
import { isStoreKey, type Change, type Store } from '../storage/store.ts';
import type { Job } from './job.ts';

const taskJobSchema = z.object({
  jobId: z.string(),
  channelId: z.string(),
  messageId: z.string().exactOptional(),
});

const rowSchema = z.object({ jobs: z.array(taskJobSchema) });

/** Where a task's answer belongs: more than one job when the service gave several the same id. */
export type TaskRow = z.infer<typeof rowSchema>;

/** Reads where a task's answer belongs, out of the store. */
export const parseTaskRow = (value: unknown): TaskRow => rowSchema.parse(value);

/** A service that gives everybody the same id must not make each write longer; each job knows its task anyway. */
const MAX_JOBS_PER_ROW = 100;

type WithTask = Extract<Job, { taskId: string }>;

/** The service may name a task with any string. Where it can't be a key, the job alone knows its task. */
const hasRow = (job: Job): job is WithTask => 'taskId' in job && isStoreKey(job.taskId);

/** Which jobs a task belongs to, by the task's id. */
export class TaskRows {
  readonly #store: Store<TaskRow>;

  constructor(store: Store<TaskRow>) {
    this.#store = store;
  }

  /** Stores where a job's card is under its task, if it has one. */
  putting(job: Job, lifetimeMs?: number): Change[] {
    if (!hasRow(job)) return [];
    const { messageId, channelId } = job.target;
    const own = { jobId: job.id, channelId, ...(messageId !== undefined && { messageId }) };
    const withOwn = (row: TaskRow | undefined): TaskRow => ({
      jobs: [...others(row, job), own].slice(-MAX_JOBS_PER_ROW),
    });
    return [this.#store.updating(job.taskId, withOwn, lifetimeMs)];
  }

  /** Forgets a closed job. */
  removing(job: Job, lifetimeMs: number): Change[] {
    if (!hasRow(job)) return [];
    const withoutOwn = (row: TaskRow | undefined): TaskRow | undefined => {
      const jobs = others(row, job);
      return jobs.length > 0 ? { jobs } : undefined;
    };
    return [this.#store.updating(job.taskId, withoutOwn, lifetimeMs)];
  }
}

const others = (row: TaskRow | undefined, job: Job): TaskRow['jobs'] =>
  (row?.jobs ?? []).filter(({ jobId }) => jobId !== job.id);
