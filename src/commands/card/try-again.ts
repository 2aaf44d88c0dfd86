import { submit } from '../requests/submit.ts';
import { findJob, type Action } from '../framework/action.ts';

/** Asks for the same pictures again, as a new job: for a wish whose outcome is not known. */
export const tryAgain: Action = {
  name: 'try-again',
  answers: 'privately',
  run: async ({ subject: jobId }, context) => {
    const reply = await context.once.run(`try-again ${jobId}`, async () => {
      const { submission, notes, target, spoiler = false } = await findJob(jobId, context);
      return submit({ submission, notes, isPrivate: target.ephemeral, spoiler }, context);
    });
    return reply ?? { kind: 'silent' };
  },
};
