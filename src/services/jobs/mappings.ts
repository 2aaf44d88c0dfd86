import { z } from 'zod';
import { isStoreKey, type Change, type Store } from '../storage/store.ts';
import type { Job } from './job.ts';

export const taskRowSchema = z.array(
  z.object({ jobId: z.string(), channelId: z.string(), messageId: z.string().exactOptional() }),
);

/** The jobs that a task belongs to, and where their cards stand: several when the service gave them the same id. */
export type TaskRow = z.infer<typeof taskRowSchema>;

const entryOf = ({ id, target: { channelId, messageId } }: Job): TaskRow[number] => ({
  jobId: id,
  channelId,
  ...(messageId !== undefined && { messageId }),
});

export interface MappingsOptions {
  messages: Store<string>;
  tasks: Store<TaskRow>;
  /** In milliseconds: as long as the job can be open, and then kept. */
  lifetimeMs: number;
  /** All open jobs: the service may have given several the same task id. */
  open: () => Iterable<Job>;
}

/** Which job a message and a task belong to. A row is written with the job that says the same, and says nothing without it. */
export class Mappings {
  readonly #options: MappingsOptions;

  constructor(options: MappingsOptions) {
    this.#options = options;
  }

  /** The id of the job whose card is, or once was, that message. */
  jobAt(messageId: string): Promise<string | undefined> {
    return this.#options.messages.get(messageId);
  }

  /** What maps where a job's card stands, and its task, where either is new. */
  adding(job: Job, before: Job | undefined): Change[] {
    const { messages, tasks, lifetimeMs, open } = this.#options;
    const { messageId } = job.target;
    const changes: Change[] = [];
    if (messageId !== undefined && messageId !== before?.target.messageId)
      changes.push(messages.setting(messageId, job.id, lifetimeMs));
    // The service may name a task with any string: where it can't be a key, the job alone knows its task.
    if ('taskId' in job && !(before && 'taskId' in before) && isStoreKey(job.taskId)) {
      const { taskId } = job;
      const others = [...open()].filter(
        (other) => other.id !== job.id && 'taskId' in other && other.taskId === taskId,
      );
      changes.push(tasks.setting(taskId, [...others, job].map(entryOf), lifetimeMs));
    }
    return changes;
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
