import { isUserError, UserError, type UserErrorCode } from '../../lib/user-error.ts';
import { button, buttonRows } from '../../messages/components.ts';
import { customId, parseCustomId, type CustomId } from '../../messages/custom-id.ts';
import { errorMessage } from '../../messages/error-message.ts';
import { filled, textsIn } from '../../messages/forms.ts';
import { clip } from '../../messages/markup.ts';
import type { MessageBody } from '../../messages/message.ts';
import type { Action } from './action.ts';
import type { CommandContext } from './context.ts';
import { FOR_ONESELF } from './may.ts';
import type { Problem, Reply } from './reply.ts';
import { runAction } from './run-action.ts';

/** What is wrong with all that was typed in a form. */
const OF_FORM: ReadonlySet<UserErrorCode> = new Set([
  'style-incomplete',
  'style-name-taken',
  'too-many-styles',
]);

/** https://docs.discord.com/developers/resources/message#create-message */
const MAX_CONTENT_LENGTH = 2_000;

/** A message that says what couldn't be taken, with a button that opens the form again, filled with that. */
const withProblem = async (
  { content = '', components = [], ...message }: MessageBody,
  { errors, fields }: Problem,
  form: CustomId,
  { drafts, invocation: { personId }, words }: CommandContext,
): Promise<MessageBody> => {
  const id = await drafts.keep({ kind: 'form', personId, form, fields: textsIn(fields) });
  const said = [content, ...errors.map((error) => errorMessage(error, words, () => ''))];
  return {
    ...message,
    content: clip(said.join('\n').trim(), MAX_CONTENT_LENGTH),
    components: [...components, ...buttonRows([button(customId('correct', id), words.correct)])],
  };
};

/** Does the work of a submitted form. A form can't answer a form, so a button leads to what is to be corrected in it. */
export const offeringCorrection = async (
  form: CustomId,
  { fields, work }: { fields: Problem['fields']; work: () => Promise<Reply> },
  context: CommandContext,
): Promise<Reply> => {
  try {
    const reply = await work();
    if (reply.kind !== 'update' || !reply.problem) return reply;
    const { problem, ...update } = reply;
    return { ...update, message: await withProblem(update.message, problem, form, context) };
  } catch (error) {
    if (!isUserError(error) || !OF_FORM.has(error.code)) throw error;
    return { kind: 'private', message: await withProblem({}, { errors: [error], fields }, form, context) };
  }
};

/** Opens a form again, with what couldn't be taken of it. */
export const correcting = (actions: readonly Action[]): Action => ({
  name: 'correct',
  may: FOR_ONESELF,
  answers: 'at-once',
  run: async ({ subject: draftId }, context) => {
    const draft = await context.drafts.find('form', draftId, context.invocation.personId);
    const { action: name, ...parts } = parseCustomId(draft?.form ?? '') ?? { subject: '' };
    const action = actions.find((one) => one.name === name);
    if (!draft || !action) throw new UserError('draft-gone');
    const reply = await runAction(action, action, { ...parts, values: [], fields: {} }, context);
    return reply.kind === 'modal' ? { ...reply, modal: filled(reply.modal, draft.fields) } : reply;
  },
});
