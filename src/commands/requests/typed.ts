import type { APIEmbed } from 'discord-api-types/v10';
import { button, buttonRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { literal, oneLine, quote } from '../../messages/markup.ts';
import { UserError } from '../../lib/user-error.ts';
import { doubtsIn, type Doubt } from '../../services/image-api/doubts.ts';
import { permute } from '../../services/image-api/permutations.ts';
import { asksPrivately } from '../../services/image-api/prompt.ts';
import { buildSubmission, type RequestOptions } from '../../services/image-api/request-rules.ts';
import { ownPromptOf, withPrompt } from '../../services/image-api/styles.ts';
import type { RefusedRequest } from '../../services/jobs/drafts.ts';
import type { CommandContext } from '../framework/command.ts';
import { ownerHere } from '../framework/invocation.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Reply } from '../framework/reply.ts';
import { refreshReferences } from './references.ts';
import { keepingRequest } from './refusal.ts';
import { leftOf, refusedOf, submit, type Request } from './submit.ts';

/** In characters, of all prompts in the list together. */
const LISTED_LENGTH = 1_500;
const QUOTED_LENGTH = 1_000;

/** What is asked before a typed request is submitted. */
interface Asked {
  /** Its prompts; undefined where they are too many. */
  prompts: readonly string[] | undefined;
  doubts: readonly Doubt[];
}

const doubtLines = (doubts: readonly Doubt[], { several }: Words): string[] =>
  doubts.map(({ lacks, typed, meant }) => several.doubts[lacks](literal(typed), meant));

/** The requests that a prompt makes, one a line. */
const listed = async (
  prompts: readonly string[],
  { invocation, guilds, words: { several } }: CommandContext,
): Promise<APIEmbed> => {
  const owner = ownerHere(invocation);
  const account = await guilds.accounts.of(owner);
  const person = { ...owner, roleIds: invocation.roleIds };
  const { left, isOfMonth } = leftOf(await guilds.admission.allowances(person, account));
  const length = LISTED_LENGTH / prompts.length;
  const lines = prompts.map((prompt, index) => `${index + 1}. ${literal(oneLine(prompt, length))}`);
  return { title: several.title(prompts.length, left, isOfMonth), description: lines.join('\n') };
};

/** Says what a typed request would make, and asks. Nothing is accepted yet. */
const askFirst = async (
  request: Request,
  { prompts, doubts }: Asked,
  context: CommandContext,
): Promise<Reply> => {
  const { invocation, drafts, words } = context;
  const { personId, channelId } = invocation;
  const { several, card } = words;
  const { maxPermutations: max } = await context.settings();
  const id = await drafts.keep({ kind: 'request', personId, channelId, ...refusedOf(request) });
  const edit = button(customId('edit-refused', id), card.buttons.editPrompt);
  const cancel = button(customId('drop-draft', id), several.cancel);
  const send = (label: string, look?: Parameters<typeof button>[2]) =>
    button(customId('send-as-written', id), label, look);
  const prompt = quote(ownPromptOf(request), QUOTED_LENGTH);
  const said = doubtLines(doubts, words);
  if (!prompts || prompts.length > max) {
    const content = [...said, several.tooMany(max), prompt].join('\n');
    return {
      kind: 'private',
      message: { content, components: buttonRows([edit, send(several.asWritten), cancel]) },
    };
  }
  if (prompts.length === 1) {
    const content = [...said, several.wouldSend, prompt].join('\n');
    const components = buttonRows([edit, send(several.send, { style: 'primary' }), cancel]);
    return { kind: 'private', message: { content, components } };
  }
  const make = button(customId('make-several', id), several.make(prompts.length), { style: 'primary' });
  return {
    kind: 'private',
    message: {
      content: said.join('\n'),
      embeds: [await listed(prompts, context)],
      components: buttonRows([make, send(several.asWritten), edit, cancel]),
    },
  };
};

/**
 * Submits what a person has typed, as {@link submit}; where its prompt has choices, or a flag that can hardly be meant, they are
 * asked first.
 *
 * @throws UserError as {@link submit}
 */
export const submitTyped = (request: Request, context: CommandContext): Promise<Reply> => {
  const own = ownPromptOf(request);
  const prompts = permute(own);
  const doubts = doubtsIn(request.submission.family, prompts ?? [own]);
  const [only, ...others] = prompts ?? [];
  if (only === undefined || others.length > 0) return askFirst(request, { prompts, doubts }, context);
  const single = withPrompt(request, only);
  return doubts.length === 0 ? submit(single, context) : askFirst(single, { prompts, doubts }, context);
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
