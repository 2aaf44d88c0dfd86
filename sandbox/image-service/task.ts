import type { SubmissionBody, TaskState, TaskView } from './types.ts';

/** A task as it is kept. How far it is follows from this and the time alone. */
export interface Task {
  readonly taskId: string;
  readonly jobId: string;
  readonly account: string;
  readonly submission: SubmissionBody;
  readonly createdAt: number;
  readonly endsAt: number;
  /** There when the task ends in a failure. */
  readonly failReason?: string;
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly pictureCount: number;
  readonly references: References;
}

/** The pictures that the task starts from, which are read while it runs. */
export type References =
  | { readonly state: 'reading' }
  | { readonly state: 'ready'; readonly pictures: readonly Buffer[] }
  | { readonly state: 'unreadable'; readonly failReason: string };

/** Where the task stands at a time. */
export type Progress =
  { readonly state: 'in-progress' | 'success' } | { readonly state: 'failed'; readonly failReason: string };

export function progressOf(task: Task, now: number): Progress {
  if (now < task.endsAt || task.references.state === 'reading') return { state: 'in-progress' };
  if (task.failReason !== undefined) return { state: 'failed', failReason: task.failReason };
  if (task.references.state === 'unreadable') {
    return { state: 'failed', failReason: task.references.failReason };
  }
  return { state: 'success' };
}

/** The names of a task's pictures as they stand in addresses, `1.png` first. */
export function pictureNames(task: Task): string[] {
  return Array.from({ length: task.pictureCount }, (_, index) => `${index + 1}.png`);
}

/** Four pictures have a grid; one picture is its own. */
export function gridName(task: Task): string {
  return task.pictureCount > 1 ? 'grid.png' : '1.png';
}

export function pictureUrl(baseUrl: string, task: Task, name: string): string {
  return `${baseUrl}/pictures/${placeOf(task)}/${name}`;
}

/** A task's part of its pictures' addresses: its id, or its generator's where the id is nothing for an address. */
export function placeOf({ taskId, jobId }: Task): string {
  return /^[\w-]{1,100}$/.test(taskId) ? taskId : jobId;
}

/** The task as a reader of the record sees it. */
export function viewOf(task: Task, now: number, baseUrl: string): TaskView {
  const progress = progressOf(task, now);
  const state: TaskState = progress.state;
  return {
    ...task.submission,
    taskId: task.taskId,
    account: task.account,
    createdAt: task.createdAt,
    endsAt: task.endsAt,
    state,
    ...(progress.state === 'failed' ? { failReason: progress.failReason } : {}),
    width: task.width,
    height: task.height,
    pictureUrls: state === 'success' ? pictureNames(task).map((name) => pictureUrl(baseUrl, task, name)) : [],
  };
}
