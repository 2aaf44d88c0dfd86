import { promptForm, readPromptForm } from '../forms/prompt-form.ts';
import { startFrom } from '../regenerate.ts';
import { findPictures, likeTheJob } from './action.ts';
import type { Action } from './action.ts';
import { offeringReferences } from './renew-references.ts';
import { customId } from './custom-id.ts';

/** Changes the prompt and the options of a job in a modal, and asks for that as a new job. */
export const editPrompt: Action = {
  name: 'edit-prompt',
  answers: 'at-once',
  run: async ({ subject: jobId }, context) => {
    const { submission } = await findPictures(jobId, context);
    const modal = promptForm(submission, customId({ action: 'edit-prompt', subject: jobId }));
    return { kind: 'modal', modal };
  },
  form: {
    answers: likeTheJob,
    run: async ({ subject: jobId, fields }, context) => {
      const job = await findPictures(jobId, context);
      const wish = readPromptForm(job.submission, fields);
      return offeringReferences(jobId, startFrom(job, { ...wish, kind: 'prompt-edited' }, context));
    },
  },
};
