import { toGen } from '../../services/requests/families/index.ts';
import { nearestRatio } from '../../services/requests/output-size.ts';
import { wordsInStyle } from '../../services/requests/prompt.ts';
import type { GenRequest } from '../../services/requests/families/gen-request.ts';
import { promptOf, type PicturedJob } from '../../services/jobs/job.ts';
import { once } from '../framework/action.ts';
import { asTheJob, jobAction, pictured } from '../framework/job-action.ts';
import type { CommandContext } from '../framework/context.ts';
import { freshPicture } from './fresh-pictures.ts';
import { sizeOf } from '../../cards/picture-size.ts';
import { requested } from '../requests/request.ts';
import { askFrom } from './regenerate.ts';
import { FOR_ALL } from '../framework/may.ts';

/** The service wants one; the prompt follows. */
const INSTRUCTION = 'Draw another version of this picture: ';

/** The prompt again, from the picture and in its shape. */
const variationOf = (job: PicturedJob, url: string, context: CommandContext): GenRequest => {
  const size = sizeOf(job, context.invocation.message?.pictures);
  const start = { ...toGen(job.submission, promptOf(job)), referImages: [url] };
  return size && start.output_size === undefined ? { ...start, aspect_ratio: nearestRatio(size) } : start;
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
      const body = variationOf(job, url, context);
      const { style } = job;
      const prompt = style ? wordsInStyle(body.prompt, style.text) : body.prompt;
      const submission = { family: 'gen' as const, body: { ...body, prompt: `${INSTRUCTION}${prompt}` } };
      const built = { submission, notes: [], style, shownPrompt: body.prompt };
      return requested(await askFrom(job, { kind: 'varied', built }, context), context);
    };
    return once(`vary ${job.id} ${number} ${context.invocation.personId}`, varied, context);
  },
});
