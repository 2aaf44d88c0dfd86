import { permute } from '../../services/image-api/permutations.ts';
import { buildSubmission } from '../../services/image-api/request-rules.ts';
import { onceOrSilent, type Action } from '../framework/action.ts';
import { FOR_ONESELF } from '../framework/may.ts';
import type { Reply } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { admitAll, submit } from '../requests/submit.ts';
import { withPrompt } from '../requests/typed.ts';
import { findRefused, refusedAnswers } from './refused.ts';

/** Makes all that a prompt with choices stands for, each with a card of its own. */
export const makeSeveral: Action = {
  name: 'make-several',
  may: FOR_ONESELF,
  answers: 'in-place',
  run: ({ subject: draftId }, context) => {
    const make = async (): Promise<Reply> => {
      const { invocation, drafts, words } = context;
      assertMayUseCommands(invocation);
      const { request, ...kept } = await findRefused(draftId, context);
      const { submission } = buildSubmission(request);
      const prompts = permute(submission.body.prompt) ?? [];
      const all = prompts.map((prompt) => ({ submission: withPrompt(submission, prompt), notes: [] }));
      return admitAll<Reply>(all, kept, context, async (accept) => {
        // Before anything counts: also after an error, these requests are made once.
        await drafts.forget(draftId);
        const message = { content: words.several.made(all.length), embeds: [], components: [] };
        return { kind: 'update', message, jobs: all.map(accept) };
      });
    };
    return onceOrSilent(`draft ${draftId}`, make, context);
  },
};

/** Makes one request of a prompt with choices, its braces included. */
export const sendAsWritten: Action = {
  name: 'send-as-written',
  may: FOR_ONESELF,
  answers: refusedAnswers,
  run: ({ subject: draftId }, context) => {
    const send = async () => {
      assertMayUseCommands(context.invocation);
      const { request, ...kept } = await findRefused(draftId, context);
      const reply = await submit({ ...buildSubmission(request), ...kept }, context);
      await context.drafts.forget(draftId);
      return reply;
    };
    return onceOrSilent(`draft ${draftId}`, send, context);
  },
};

/** Takes the question away. */
export const dropDraft: Action = {
  name: 'drop-draft',
  may: FOR_ONESELF,
  answers: 'in-place',
  run: async ({ subject: draftId }, context) => {
    await findRefused(draftId, context);
    await context.drafts.forget(draftId);
    return { kind: 'delete' };
  },
};
