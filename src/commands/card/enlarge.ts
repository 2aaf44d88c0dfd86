import { formatOutputSize, largestOutputSize } from '../../services/requests/output-size.ts';
import type { GenRequest } from '../../services/requests/families/gen-request.ts';
import { freshPicture } from './fresh-pictures.ts';
import { requested } from '../requests/request.ts';
import { askFrom } from './regenerate.ts';
import { wholePromptOf, type PicturedJob } from '../../services/jobs/job.ts';
import { once } from '../framework/action.ts';
import { asTheJob, jobAction, pictured } from '../framework/job-action.ts';
import { FOR_ALL } from '../framework/may.ts';
import type { MessagePicture } from '../../messages/message.ts';

/** The service wants an instruction; this one asks for nothing new. */
const PROMPT = 'Redraw this picture in a higher resolution. Keep everything in it exactly as it is.';

const enlargedFrom = (picture: MessagePicture, { result }: PicturedJob): GenRequest => {
  const { width = result.width, height = result.height } = picture;
  const size = width === undefined || height === undefined ? undefined : largestOutputSize({ width, height });
  return {
    prompt: PROMPT,
    referImages: [picture.url],
    size: '4K',
    output_size: size && formatOutputSize(size),
  };
};

/** Asks for one of a job's pictures in 4K, in its own proportions. */
export const enlarge = jobAction({
  name: 'enlarge',
  may: FOR_ALL,
  needs: pictured,
  answers: asTheJob,
  run: async (job, { number = 1 }, context) => {
    const enlarged = async () => {
      const body = enlargedFrom(await freshPicture(job, number, context), job);
      const submission = { family: 'gen' as const, body };
      const built = { submission, notes: [], shownPrompt: wholePromptOf(job) };
      return requested(await askFrom(job, { kind: 'enlarged', built }, context), context);
    };
    return once(`enlarge ${job.id} ${number} ${context.invocation.personId}`, enlarged, context);
  },
});
