import {
  build,
  referencesOf,
  withPrompt,
  withReferences,
  type Built,
  type RequestOptions,
} from '../../services/requests/families/index.ts';
import type { APIEmbed } from 'discord-api-types/v10';
import { button, buttonRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { literal, oneLine, quote } from '../../messages/markup.ts';
import { UserError } from '../../lib/user-error.ts';
import { doubtsIn, type Doubt } from '../../services/requests/doubts.ts';
import { permute } from '../../services/requests/permutations.ts';
import { asksPrivately } from '../../services/requests/prompt.ts';
import type { RefusedRequest } from '../../services/people/drafts.ts';
import type { CommandContext } from '../framework/command.ts';
import { ownerHere } from '../framework/invocation.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Reply } from '../framework/reply.ts';
import { refreshReferences } from './references.ts';
import { keepingRequest } from './refusal.ts';
import { leftOf, submitBuilt, type BuiltRequest } from './submit.ts';

/** In characters, of all prompts in the list together. */
const LISTED_LENGTH = 1_500;
const QUOTED_LENGTH = 1_000;
const REPEAT = /^r(?:epeat)?$/;

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
  return {
    title: several.title(prompts.length, left === Infinity ? undefined : left, isOfMonth),
    description: lines.join('\n'),
  };
};

/** Says what a typed request would make, and asks. Nothing is accepted yet. */
const askFirst = async (
  request: RefusedRequest,
  { prompts, doubts }: Asked,
  context: CommandContext,
): Promise<Reply> => {
  const { invocation, drafts, words } = context;
  const { personId, channelId } = invocation;
  const { several, card } = words;
  const { maxPermutations: max } = await context.settings();
  const id = await drafts.keep({ kind: 'request', personId, channelId, ...request });
  const edit = (look?: Parameters<typeof button>[2]) =>
    button(customId('edit-refused', id), card.buttons.editPrompt, look);
  const cancel = button(customId('drop-draft', id), several.cancel);
  const send = (label: string) => button(customId('send-as-written', id), label);
  const said = doubtLines(doubts, words);
  const [only = '', ...others] = prompts ?? [];
  if (!prompts || prompts.length > max) {
    const prompt = quote(request.request.options.prompt, QUOTED_LENGTH);
    const content = [...said, several.tooMany(max), prompt].join('\n');
    return {
      kind: 'private',
      message: { content, components: buttonRows([edit(), send(several.asWritten), cancel]) },
    };
  }
  if (others.length === 0) {
    const content = [...said, several.wouldSend, quote(only, QUOTED_LENGTH)].join('\n');
    const components = buttonRows([edit({ style: 'primary' }), send(several.send), cancel]);
    return { kind: 'private', message: { content, components } };
  }
  const make = button(customId('make-several', id), several.make(prompts.length), { style: 'primary' });
  return {
    kind: 'private',
    message: {
      content: (said.length > 0 ? [...said, several.wouldSend] : said).join('\n'),
      embeds: [await listed(prompts, context)],
      components: buttonRows([make, send(several.asWritten), edit(), cancel]),
    },
  };
};

/**
 * Refuses what asks to be private in its prompt, or in one of those that it stands for, where its answer is for everyone already.
 *
 * @throws UserError private-flag
 */
const refusePublic = (prompts: readonly string[], isPrivate: boolean): void => {
  if (!isPrivate && prompts.some(asksPrivately)) throw new UserError('private-flag');
};

/** A request for each of the prompts, all from the same pictures, whose links work. */
export const buildEach = async (
  request: RequestOptions,
  prompts: readonly string[],
  { messenger }: Pick<CommandContext, 'messenger'>,
  whenGone?: Parameters<typeof refreshReferences>[2],
): Promise<Built[]> => {
  const all = prompts.map((prompt) => build(withPrompt(request, prompt)));
  const [first] = all;
  if (!first) return [];
  const references = referencesOf(await refreshReferences(first.submission, messenger, whenGone));
  return all.map((one) => ({ ...one, submission: withReferences(one.submission, references) }));
};

const ownPromptOf = ({ submission, shownPrompt }: Built): string => shownPrompt ?? submission.body.prompt;

interface More {
  defaults?: BuiltRequest['defaults'];
  /** Why it can't be submitted as it was asked for. */
  refusal?: UserError | undefined;
  whenGone?: Parameters<typeof refreshReferences>[2];
}

/**
 * Accepts what a person has typed, by its options, as {@link submitBuilt}; where its prompt has choices, or a flag that can hardly
 * be meant, they are asked first. Errors are kept with the request. `Submitter` sends the job when its turn comes.
 *
 * @throws UserError also when an option breaks a rule
 */
export const submitOptions = (
  asked: RefusedRequest,
  context: CommandContext,
  { refusal, defaults, whenGone }: More = {},
): Promise<Reply> =>
  keepingRequest(asked, async () => {
    if (refusal) throw refusal;
    const { request, shownPrompt, ...rest } = asked;
    const { prompt } = request.options;
    const prompts = permute(prompt);
    refusePublic([prompt, ...(prompts ?? [])], asked.isPrivate);
    const all = await buildEach(request, prompts ?? [prompt], context, whenGone);
    const own = all.map(ownPromptOf);
    // Where they are too many, no number is missing.
    const isMeant = ({ meant }: Doubt) => prompts !== undefined || !REPEAT.test(meant);
    const doubts = doubtsIn(request.family, own).filter(isMeant);
    const [only, ...others] = all;
    if (!only || !prompts || others.length > 0 || doubts.length > 0)
      return askFirst(asked, { prompts: prompts && own, doubts }, context);
    return submitBuilt({ shownPrompt, ...only }, { ...rest, defaults }, context);
  });
