import { UserError } from '../../lib/user-error.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Draft } from '../../services/people/drafts.ts';
import { keptPart, type Ask } from '../../services/requests/ask.ts';
import { once, type Action, type ActionUse, type Step } from '../framework/action.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Reply } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { replyTo, request, type Outcome } from '../requests/request.ts';
import { keepsPicture, promptForm, readPromptForm } from './edit-prompt.ts';
import { FOR_ONESELF } from '../framework/may.ts';

/** @throws UserError draft-gone, also for a request of another person or from another channel */
export const findRefused = async (
  draftId: string,
  { drafts, invocation: { personId, channelId } }: CommandContext,
): Promise<Extract<Draft, { kind: 'request' }>> => {
  const draft = await drafts.find('request', draftId, personId);
  if (draft?.channelId !== channelId) throw new UserError('draft-gone');
  return draft;
};

/** Under which all ways to make a kept request are guarded: one of them makes it. */
export const draftKey = (draftId: string): string => `draft ${draftId}`;

/** A kept request is made once: where it can't be forgotten, its new jobs are dropped, unpaid. */
export const forgetMade = async (
  draftId: string,
  outcome: Outcome,
  { drafts, openJobs }: CommandContext,
): Promise<void> => {
  if (outcome.kind === 'refused') return;
  try {
    await drafts.forget(draftId);
  } catch (error) {
    if (outcome.kind === 'accepted') for (const { id } of outcome.jobs) openJobs.drop(id);
    throw error;
  }
};

/** Makes the refused request and forgets it, so that it is paid for only once. */
const start = async (draftId: string, ask: Ask, context: CommandContext): Promise<Outcome> => {
  assertMayUseCommands(context.invocation);
  const outcome = await request(ask, context);
  await forgetMade(draftId, outcome, context);
  return outcome;
};

/** The same from a question, which goes away or asks again. Where nothing came of it, it stays. */
export const answered = async (draftId: string, ask: Ask, context: CommandContext): Promise<Reply> => {
  const outcome = await start(draftId, ask, context);
  if (outcome.kind === 'accepted') return { kind: 'delete', jobs: outcome.jobs };
  const reply = await replyTo(outcome, context);
  return reply.kind === 'private' ? { ...reply, kind: 'update' } : reply;
};

/** Where the answer goes once a kept request is made. */
const refusedAnswers: Step['answers'] = async ({ subject: draftId }: ActionUse, context) =>
  (await findRefused(draftId, context)).isPrivate ? 'privately' : 'publicly';

/** Changes a refused request in a form, and makes it. */
export const editRefused: Action = {
  name: 'edit-refused',
  may: FOR_ONESELF,
  answers: 'at-once',
  run: async ({ subject: draftId }, context) => {
    const draft = await findRefused(draftId, context);
    const modal = promptForm(draft.request, customId('edit-refused', draftId), context.words);
    return { kind: 'modal', modal };
  },
  form: {
    answers: 'in-place',
    isPaid: true,
    run: async ({ subject: draftId, fields }, context) => {
      const make = async () => {
        const draft = await findRefused(draftId, context);
        const typed = readPromptForm(draft.request, fields);
        const sources = keepsPicture(draft.request, typed) ? draft.sources : undefined;
        return answered(draftId, { ...keptPart(draft), request: typed, sources }, context);
      };
      // A button of the same request may be under way.
      return once(draftKey(draftId), make, context);
    },
  },
};

/** Makes a refused request once more, as it was. */
export const tryRefused: Action = {
  name: 'try-refused',
  may: FOR_ONESELF,
  answers: refusedAnswers,
  run: async ({ subject: draftId }, context) => {
    const again = async () => {
      const kept = keptPart(await findRefused(draftId, context));
      return replyTo(await start(draftId, kept, context), context);
    };
    return once(draftKey(draftId), again, context);
  },
};
