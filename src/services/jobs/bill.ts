import { WHEN_ABSENT } from '../image-api/wire.ts';
import type { Job } from './job.ts';

/** The facts that settle a bill: what was spent where and with which key. No text of a person's is among them. */
export const billOf = (job: Job, lastFour: string | undefined): Readonly<Record<string, unknown>> => {
  const { family, body } = job.submission;
  return {
    jobId: job.id,
    ...('taskId' in job && { taskId: job.taskId }),
    guildId: job.guildId ?? 'direct',
    accountId: job.account.id,
    ...(lastFour !== undefined && { key: lastFour }),
    ...(family === 'artgen'
      ? { command: 'imagine', mode: body.mode ?? WHEN_ABSENT.mode }
      : { command: 'gen', size: body.size ?? WHEN_ABSENT.size, outputSize: body.output_size }),
  };
};
