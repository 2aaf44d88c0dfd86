import type { Family } from '../image-api/wire.ts';
import type { Job, RunningJob } from './job.ts';
import type { Candidate } from './poll-plan.ts';

interface FollowedTask {
  /** When to ask on behalf of each job: a service may give several jobs the same id. */
  askAt: Map<string, number>;
  alone: boolean;
}

const earliestOf = ({ askAt }: FollowedTask): number => {
  let earliest = Infinity;
  for (const moment of askAt.values()) earliest = Math.min(earliest, moment);
  return earliest;
};

/** The tasks that are asked for together, and the jobs that each one's answer belongs to. */
export class FollowedTasks {
  readonly #tasks = new Map<string, FollowedTask>();
  /** When the first task is due; undefined when that has to be looked for. */
  #earliest: number | undefined;

  get isEmpty(): boolean {
    return this.#tasks.size === 0;
  }

  /** Asks for a job's task from a moment on. */
  add({ id, taskId }: RunningJob, askAt: number): void {
    const task = this.#tasks.get(taskId) ?? { askAt: new Map<string, number>(), alone: false };
    this.#tasks.set(taskId, task);
    this.#plan(task, id, askAt);
  }

  /** Asks for a job's task at another moment. False when it is not asked for on the job's behalf. */
  askAt({ id, taskId }: RunningJob, moment: number): boolean {
    const task = this.#tasks.get(taskId);
    if (!task?.askAt.has(id)) return false;
    this.#plan(task, id, moment);
    return true;
  }

  /** Asks for a task no more on a job's behalf. */
  remove(taskId: string, jobId: string): void {
    const task = this.#tasks.get(taskId);
    task?.askAt.delete(jobId);
    this.#earliest = undefined;
    if (task?.askAt.size === 0) this.#tasks.delete(taskId);
  }

  /** The jobs that a task's answer belongs to. */
  jobsOf(taskId: string): string[] {
    return [...(this.#tasks.get(taskId)?.askAt.keys() ?? [])];
  }

  /** A call that contained the task was refused: it is asked for by itself from now on. */
  askAlone(taskId: string): void {
    const task = this.#tasks.get(taskId);
    if (task) task.alone = true;
  }

  isAlone(taskId: string): boolean {
    return this.#tasks.get(taskId)?.alone ?? false;
  }

  /** The tasks that a call may poll. */
  candidates(): Candidate[] {
    return [...this.#tasks].map(([taskId, task]) => ({
      taskId,
      askAt: earliestOf(task),
      alone: task.alone,
    }));
  }

  /** When the first task is due; Infinity when there is none. */
  earliest(): number {
    if (this.#earliest === undefined) {
      let earliest = Infinity;
      for (const task of this.#tasks.values()) earliest = Math.min(earliest, earliestOf(task));
      this.#earliest = earliest;
    }
    return this.#earliest;
  }

  #plan({ askAt }: FollowedTask, jobId: string, moment: number): void {
    const before = askAt.get(jobId) ?? Infinity;
    askAt.set(jobId, moment);
    if (this.#earliest === undefined) return;
    if (moment <= this.#earliest) this.#earliest = moment;
    else if (before <= this.#earliest) this.#earliest = undefined;
  }
}

/** The tasks of one account and family: they are asked for together. */
export interface Group {
  account: Job['account'];
  family: Family;
  tasks: FollowedTasks;
  /** No round starts earlier: the interval, or the back-off after a failure. */
  notBefore: number;
  failures: number;
  asking: boolean;
}
