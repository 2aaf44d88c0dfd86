import { z } from 'zod';
import { isStoreKey, type Change, type Store } from '../storage/store.ts';
import type { Job } from './job.ts';

export const taskRowSchema = z.array(
  z.object({ jobId: z.string(), channelId: z.string(), messageId: z.string().exactOptional() }),
);

/** The jobs that a task belongs to, and where their cards stand: several when the service gave them the same id. */
export type TaskRow = z.infer<typeof taskRowSchema>;

export interface MappingsOptions {
  messages: Store<string>;
  tasks: Store<TaskRow>;
  /** In milliseconds: as long as the job can be open, and then kept. */
  lifetimeMs: number;
}

/**
 * Which job a message and a task belong to. A row is written before the job says the same, never changes, and says nothing
 * without its job.
 */
export class Mappings {
  readonly #options: MappingsOptions;

  constructor(options: MappingsOptions) {
    this.#options = options;
  }

  /** The id of the job whose card is, or once was, that message. */
  jobAt(messageId: string): Promise<string | undefined> {
    return this.#options.messages.get(messageId);
  }

  /** Maps where a job's card stands, and its task, where either is new. */
  async map(job: Job, before: Job | undefined): Promise<void> {
    const { messages, tasks, lifetimeMs } = this.#options;
    const { messageId, channelId } = job.target;
    if (messageId !== undefined && messageId !== before?.target.messageId)
      await messages.set(messageId, job.id, lifetimeMs);
    // The service may name a task with any string: where it can't be a key, the job alone knows its task.
    if (!('taskId' in job) || (before && 'taskId' in before) || !isStoreKey(job.taskId)) return;
    const entry = { jobId: job.id, channelId, ...(messageId !== undefined && { messageId }) };
    await tasks.update(job.taskId, (row = []) => [...row, entry], lifetimeMs);
  }

  /** What removes the rows of a job. */
  removing(job: Job): Change[] {
    const { messages, tasks } = this.#options;
    const { messageId } = job.target;
    return [
      ...(messageId === undefined ? [] : [messages.deleting(messageId)]),
      ...('taskId' in job && isStoreKey(job.taskId) ? [tasks.deleting(job.taskId)] : []),
    ];
  }
}
