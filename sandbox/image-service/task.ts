import type { SubmissionBody } from './request-bodies.ts';
import type { TaskView } from './types.ts';

/** A task as it is kept. How far it is follows from this and the time alone. */
export interface Task {
  taskId: string;
  jobId: string;
  account: string;
  submission: SubmissionBody;
  createdAt: number;
  endsAt: number;
  /** There when the task ends in a failure. */
  failReason?: string;
  width: number;
  height: number;
  seed: number;
  pictureCount: number;
  references: References;
}

/** The pictures that the task starts from, which are read while it runs. */
export type References =
  | { state: 'reading' }
  | { state: 'ready'; pictures: readonly Buffer[] }
  | { state: 'unreadable'; failReason: string };

/** Where the task stands at a time. */
export type Progress = { state: 'in-progress' | 'success' } | { state: 'failed'; failReason: string };

export const progressOf = (task: Task, now: number): Progress => {
  if (now < task.endsAt || task.references.state === 'reading') return { state: 'in-progress' };
  if (task.failReason !== undefined) return { state: 'failed', failReason: task.failReason };
  if (task.references.state === 'unreadable')
    return { state: 'failed', failReason: task.references.failReason };
  return { state: 'success' };
};

/** The names of a task's pictures as they stand in addresses, `1.png` first. */
export const pictureNames = (task: Task): string[] =>
  Array.from({ length: task.pictureCount }, (_, index) => `${index + 1}.png`);

/** Four pictures have a grid; one picture is its own. */
export const gridName = (task: Task): string => (task.pictureCount > 1 ? 'grid.png' : '1.png');

const pictureUrl = (baseUrl: string, task: Task, name: string): string =>
  `${baseUrl}/pictures/${placeOf(task)}/${name}`;

/** A task's part of its pictures' addresses: its id, or its generator's where the id is nothing for an address. */
export const placeOf = ({ taskId, jobId }: Task): string => (/^[\w-]{1,100}$/.test(taskId) ? taskId : jobId);

/** The task as a reader of the record sees it. */
export const viewOf = (task: Task, now: number, baseUrl: string): TaskView => {
  const { taskId, account, createdAt, endsAt, width, height, submission } = task;
  const progress = progressOf(task, now);
  const names = progress.state === 'success' ? pictureNames(task) : [];
  const pictureUrls = names.map((name) => pictureUrl(baseUrl, task, name));
  return { ...submission, ...progress, taskId, account, createdAt, endsAt, width, height, pictureUrls };
};

/** One element of `data` in a job-status answer, field for field as the interface names it. */
export interface TaskItem {
  taskId: string;
  status: number;
  image?: string;
  jobId?: string;
  images?: readonly string[];
  imgUrls?: readonly string[];
  prompt?: string;
  mjPrompt?: string;
  createdAt?: number;
  meta?: { width: number; height: number };
  failReason?: string;
}

/** What job-status says of a task at a time. */
export const itemOf = (task: Task, now: number, baseUrl: string): TaskItem => {
  const progress = progressOf(task, now);
  const { taskId, createdAt } = task;
  if (progress.state === 'in-progress') return { taskId, status: 0 };
  if (progress.state === 'failed') return { taskId, status: 2, createdAt, failReason: progress.failReason };
  const images = pictureNames(task).map((name) => pictureUrl(baseUrl, task, name));
  const { prompt } = task.submission.body;
  return {
    taskId,
    status: 1,
    image: pictureUrl(baseUrl, task, gridName(task)),
    jobId: task.jobId,
    images,
    ...(task.submission.family === 'artgen' ? { imgUrls: images.map((url) => `${url}?copy=1`) } : {}),
    prompt,
    mjPrompt: `${prompt.trim()} --seed ${task.seed}`,
    createdAt,
    meta: { width: task.width, height: task.height },
  };
};
