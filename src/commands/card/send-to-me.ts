import { freshPictures } from './fresh-pictures.ts';
import { messageLink } from '../framework/reply-targets.ts';
import { findPictures, type Action } from '../framework/action.ts';

/** What a bot may upload where nobody has paid for more: https://docs.discord.com/developers/reference#uploading-files */
const DIRECT_FILE_LIMIT_BYTES = 10 * 1_048_576;

/** Sends a job's pictures to the direct messages of whoever wants them. If those are closed, nothing happens. */
export const sendToMe: Action = {
  name: 'send-to-me',
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const { messenger, invocation } = context;
    const job = await findPictures(jobId, context);
    const pictures = await freshPictures(job, context);
    const urls = pictures.map(({ url }) => url);
    const { message, files, release } = await messenger.cardOf(job, urls, DIRECT_FILE_LIMIT_BYTES);
    const link = messageLink(job.target);
    const content = [...(link === undefined ? [] : [`From ${link}`]), message.content ?? '']
      .join('\n')
      .trim();
    const copy = { ...message, components: [], ...(content !== '' && { content }) };
    await messenger.sendDirectly(invocation.personId, { message: copy, files, release });
    return { kind: 'silent' };
  },
};
