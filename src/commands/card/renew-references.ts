import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { isUserError } from '../../lib/user-error.ts';
import { MAX_REFERENCES } from '../../services/image-api/request-rules.ts';
import { filesIn } from '../framework/form-fields.ts';
import { pictureUrl } from '../requests/options.ts';
import { startFrom } from './regenerate.ts';
import { buttonRows, type Reply } from '../framework/reply.ts';
import { findPictures, visibilityOfJob, type Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const NAME = 'renew-references';
const FIELD = 'references';

const QUESTIONS = {
  gone: 'The reference pictures of this are gone: Discord keeps what is handed to a command for a short time only. Hand them over anew, and it is painted again. Nothing was submitted.',
  'not-yours':
    "The pictures that this started from are for the person alone who handed them over. Hand over your own, and it's painted with those. Nothing was submitted.",
};

const askForReferences = (jobId: string, why: keyof typeof QUESTIONS): Reply => ({
  kind: 'private',
  message: {
    content: QUESTIONS[why],
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

/** Where reference pictures of a job turn out to be gone, or not for whoever acts, says so and offers to take others. */
export const offeringReferences = async <R extends Reply | undefined>(
  jobId: string,
  reply: Promise<R>,
): Promise<R | Reply> => {
  try {
    return await reply;
  } catch (error) {
    if (isUserError(error, 'references-gone')) return askForReferences(jobId, 'gone');
    if (isUserError(error, 'references-not-yours')) return askForReferences(jobId, 'not-yours');
    throw error;
  }
};

/** Asks for a job's reference pictures anew, and starts it again with them. */
export const renewReferences: Action = {
  name: NAME,
  answers: 'at-once',
  run: async ({ subject: jobId }, context) => {
    const { submission } = await findPictures(jobId, context);
    const before = submission.family === 'gen' ? (submission.body.referImages ?? []).length : 0;
    const most = Math.min(Math.max(before, 1), MAX_REFERENCES);
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
    answers: visibilityOfJob,
    run: async ({ subject: jobId, fields }, context) => {
      const job = await findPictures(jobId, context);
      const { submission, notes } = job;
      const referImages = filesIn(fields, FIELD).map(pictureUrl);
      if (submission.family !== 'gen' || referImages.length === 0) return askForReferences(jobId, 'gone');
      const renewed = { ...submission, body: { ...submission.body, referImages } };
      return startFrom(job, { submission: renewed, notes, kind: 'again' }, context);
    },
  },
};
