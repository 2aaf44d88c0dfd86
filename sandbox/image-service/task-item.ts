import { gridName, pictureNames, pictureUrl, progressOf, type Task } from './task.ts';

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
