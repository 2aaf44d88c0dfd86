import { button, buttonRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { literal, oneLine, quote } from '../../messages/markup.ts';
import { UserError } from '../../lib/user-error.ts';
import { permute } from '../../services/image-api/permutations.ts';
import { asksPrivately } from '../../services/image-api/prompt.ts';
import { buildSubmission, type RequestOptions } from '../../services/image-api/request-rules.ts';
import { ownPromptOf, withPrompt } from '../../services/image-api/styles.ts';
import type { RefusedRequest } from '../../services/jobs/drafts.ts';
import type { CommandContext } from '../framework/command.ts';
import { ownerHere, serverOf } from '../framework/invocation.ts';
import type { Reply } from '../framework/reply.ts';
import { refreshReferences } from './references.ts';
import { keepingRequest } from './refusal.ts';
import { leftOf, refusedOf, submit, type Request } from './submit.ts';

/** In characters, of all prompts in the list together. */
const LISTED_LENGTH = 1_500;
const QUOTED_LENGTH = 1_000;

/** Lists the requests that a prompt with choices makes, and asks. Nothing is accepted yet. */
const askFirst = async (
  request: Request,
  prompts: string[] | undefined,
  context: CommandContext,
): Promise<Reply> => {
  const { invocation, drafts, guilds, words } = context;
  const { personId, channelId } = invocation;
  const { several, card } = words;
  const { maxPermutations: max } = await guilds.settings.of(serverOf(invocation));
  const owner = ownerHere(invocation);
  const account = await guilds.accounts.of(owner);
  const person = { ...owner, roleIds: invocation.roleIds };
  const { left, isOfMonth } = leftOf(await guilds.admission.allowances(person, account));
  const id = await drafts.keep({ kind: 'request', personId, channelId, ...refusedOf(request) });
  const others = [
    button(customId('send-as-written', id), several.asWritten),
    button(customId('drop-draft', id), several.cancel),
  ];
  if (!prompts || prompts.length > max) {
    const edit = button(customId('edit-refused', id), card.buttons.editPrompt);
    const content = `${several.tooMany(max)}\n${quote(ownPromptOf(request), QUOTED_LENGTH)}`;
    return { kind: 'private', message: { content, components: buttonRows([edit, ...others]) } };
  }
  const length = LISTED_LENGTH / prompts.length;
  const lines = prompts.map((prompt, index) => `${index + 1}. ${literal(oneLine(prompt, length))}`);
  const make = button(customId('make-several', id), several.make(prompts.length), { style: 'primary' });
  const title = several.title(prompts.length, left, isOfMonth);
  return {
    kind: 'private',
    message: {
      embeds: [{ title, description: lines.join('\n') }],
      components: buttonRows([make, ...others]),
    },
  };
};

/**
 * Submits what a person has typed, as {@link submit}; where its prompt has choices, they are asked first.
 *
 * @throws UserError as {@link submit}
 */
export const submitTyped = (request: Request, context: CommandContext): Promise<Reply> => {
  const prompts = permute(ownPromptOf(request));
  const [only, ...others] = prompts ?? [];
  return only !== undefined && others.length === 0
    ? submit(withPrompt(request, only), context)
    : askFirst(request, prompts, context);
};

/**
 * Refuses what asks to be private in its prompt where its answer is for everyone already.
 *
 * @throws UserError private-flag
 */
export const refusePublic = ({ options }: RequestOptions, isPrivate: boolean): void => {
  if (!isPrivate && asksPrivately(options.prompt)) throw new UserError('private-flag');
};

/**
 * Submits what a person has typed, by its options, as {@link submitTyped}.
 *
 * @param more `refusal`: why it can't be submitted as it was asked for.
 * @throws UserError also when an option breaks a rule
 */
export const submitOptions = (
  asked: RefusedRequest,
  context: CommandContext,
  { refusal, ...more }: Pick<Request, 'defaults'> & { refusal?: UserError | undefined } = {},
): Promise<Reply> =>
  keepingRequest(asked, async () => {
    if (refusal) throw refusal;
    const { request, ...rest } = asked;
    refusePublic(request, asked.isPrivate);
    const { submission, ...built } = buildSubmission(request);
    const fresh = await refreshReferences(submission, context.messenger);
    return submitTyped({ ...rest, ...built, submission: fresh, ...more }, context);
  });
