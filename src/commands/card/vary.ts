import { nearestRatio } from '../../services/image-api/output-size.ts';
import { withoutFlags } from '../../services/image-api/prompt.ts';
import { withPrompt } from '../../services/image-api/styles.ts';
import type { GenRequest } from '../../services/image-api/wire.ts';
import { promptOf, type PicturedJob } from '../../services/jobs/job.ts';
import { once } from '../framework/action.ts';
import { asTheJob, jobAction, pictured } from '../framework/job-action.ts';
import type { CommandContext } from '../framework/command.ts';
import { freshPicture } from './fresh-pictures.ts';
import { sizeOf } from '../../cards/picture-size.ts';
import { startFrom } from './regenerate.ts';
import { FOR_ALL } from '../framework/may.ts';

/** A `/gen` prompt has no flags. */
const ownPrompt = (job: PicturedJob): string =>
  job.submission.family === 'artgen' ? withoutFlags(promptOf(job)) : promptOf(job);

/** The prompt again, from the picture and in its shape. */
const requestFor = (job: PicturedJob, url: string, context: CommandContext): GenRequest => {
  const { family, body } = job.submission;
  const size = sizeOf(job, context.invocation.message?.pictures);
  const start = { prompt: ownPrompt(job), referImages: [url] };
  if (family === 'artgen') return { ...start, ...(size && { aspect_ratio: nearestRatio(size) }) };
  const { hookUrl, ...rest } = body;
  const isExact = body.output_size !== undefined;
  return { ...rest, ...start, ...(size && !isExact && { aspect_ratio: nearestRatio(size) }) };
};

/** Asks for another picture like one of a job's. */
export const vary = jobAction({
  name: 'vary',
  may: FOR_ALL,
  needs: pictured,
  answers: asTheJob,
  run: async (job, { number = 1 }, context) => {
    const varied = async () => {
      const { url } = await freshPicture(job, number, context);
      const submission = { family: 'gen' as const, body: requestFor(job, url, context) };
      const styled = withPrompt({ submission, style: job.style }, ownPrompt(job));
      return startFrom(job, { ...styled, notes: [], kind: 'varied' }, context);
    };
    return once(`vary ${job.id} ${number} ${context.invocation.personId}`, varied, context);
  },
});
