import { UserError } from '../../lib/user-error.ts';
import type { Note } from '../../services/jobs/job.ts';
import { findEnded, findJob, findPictures, visibilityOfJob, type Action } from '../framework/action.ts';
import { startFrom } from './regenerate.ts';
import { offeringReferences } from './renew-references.ts';

/** Repeats a request for anybody, as a new job with the same request body. */
export const again: Action = {
  answers: visibilityOfJob,
  run: async ({ subject: jobId }, context) => {
    const { invocation, once } = context;
    const started = once.run(`again ${jobId} ${invocation.personId}`, async () => {
      const job = await findPictures(jobId, context);
      const { submission, notes, shownPrompt } = job;
      return startFrom(job, { submission, notes, kind: 'again', shownPrompt }, context);
    });
    // A reaction can't open a form for files.
    const reply = invocation.interaction ? offeringReferences(jobId, started, context.words) : started;
    return (await reply) ?? { kind: 'silent' };
  },
};

/** Repeats a request without pictures, or with an unknown outcome, as a new paid job. */
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

/** Starts a new job with the corrected prompt from the card. The original request doesn't change. */
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
