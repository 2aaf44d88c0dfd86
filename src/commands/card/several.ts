import { build, withPrompt, type RequestOptions } from '../../services/requests/families/index.ts';
import { permute } from '../../services/requests/permutations.ts';
import type { WaitingJob } from '../../services/jobs/job.ts';
import { once, type Action } from '../framework/action.ts';
import { FOR_ONESELF } from '../framework/may.ts';
import type { Reply } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { refreshReferences } from '../requests/references.ts';
import { keepingRequest } from '../requests/refusal.ts';
import { admitAll, submitBuilt } from '../requests/submit.ts';
import { buildEach } from '../requests/typed.ts';
import { draftKey, findRefused, forgetMade, refusedAnswers } from './refused.ts';

/** Makes all requests of a prompt with choices, each with a card of its own. */
export const makeSeveral: Action = {
  name: 'make-several',
  may: FOR_ONESELF,
  answers: 'in-place',
  run: ({ subject: draftId }, context) => {
    const make = async (): Promise<Reply> => {
      const { invocation, jobs, words } = context;
      assertMayUseCommands(invocation);
      const { request, ...kept } = await findRefused(draftId, context);
      const prompts = permute(request.options.prompt) ?? [];
      // The server may allow fewer than when it was asked.
      const { maxPermutations: max } = await context.settings();
      if (prompts.length === 0 || prompts.length > max)
        return {
          kind: 'update',
          message: { content: words.several.tooMany(max), embeds: [], components: [] },
        };
      const all = await buildEach(request, prompts, context);
      return admitAll<Reply>(all, kept, context, async (accept) => {
        const made: WaitingJob[] = [];
        try {
          for (const one of all) made.push(accept(one));
        } catch (error) {
          for (const { id } of made) jobs.drop(id);
          throw error;
        }
        await forgetMade(draftId, made, context);
        const message = { content: words.several.made(all.length), embeds: [], components: [] };
        return { kind: 'update', message, jobs: made };
      });
    };
    return once(draftKey(draftId), make, context);
  },
};

/** The one request that was shown; of a prompt with choices, the one with its braces. */
const asShown = (request: RequestOptions): RequestOptions => {
  const [only, ...others] = permute(request.options.prompt) ?? [];
  return only === undefined || others.length > 0 ? request : withPrompt(request, only);
};

/** Makes one request of a prompt that was asked about. */
export const sendAsWritten: Action = {
  name: 'send-as-written',
  may: FOR_ONESELF,
  answers: refusedAnswers,
  run: ({ subject: draftId }, context) => {
    const send = async () => {
      assertMayUseCommands(context.invocation);
      const kept = await findRefused(draftId, context);
      const reply = await keepingRequest(kept, async () => {
        const { request, shownPrompt, ...rest } = kept;
        const { submission, ...built } = build(asShown(request));
        const fresh = await refreshReferences(submission, context.messenger);
        return submitBuilt({ shownPrompt, ...built, submission: fresh }, rest, context);
      });
      await forgetMade(draftId, reply.kind === 'job' ? [reply.job] : [], context);
      return reply;
    };
    return once(draftKey(draftId), send, context);
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
