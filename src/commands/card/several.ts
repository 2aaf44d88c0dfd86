import { keptPart } from '../../services/requests/ask.ts';
import { permute } from '../../services/requests/permutations.ts';
import { once, type Action } from '../framework/action.ts';
import { FOR_ONESELF } from '../framework/may.ts';
import type { Reply } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { askAsMeant, replyTo, request } from '../requests/request.ts';
import { answered, draftKey, findRefused, forgetMade } from './refused.ts';

/** Makes all requests of a prompt with choices, each with a card of its own. */
export const makeSeveral: Action = {
  name: 'make-several',
  may: FOR_ONESELF,
  answers: 'in-place',
  run: ({ subject: draftId, number }, context) => {
    const make = async (): Promise<Reply> => {
      const { invocation, words } = context;
      assertMayUseCommands(invocation);
      const kept = keptPart(await findRefused(draftId, context));
      const agreed = (permute(kept.request.options.prompt) ?? []).slice(0, number);
      // The server may allow fewer than when it was asked.
      const { maxPermutations: max } = await context.settings();
      const said = (content: string) => ({ content, embeds: [], components: [] });
      if (agreed.length === 0 || agreed.length > max)
        return { kind: 'update', message: said(words.several.tooMany(max)) };
      const outcome = await request({ ...kept, agreed }, context);
      // The question stays, with its own buttons to go on.
      if (outcome.kind === 'refused') throw outcome.error;
      if (outcome.kind === 'asked') return replyTo(outcome, context);
      await forgetMade(draftId, outcome, context);
      return { kind: 'update', message: said(words.several.made(agreed.length)), jobs: outcome.jobs };
    };
    return once(draftKey(draftId), make, context);
  },
};

/** The one prompt that was shown; of a prompt with choices, the one with its braces. */
const asShown = (prompt: string): string => {
  const [only, ...others] = permute(prompt) ?? [];
  return only === undefined || others.length > 0 ? prompt : only;
};

/** Makes one request of a prompt that was asked about. */
export const sendAsWritten: Action = {
  name: 'send-as-written',
  may: FOR_ONESELF,
  answers: 'in-place',
  run: ({ subject: draftId }, context) => {
    const send = async () => {
      const kept = keptPart(await findRefused(draftId, context));
      const agreed = [asShown(kept.request.options.prompt)];
      return answered(draftId, { ...kept, agreed }, context);
    };
    return once(draftKey(draftId), send, context);
  },
};

/** Makes a request of a prompt that was asked about, with the flags that were meant. */
export const useMeant: Action = {
  name: 'use-meant',
  may: FOR_ONESELF,
  answers: 'in-place',
  run: ({ subject: draftId }, context) => {
    const make = async () => {
      const kept = keptPart(await findRefused(draftId, context));
      return answered(draftId, askAsMeant(kept) ?? kept, context);
    };
    return once(draftKey(draftId), make, context);
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
