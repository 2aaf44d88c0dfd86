import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows } from '../../messages/components.ts';
import { fileField, filesIn, modal } from '../../messages/forms.ts';
import { MAX_REFERENCES } from '../../services/image-api/request-rules.ts';
import { findEnded, visibilityOfJob, type Action } from '../framework/action.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Reply } from '../framework/reply.ts';
import { pictureUrl } from '../requests/options.ts';
import { startFrom } from './regenerate.ts';

const FIELD = 'references';

const QUESTIONS = {
  gone: 'The reference pictures are gone, because Discord only keeps them for a short time. Nothing was submitted. Add them again to repeat this request.',
  'not-yours':
    'Only the person who added the reference pictures can use them. Nothing was submitted. Add your own to repeat this request.',
};

const askForReferences = (jobId: string, why: keyof typeof QUESTIONS): Reply => ({
  kind: 'private',
  message: {
    content: QUESTIONS[why],
    components: buttonRows([
      button(customId('renew-references', jobId), 'Add pictures', { style: 'primary', emoji: '🖼️' }),
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

/** Asks for new reference pictures for a job, and starts it again with them. */
export const renewReferences: Action = {
  answers: 'at-once',
  run: async ({ subject: jobId }, context) => {
    const { submission } = await findEnded(jobId, context);
    const before = submission.family === 'gen' ? (submission.body.referImages ?? []).length : 0;
    const most = Math.min(Math.max(before, 1), MAX_REFERENCES);
    const files = fileField(FIELD, {
      label: most === 1 ? 'Reference picture' : `Reference pictures (${most} before)`,
      max: most,
    });
    return {
      kind: 'modal',
      modal: modal(customId('renew-references', jobId), 'Add pictures', [files]),
    };
  },
  form: {
    answers: visibilityOfJob,
    isPaid: true,
    run: async ({ subject: jobId, fields }, context) => {
      const job = await findEnded(jobId, context);
      const { submission, notes } = job;
      const referImages = filesIn(fields, FIELD).map(pictureUrl);
      if (submission.family !== 'gen' || referImages.length === 0) return askForReferences(jobId, 'gone');
      const renewed = { ...submission, body: { ...submission.body, referImages } };
      return startFrom(job, { submission: renewed, notes, kind: 'again' }, context);
    },
  },
};
