import { findPictures, visibilityOfJob, type Action } from '../framework/action.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Reply } from '../framework/reply.ts';
import { withoutPersonalParts } from './hand-on.ts';
import { promptForm, readPromptForm } from './prompt-form.ts';
import { startFrom } from './regenerate.ts';
import { offeringReferences } from './renew-references.ts';

/** Changes the prompt and the options of a job in a modal, and asks for that as a new job. */
export const editPrompt: Action = {
  answers: 'at-once',
  run: ({ subject: jobId }, context) => {
    const open = async (): Promise<Reply> => {
      const job = await findPictures(jobId, context);
      // Whoever can't start from its pictures is told before they type.
      const submission = withoutPersonalParts(job.submission, job, context.invocation.personId);
      const modal = promptForm(submission, customId('edit-prompt', jobId));
      return { kind: 'modal', modal };
    };
    return offeringReferences(jobId, open());
  },
  form: {
    answers: visibilityOfJob,
    run: async ({ subject: jobId, fields }, context) => {
      const job = await findPictures(jobId, context);
      const request = readPromptForm(job.submission, fields);
      return offeringReferences(jobId, startFrom(job, { ...request, kind: 'prompt-edited' }, context));
    },
  },
};
