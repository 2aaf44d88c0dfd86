import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { MOST_REFERENCES } from '../../services/image-api/request-rules.ts';
import { NotAPictureError } from '../gen.ts';
import type { Attachment } from '../invocation.ts';
import { startFrom } from '../regenerate.ts';
import { buttonRows } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { findPictures, likeTheJob } from './action.ts';
import type { Action, ActionUse } from './action.ts';
import { customId } from './custom-id.ts';

const NAME = 'renew-references';
const FIELD = 'references';

/** Says that a job's reference pictures are gone, and offers to take them anew. */
export const askForReferences = (jobId: string): Reply => ({
  kind: 'private',
  message: {
    content:
      'The reference pictures of this are gone: Discord keeps what is handed to a command for a short time only. Hand them over anew, and it is painted again. Nothing was submitted.',
    components: buttonRows([
      {
        type: ComponentType.Button,
        style: ButtonStyle.Primary,
        label: 'Hand over pictures',
        emoji: { name: '🖼️' },
        custom_id: customId({ action: NAME, subject: jobId }),
      },
    ]),
  },
});

const isAttachments = (value: ActionUse['fields'][string] | undefined): value is readonly Attachment[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object');

const pictureUrl = ({ contentType, filename, url }: Attachment): string => {
  if (contentType?.startsWith('image/') !== true) throw new NotAPictureError(filename);
  return url;
};

/** Asks for a job's reference pictures anew, and starts it again with them. */
export const renewReferences: Action = {
  name: NAME,
  answers: 'at-once',
  run: async ({ subject: jobId }, context) => {
    const { submission } = await findPictures(jobId, context);
    const before = submission.family === 'gen' ? (submission.body.referImages ?? []).length : 0;
    const most = Math.min(Math.max(before, 1), MOST_REFERENCES);
    return {
      kind: 'modal',
      modal: {
        custom_id: customId({ action: NAME, subject: jobId }),
        title: 'Hand over the pictures anew',
        components: [
          {
            type: ComponentType.Label,
            label: most === 1 ? 'The picture to start from' : `The pictures to start from (${most} before)`,
            component: { type: ComponentType.FileUpload, custom_id: FIELD, min_values: 1, max_values: most },
          },
        ],
      },
    };
  },
  form: {
    answers: likeTheJob,
    run: async ({ subject: jobId, fields }, context) => {
      const job = await findPictures(jobId, context);
      const { submission, notes } = job;
      const files = fields[FIELD];
      const referImages = isAttachments(files) ? files.map(pictureUrl) : [];
      if (submission.family !== 'gen' || referImages.length === 0) return askForReferences(jobId);
      const renewed = { ...submission, body: { ...submission.body, referImages } };
      return startFrom(job, { submission: renewed, notes, kind: 'again' }, context);
    },
  },
};
