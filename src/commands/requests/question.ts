import type { APIEmbed } from 'discord-api-types/v10';
import { compact } from '../../lib/lists.ts';
import { button, BUTTON_LENGTH, buttonRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { clip, literal, oneLine, quote } from '../../messages/markup.ts';
import type { Words } from '../../messages/words/words.ts';
import { leftOf, type Left } from '../../services/guilds/limit-rules.ts';
import { keptPart, type Ask } from '../../services/requests/ask.ts';
import type { Doubt } from '../../services/requests/doubts.ts';
import {
  commandOf,
  factsOf,
  FAMILIES,
  FAMILY_NAMES,
  type Submission,
} from '../../services/requests/families/index.ts';
import { USUAL_KINDS } from '../../services/requests/values.ts';
import { hasChoices } from '../../services/requests/permutations.ts';
import type { CommandContext } from '../framework/context.ts';
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
  /** The flags that were meant, where they can be put for those that were typed. */
  meant: readonly string[];
  /** The first of its bodies; the others have the same options. */
  first: Submission | undefined;
  /** Whether a picture from which it starts is hidden. */
  isHidden: boolean;
}

const PRIMARY = { style: 'primary' } as const;

const doubtLines = (doubts: readonly Doubt[], { several }: Words): string[] =>
  doubts.map(({ lacks, typed, meant }) => {
    if (lacks !== 'elsewhere') return several.doubts[lacks](literal(typed), meant);
    const command = FAMILY_NAMES.filter((name) => FAMILIES[name].optionNames.has(meant)).map(commandOf);
    return several.doubts.elsewhere(literal(typed), meant, command.join(', '));
  });

/** What the prompt doesn't say of the requests. */
const wishesLine = (
  { request, isPrivate, spoiler }: Ask,
  { first, isHidden }: Question,
  words: Words,
): string[] => {
  const { style } = request.options;
  const { kind = '', references = [] } = first ? factsOf(first) : {};
  const wishes = compact([
    style && words.card.style(literal(style.name)),
    references.length > 0 && words.card.startsFrom(references.length, undefined),
    kind !== '' && !USUAL_KINDS.includes(kind) && kind,
    isPrivate && words.defaults.names.isPrivate,
    (spoiler || isHidden) && words.defaults.names.spoiler,
  ]);
  return wishes.length > 0 ? [`-# ${wishes.join(' · ')}`] : [];
};

/** How many requests are left, in the period that has fewest. */
const leftFor = async ({ invocation, accounts, guilds }: CommandContext) => {
  const owner = ownerHere(invocation);
  const person = { ...owner, roleIds: invocation.roleIds };
  return leftOf(await guilds.admission.allowances(person, await accounts.of(owner)));
};

/** The requests that a prompt makes, one a line. */
const listed = (
  prompts: readonly string[],
  wishes: readonly string[],
  { left, period }: Left,
  { several }: Words,
): APIEmbed => {
  const length = LISTED_LENGTH / prompts.length;
  const lines = prompts.map((prompt, index) => `${index + 1}. ${literal(oneLine(prompt, length))}`);
  return {
    title: several.title(prompts.length, left === Infinity ? undefined : left, period),
    description: [...lines, ...wishes].join('\n'),
  };
};

/** The buttons of a question. The first that goes on as it was meant is the blue one. */
const buttonsFor = (draftId: string, { request }: Ask, { meant }: Question, { several, card }: Words) => {
  const send = (label: string) => button(customId('send-as-written', draftId), label);
  const label = clip(several.use(meant.join(' ')), BUTTON_LENGTH);
  const look = meant.length > 0 ? {} : PRIMARY;
  return {
    use: meant.length > 0 ? [button(customId('use-meant', draftId), label, PRIMARY)] : [],
    make: (count: number) => button(customId('make-several', draftId, count), several.make(count), look),
    edit: (isFirst: boolean) =>
      button(customId('edit-refused', draftId), card.buttons.editPrompt, isFirst ? look : {}),
    send: send(several.send),
    asWritten: hasChoices(request.options.prompt) ? [send(several.asWritten)] : [],
    cancel: button(customId('drop-draft', draftId), several.cancel),
  };
};

/** Says what a typed request would make, and asks. Nothing is accepted yet. */
export const question = async (ask: Ask, about: Question, context: CommandContext): Promise<Reply> => {
  const { invocation, drafts, words } = context;
  const { personId, channelId } = invocation;
  const { several } = words;
  const { maxPermutations: max } = await context.settings();
  const id = await drafts.keep({ kind: 'request', personId, channelId, ...keptPart(ask) });
  const { use, make, edit, send, asWritten, cancel } = buttonsFor(id, ask, about, words);
  const asked = (
    lines: string[],
    buttons: Parameters<typeof buttonRows>[0],
    embeds: APIEmbed[] = [],
  ): Reply => ({
    kind: 'private',
    message: { content: lines.join('\n'), embeds, components: buttonRows(buttons) },
  });
  const said = doubtLines(about.doubts, words);
  const wishes = wishesLine(ask, about, words);
  const [only = '', ...others] = about.prompts ?? [];
  if (!about.prompts || about.prompts.length > max) {
    const prompt = quote(ask.request.options.prompt, QUOTED_LENGTH);
    return asked([...said, several.tooMany(max), prompt], [edit(false), ...asWritten, cancel]);
  }
  if (others.length === 0) {
    const lines = [...said, several.wouldSend, quote(only, QUOTED_LENGTH), ...wishes];
    return asked(lines, [...use, edit(true), send, cancel]);
  }
  const left = await leftFor(context);
  const count = Math.min(about.prompts.length, left.left);
  const start = count > 0 ? [...use, make(count), ...asWritten] : [];
  const lines = said.length > 0 ? [...said, several.wouldSend] : [];
  return asked(lines, [...start, edit(false), cancel], [listed(about.prompts, wishes, left, words)]);
};
