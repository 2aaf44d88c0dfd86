import { z } from 'zod';
import type { Job } from '../../src/services/jobs/job.ts';
import type { Record } from './hostile-service.ts';
import { REQUEST } from './requests.ts';

/** A process that ends takes with it what it was about to log; on a signal it has this time. */
const CUT_OFF_MS = 10_000;

const lineSchema = z.object({
  time: z.string(),
  message: z.enum(['submitted', 'a submission failed', 'ended']),
  jobId: z.string(),
  taskId: z.string().optional(),
  guildId: z.string(),
  key: z.literal('6789'),
  command: z.enum(['imagine', 'gen']),
  durationMs: z.number().nonnegative(),
  outcome: z.string(),
});
type Line = z.infer<typeof lineSchema>;

const MESSAGES = lineSchema.shape.message.options.map((text) => `"message":"${text}"`);

/** The lines of a log that settle a bill. @throws when one of them lacks what that takes. */
export const billIn = (log: readonly string[]): Line[] =>
  log
    .filter((line) => MESSAGES.some((text) => line.includes(text)))
    .map((line) => lineSchema.parse(JSON.parse(line.slice(line.indexOf('{')))));

const numberOf = ({ submission }: Job): number => Number(REQUEST.exec(submission.body.prompt)?.[1]);

/** Half a character can't be written as it is. */
const written = (text = ''): string => Buffer.from(text).toString();

/** What is missing in the log, or is too much, beside the closed jobs of the store and the books of the service. */
export const checkBill = (
  lines: readonly Line[],
  jobs: readonly Job[],
  records: ReadonlyMap<number, Record>,
  killedAt: readonly number[],
): string[] => {
  const isCutOff = (at: number) => killedAt.some((killed) => killed >= at && killed - at < CUT_OFF_MS);
  return jobs.flatMap((job) => {
    const own = lines.filter(({ jobId }) => jobId === job.id);
    const ends = own.filter(({ message }) => message === 'ended');
    const sent = own.filter(({ message }) => message !== 'ended');
    const taken = sent.filter(({ outcome }) => outcome === 'taken');
    const record = records.get(numberOf(job));
    const endedAt = 'endedAt' in job ? job.endedAt : job.acceptedAt;
    const faults: string[] = [];
    if (ends.length !== 1 && !isCutOff(endedAt)) faults.push(`has ${ends.length} lines of its end`);
    if (ends.some(({ outcome }) => outcome !== job.state)) faults.push(`ended otherwise: ${job.state}`);
    if (taken.length > 1) faults.push(`was submitted in ${taken.length} lines`);
    if ('taskId' in job && written(taken[0]?.taskId) !== written(job.taskId))
      faults.push(`has task ${job.taskId ?? ''}, and no line says so`);
    const mayBeUnknown = isCutOff(endedAt) || [...sent, ...ends].some(({ outcome }) => outcome === 'unknown');
    if ((record?.taken ?? 0) > 0 && taken.length === 0 && !mayBeUnknown)
      faults.push('was paid for, and no line says so');
    return faults.map(
      (fault) => `the log: job ${job.id} ${fault}\n  ${JSON.stringify({ job, own, record }).slice(0, 1_500)}`,
    );
  });
};
