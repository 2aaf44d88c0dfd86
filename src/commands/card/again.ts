import { UserError } from '../../lib/user-error.ts';
import type { Note } from '../../services/jobs/job.ts';
import { findEnded, findJob, findPictures, visibilityOfJob, type Action } from '../framework/action.ts';
import { startFrom } from './regenerate.ts';
import { offeringReferences } from './renew-references.ts';

/** Asks for the same pictures again, for whoever asks: as a new job, with the very same request body. */
export const again: Action = {
  answers: visibilityOfJob,
  run: async ({ subject: jobId }, context) => {
    const { invocation, once } = context;
    const started = once.run(`again ${jobId} ${invocation.personId}`, async () => {
      const job = await findPictures(jobId, context);
      const { submission, notes, shownPrompt } = job;
      return startFrom(job, { submission, notes, kind: 'again', shownPrompt }, context);
    });
    // Somebody who only reacted can't be asked for files.
    const reply = invocation.interaction ? offeringReferences(jobId, started, context.words) : started;
    return (await reply) ?? { kind: 'silent' };
  },
};

/** Asks for the same again, as a new job that is paid for: where there are no pictures, or nobody knows of any. */
export const tryAgain: Action = {
  answers: visibilityOfJob,
  run: async ({ subject: jobId }, context) => {
    const started = context.once.run(`try-again ${jobId}`, async () => {
      const job = await findEnded(jobId, context);
      const { submission, notes, shownPrompt } = job;
      return startFrom(job, { submission, notes, kind: 'again', shownPrompt }, context);
    });
    return (await offeringReferences(jobId, started, context.words)) ?? { kind: 'silent' };
  },
};

const correctedIn = (notes: readonly Note[]): string | undefined =>
  notes.find((note) => note.kind === 'prompt-faults')?.corrected;

/** Asks again with the prompt that the card shows as corrected. What was submitted stays as it is. */
export const useCorrected: Action = {
  answers: visibilityOfJob,
  run: async ({ subject: jobId }, context) => {
    const start = async () => {
      const job = await findJob(jobId, context);
      const { submission, notes } = job;
      const prompt = correctedIn(notes);
      if (prompt === undefined || submission.family !== 'artgen') throw new UserError('job-not-found');
      const corrected = { family: submission.family, body: { ...submission.body, prompt } };
      return startFrom(job, { submission: corrected, notes: [], kind: 'prompt-edited' }, context);
    };
    const key = `use-corrected ${jobId} ${context.invocation.personId}`;
    return (await context.once.run(key, start)) ?? { kind: 'silent' };
  },
};
