import type { Change } from '../storage/store.ts';
import type { Job } from './job.ts';
import { askedKey, type JobStores } from './job-stores.ts';
import { TaskRows } from './task-rows.ts';

/** The rows by which a job is found, and those that are kept of it once it is closed. */
export class JobRows {
  readonly #stores: JobStores;
  readonly #taskRows: TaskRows;
  readonly #retentionMs: number;

  /** @param retentionMs how long a closed job is kept, in milliseconds. */
  constructor(stores: JobStores, retentionMs: number) {
    this.#stores = stores;
    this.#taskRows = new TaskRows(stores.tasks);
    this.#retentionMs = retentionMs;
  }

  /** Stores a closed job and its lookup rows for the same time. */
  keeping(closed: Job, before: Job | undefined): Change[] {
    return [
      this.#stores.asked.setting(askedKey(closed), true, this.#retentionMs),
      this.#stores.jobs.setting(closed.id, closed, this.#retentionMs),
      ...this.indexing(closed, before, this.#retentionMs),
    ];
  }

  /** Makes a job found by its message and its task, where either is new; by an earlier message for some time yet. */
  indexing(job: Job, before: Job | undefined, lifetimeMs?: number): Change[] {
    const { messageId } = job.target;
    const earlierId = before?.target.messageId;
    const moved = messageId !== earlierId;
    const isNew = before === undefined || !('taskId' in before);
    return [
      ...(messageId !== undefined && moved
        ? [this.#stores.messages.setting(messageId, job.id, lifetimeMs)]
        : []),
      ...(earlierId !== undefined && moved
        ? [this.#stores.messages.setting(earlierId, job.id, this.#retentionMs)]
        : []),
      ...(isNew || moved ? this.#taskRows.putting(job, lifetimeMs) : []),
    ];
  }

  /** Removes everything that is kept of a closed job. */
  purging(job: Job): Change[] {
    const { messageId } = job.target;
    return [
      ...(messageId === undefined ? [] : [this.#stores.messages.deleting(messageId)]),
      ...this.#taskRows.removing(job, this.#retentionMs),
      this.#stores.jobs.deleting(job.id),
      this.#stores.asked.deleting(askedKey(job)),
    ];
  }
}
