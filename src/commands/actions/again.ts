import { ReferencesGoneError } from '../living-references.ts';
import { startFrom } from '../regenerate.ts';
import { findPictures, likeTheJob } from './action.ts';
import type { Action } from './action.ts';
import { askForReferences } from './renew-references.ts';

/** Asks for the same pictures again, for whoever asks: as a new job, with the very same request body. */
export const again: Action = {
  name: 'again',
  answers: likeTheJob,
  run: async ({ subject: jobId }, context) => {
    const { invocation, once } = context;
    const start = async () => {
      const job = await findPictures(jobId, context);
      return startFrom(job, { submission: job.submission, notes: job.notes, kind: 'again' }, context);
    };
    try {
      return (await once.run(`again ${jobId} ${invocation.personId}`, start)) ?? { kind: 'silent' };
    } catch (error) {
      // Somebody who only reacted can't be asked for files.
      if (error instanceof ReferencesGoneError && invocation.interaction) return askForReferences(jobId);
      throw error;
    }
  },
};
