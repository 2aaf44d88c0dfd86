import { UserError } from '../../lib/user-error.ts';
import type { Note } from '../../services/jobs/job.ts';
import { startFrom } from './regenerate.ts';
import { findJob, visibilityOfJob, type Action } from '../framework/action.ts';

const correctedIn = (notes: readonly Note[]): string | undefined =>
  notes.find((note) => note.kind === 'prompt-faults')?.corrected;

/** Asks anew with the prompt that the card shows as corrected. What was submitted stays as it is. */
export const useCorrected: Action = {
  name: 'use-corrected',
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
