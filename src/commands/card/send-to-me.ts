import { freshPictures } from './fresh-pictures.ts';
import { DEFAULT_FILE_LIMIT_BYTES } from '../framework/invocation.ts';
import { linkTo } from '../framework/reply-targets.ts';
import { findPictures, type Action } from '../framework/action.ts';

/** Sends a job's pictures to the direct messages of whoever wants them. If those are closed, nothing happens. */
export const sendToMe: Action = {
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const { messenger, invocation } = context;
    const job = await findPictures(jobId, context);
    const pictures = await freshPictures(job, context);
    const urls = pictures.map(({ url }) => url);
    const { message, files, release } = await messenger.cardOf(job, urls, DEFAULT_FILE_LIMIT_BYTES);
    const link = linkTo(job.target);
    const content = [...(link === undefined ? [] : [`From ${link}`]), message.content ?? '']
      .join('\n')
      .trim();
    const copy = { ...message, components: [], ...(content !== '' && { content }) };
    await messenger.sendDirectly(invocation.personId, { message: copy, files, release });
    return { kind: 'silent' };
  },
};
