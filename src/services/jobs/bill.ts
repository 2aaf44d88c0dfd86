import { billed } from '../requests/families/index.ts';
import { taskIdOf, type Job } from './job.ts';

/** The facts that settle a bill: what was spent where and with which key. No text of a person's is among them. */
export const billOf = (job: Job, lastFour: string | undefined): Readonly<Record<string, unknown>> => ({
  jobId: job.id,
  taskId: taskIdOf(job),
  guildId: job.guildId ?? 'direct',
  accountId: job.account.id,
  key: lastFour,
  ...billed(job.submission),
});
