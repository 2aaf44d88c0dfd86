import type { Family } from '../image-api/wire.ts';
import type { Job, RunningJob } from './job.ts';
import type { Candidate } from './poll-plan.ts';

/** A task that was seen longer ago than this, as after an outage, may have ended at any time since. */
const SEEN_WITHIN_MS = 120_000;

/** Whether it is known when a task ended that was last seen at a moment, and is over now. */
export const isTimed = (seenAt: number, now: number): boolean => now - seenAt <= SEEN_WITHIN_MS;

/** The moment of what is asked for as soon as may be. */
export const AT_ONCE = 0;

interface FollowedTask extends Candidate {
  /** The job's id; when to ask on behalf of each where there are several: a service may give them the same task id. */
  jobs: string | Map<string, number>;
  /** When it was last known to run, in milliseconds since the epoch. */
  seenAt: number;
}

const isFor = ({ jobs }: FollowedTask, jobId: string): boolean =>
  typeof jobs === 'string' ? jobs === jobId : jobs.has(jobId);

/** The tasks that are asked for together, and the jobs that each one's answer belongs to. */
export class FollowedTasks {
  readonly #tasks = new Map<string, FollowedTask>();
  /** When the first task is due; undefined when that has to be looked for. */
  #earliest: number | undefined;

  get isEmpty(): boolean {
    return this.#tasks.size === 0;
  }

  /** Asks for a job's task from a moment on. */
  add({ id, taskId, submittedAt: seenAt }: RunningJob, askAt: number): void {
    const task = this.#tasks.get(taskId) ?? { taskId, askAt: Infinity, alone: false, jobs: id, seenAt };
    this.#tasks.set(taskId, task);
    this.#plan(task, id, askAt);
  }

  /** Asks for a job's task at another moment, if it is asked for on the job's behalf. */
  askAt({ id, taskId }: RunningJob, moment: number): void {
    const task = this.#tasks.get(taskId);
    if (task && isFor(task, id)) this.#plan(task, id, moment);
  }

  /** Asks for a task no more on a job's behalf. */
  remove(taskId: string, jobId: string): void {
    const task = this.#tasks.get(taskId);
    if (!task || !isFor(task, jobId)) return;
    this.#earliest = undefined;
    const { jobs } = task;
    if (typeof jobs === 'string' || jobs.size === 1) this.#tasks.delete(taskId);
    else if (jobs.delete(jobId)) task.askAt = Math.min(...jobs.values());
  }

  /** The jobs that a task's answer belongs to. */
  jobsOf(taskId: string): string[] {
    const task = this.#tasks.get(taskId);
    if (!task) return [];
    return typeof task.jobs === 'string' ? [task.jobs] : [...task.jobs.keys()];
  }

  /** A call that contained the task was refused: it is asked for by itself from now on. */
  askAlone(taskId: string): void {
    const task = this.#tasks.get(taskId);
    if (task) task.alone = true;
  }

  /** The service said that a task was running at that moment: if it was asked for by itself, that is over. */
  saw(taskId: string, moment: number): void {
    const task = this.#tasks.get(taskId);
    if (!task) return;
    task.seenAt = moment;
    task.alone = false;
  }

  /** When a task was last known to run; -Infinity when nobody knows. */
  seenAt(taskId: string): number {
    return this.#tasks.get(taskId)?.seenAt ?? -Infinity;
  }

  isAlone(taskId: string): boolean {
    return this.#tasks.get(taskId)?.alone ?? false;
  }

  /** The tasks that a call may poll. */
  candidates(): Candidate[] {
    return [...this.#tasks.values()];
  }

  /** When the first task is due; Infinity when there is none. */
  earliest(): number {
    if (this.#earliest === undefined) {
      let earliest = Infinity;
      for (const task of this.#tasks.values()) earliest = Math.min(earliest, task.askAt);
      this.#earliest = earliest;
    }
    return this.#earliest;
  }

  #plan(task: FollowedTask, jobId: string, moment: number): void {
    const before = task.askAt;
    if (task.jobs === jobId) task.askAt = moment;
    else {
      const moments = typeof task.jobs === 'string' ? new Map([[task.jobs, before]]) : task.jobs;
      task.jobs = moments.set(jobId, moment);
      task.askAt = Math.min(...moments.values());
    }
    if (this.#earliest === undefined) return;
    if (task.askAt <= this.#earliest) this.#earliest = task.askAt;
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

/** A group in which nothing is asked for yet. */
export const newGroup = (account: Job['account'], family: Family): Group => ({
  ...{ account, family, tasks: new FollowedTasks() },
  ...{ notBefore: 0, failures: 0, asking: false },
});
