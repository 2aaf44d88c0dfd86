import type { APIEmbed } from 'discord-api-types/v10';
import { button, buttonRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { literal, oneLine, quote } from '../../messages/markup.ts';
import type { Words } from '../../messages/words/words.ts';
import { leftOf } from '../../services/guilds/limit-rules.ts';
import { keptPart, type Ask } from '../../services/requests/ask.ts';
import type { Doubt } from '../../services/requests/doubts.ts';
import { hasChoices } from '../../services/requests/permutations.ts';
import type { CommandContext } from '../framework/command.ts';
import { ownerHere } from '../framework/invocation.ts';
import type { Reply } from '../framework/reply.ts';

/** In characters, of all prompts in the list together. */
const LISTED_LENGTH = 1_500;
const QUOTED_LENGTH = 1_000;

/** What is asked before a typed request is submitted. */
export interface Question {
  /** Its prompts; undefined where they are too many. */
  prompts: readonly string[] | undefined;
  doubts: readonly Doubt[];
}

const doubtLines = (doubts: readonly Doubt[], { several }: Words): string[] =>
  doubts.map(({ lacks, typed, meant }) => several.doubts[lacks](literal(typed), meant));

/** The requests that a prompt makes, one a line. */
const listed = async (
  prompts: readonly string[],
  { invocation, accounts, guilds, words: { several } }: CommandContext,
): Promise<APIEmbed> => {
  const owner = ownerHere(invocation);
  const account = await accounts.of(owner);
  const person = { ...owner, roleIds: invocation.roleIds };
  const { left, period } = leftOf(await guilds.admission.allowances(person, account));
  const length = LISTED_LENGTH / prompts.length;
  const lines = prompts.map((prompt, index) => `${index + 1}. ${literal(oneLine(prompt, length))}`);
  return {
    title: several.title(prompts.length, left === Infinity ? undefined : left, period),
    description: lines.join('\n'),
  };
};

/** Says what a typed request would make, and asks. Nothing is accepted yet. */
export const question = async (
  ask: Ask,
  { prompts, doubts }: Question,
  context: CommandContext,
): Promise<Reply> => {
  const { invocation, drafts, words } = context;
  const { personId, channelId } = invocation;
  const { several, card } = words;
  const { maxPermutations: max } = await context.settings();
  const id = await drafts.keep({ kind: 'request', personId, channelId, ...keptPart(ask) });
  const edit = (look?: Parameters<typeof button>[2]) =>
    button(customId('edit-refused', id), card.buttons.editPrompt, look);
  const cancel = button(customId('drop-draft', id), several.cancel);
  const send = (label: string) => button(customId('send-as-written', id), label);
  const asWritten = hasChoices(ask.request.options.prompt) ? [send(several.asWritten)] : [];
  const said = doubtLines(doubts, words);
  const [only = '', ...others] = prompts ?? [];
  if (!prompts || prompts.length > max) {
    const prompt = quote(ask.request.options.prompt, QUOTED_LENGTH);
    const content = [...said, several.tooMany(max), prompt].join('\n');
    return {
      kind: 'private',
      message: { content, components: buttonRows([edit(), ...asWritten, cancel]) },
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
      components: buttonRows([make, ...asWritten, edit(), cancel]),
    },
  };
};
