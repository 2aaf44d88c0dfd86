import { UserError } from '../../lib/user-error.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Draft, RefusedRequest } from '../../services/people/drafts.ts';
import type { WaitingJob } from '../../services/jobs/job.ts';
import { once, type Action, type ActionUse, type Step } from '../framework/action.ts';
import type { CommandContext } from '../framework/command.ts';
import { mayTryQuota, reopenQuota } from '../framework/quota-right.ts';
import type { Reply } from '../framework/reply.ts';
import { assertMayUseCommands } from '../framework/rights.ts';
import { submitOptions } from '../requests/typed.ts';
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
  made: readonly WaitingJob[],
  { drafts, jobs }: CommandContext,
): Promise<void> => {
  try {
    await drafts.forget(draftId);
  } catch (error) {
    for (const { id } of made) jobs.drop(id);
    throw error;
  }
};

/** Makes the request after all. It is kept no longer then, so that it is paid for once. */
const start = async (
  draftId: string,
  { request, isPrivate, spoiler, origin, sources, shownPrompt }: RefusedRequest,
  context: CommandContext,
): Promise<Reply> => {
  assertMayUseCommands(context.invocation);
  const asked = { request, isPrivate, spoiler, origin, sources, shownPrompt };
  const reply = await submitOptions(asked, context);
  await forgetMade(draftId, reply.kind === 'job' ? [reply.job] : [], context);
  return reply;
};

/** Where the answer goes once a kept request is made. */
export const refusedAnswers: Step['answers'] = async ({ subject: draftId }: ActionUse, context) =>
  (await findRefused(draftId, context)).isPrivate ? 'privately' : 'publicly';

/** Changes a refused request in a form, and makes it anew. */
export const editRefused: Action = {
  name: 'edit-refused',
  may: FOR_ONESELF,
  answers: 'at-once',
  run: async ({ subject: draftId }, context) => {
    const { request } = await findRefused(draftId, context);
    const modal = promptForm(request, customId('edit-refused', draftId), context.words);
    return { kind: 'modal', modal };
  },
  form: {
    answers: refusedAnswers,
    isPaid: true,
    run: async ({ subject: draftId, fields }, context) => {
      const make = async () => {
        const draft = await findRefused(draftId, context);
        const request = readPromptForm(draft.request, fields);
        const { sources, ...kept } = draft;
        const still = keepsPicture(draft.request, request) ? sources : undefined;
        return start(draftId, { ...kept, sources: still, request }, context);
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
      const draft = await findRefused(draftId, context);
      // A person who may have the quota tried again means that.
      if (await mayTryQuota(context)) await reopenQuota(context);
      return start(draftId, draft, context);
    };
    return once(draftKey(draftId), again, context);
  },
};
