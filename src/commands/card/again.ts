import { startFrom } from './regenerate.ts';
import { findPictures, visibilityOfJob, type Action } from '../framework/action.ts';
import { offeringReferences } from './renew-references.ts';

/** Asks for the same pictures again, for whoever asks: as a new job, with the very same request body. */
export const again: Action = {
  name: 'again',
  answers: visibilityOfJob,
  run: async ({ subject: jobId }, context) => {
    const { invocation, once } = context;
    const started = once.run(`again ${jobId} ${invocation.personId}`, async () => {
      const job = await findPictures(jobId, context);
      return startFrom(job, { submission: job.submission, notes: job.notes, kind: 'again' }, context);
    });
    // Somebody who only reacted can't be asked for files.
    const reply = invocation.interaction ? offeringReferences(jobId, started) : started;
    return (await reply) ?? { kind: 'silent' };
  },
};
