import { zipSync } from 'fflate';
import { UserError } from '../../lib/user-error.ts';
import { jobAction, pictured } from '../framework/job-action.ts';
import { freshPictures } from './fresh-pictures.ts';
import { FOR_ALL } from '../framework/may.ts';

/** For the names and the directory of an archive. */
const ZIP_BYTES = 16_384;

/** Gives all pictures of a job in one file. Those that are too large for it are smaller copies. */
export const download = jobAction({
  name: 'download',
  may: FOR_ALL,
  needs: pictured,
  answers: 'privately',
  run: async (job, _use, context) => {
    const { invocation, messages, words } = context;
    const urls = (await freshPictures(job, context)).map(({ url }) => url);
    const limit = Math.floor((invocation.attachmentLimitBytes - ZIP_BYTES) / urls.length);
    const { files, release } = await messages.cardOf(job, urls, limit);
    try {
      if (files.length === 0) throw new UserError('pictures-gone');
      const archive = {
        name: `easel-${job.id}.zip`,
        // Pictures don't get smaller.
        data: Buffer.from(
          zipSync(Object.fromEntries(files.map(({ name, data }) => [name, data])), { level: 0 }),
        ),
        altText: words.details.downloadFile,
      };
      return { kind: 'private', message: {}, files: [archive] };
    } finally {
      release();
    }
  },
});
