import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows, roleSelect, row, type ActionRow } from '../../messages/components.ts';
import { customId, parseCustomId } from '../../messages/custom-id.ts';
import { clip, quote, roleMentions } from '../../messages/markup.ts';
import { MAX_PICKED } from '../../services/guilds/settings.ts';
import type { CommandContext } from '../framework/context.ts';
import { managesServer, ownerHere, serverOf } from '../framework/invocation.ts';
import type { Reply } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';
import type { MessageBody } from '../../messages/message.ts';

/** A member is told of no more roles. */
const NAMED_ROLES = 3;

const hasKey = ({ accounts, invocation }: CommandContext): Promise<boolean> =>
  accounts.of(ownerHere(invocation)).then(
    () => true,
    (error: unknown) => {
      if (isUserError(error, 'no-key')) return false;
      throw error;
    },
  );

/** The three steps of a new server, with what is done of them. */
const setupPart = async (
  context: CommandContext,
  isKeySet: boolean,
): Promise<Required<Pick<MessageBody, 'content' | 'components'>>> => {
  const { guilds, invocation, words } = context;
  const { setup, settings: names } = words;
  const guildId = managedGuild(invocation);
  const [{ roleIds }, { personDaily }] = await Promise.all([
    guilds.settings.of(guildId),
    guilds.limits.of(guildId),
  ]);
  const limit = personDaily === undefined ? words.limits.noLimit : setup.perDay(personDaily);
  const content = [
    setup.title(isKeySet),
    setup.step(1, setup.key, isKeySet ? setup.done : setup.missing, isKeySet),
    setup.step(
      2,
      names.names.roles,
      roleIds.length > 0 ? roleMentions(roleIds) : names.everyone,
      roleIds.length > 0,
    ),
    setup.step(3, setup.limit, limit, personDaily !== undefined),
  ].join('\n');
  const components = [
    ...buttonRows([
      button(customId('setup-key'), setup.key, { style: isKeySet ? 'secondary' : 'primary' }),
      button(customId('setup-limit'), setup.limit),
    ]),
    row(
      roleSelect(customId('setup-roles'), `${names.names.roles}: ${names.everyone}`, {
        ids: roleIds,
        max: MAX_PICKED,
      }),
    ),
  ];
  return { content, components };
};

/** https://docs.discord.com/developers/resources/message#create-message */
const MAX_CONTENT_LENGTH = 2_000;
const QUOTED_LENGTH = 1_000;

/** What a message says of a request that isn't made yet, with its prompt. */
export const withPromptBelow = (text: string, prompt: string): string =>
  clip(`${text}\n${quote(prompt, QUOTED_LENGTH)}`, MAX_CONTENT_LENGTH);

/** What helps where a server has no key: for people who may manage it the set-up in place, for others whom to ask. */
export const setupHelp = async (
  context: CommandContext,
): Promise<{ content: string; components: ActionRow[] } | undefined> => {
  const { invocation, rights, words } = context;
  const guildId = serverOf(invocation);
  if (guildId === undefined) return undefined;
  if (managesServer(invocation)) return setupPart(context, await hasKey(context));
  const managers = await rights.managersOf(guildId);
  if (!managers) return undefined;
  const roleIds = managers.roleIds.slice(0, NAMED_ROLES);
  const whom = roleIds.length > 0 ? roleMentions(roleIds) : `<@${managers.ownerId}>`;
  return { content: words.setup.ask(whom), components: [] };
};

/** The request that the set-up's message refused, while it is kept. */
const refusedIn = async ({ drafts, invocation: { message, personId } }: CommandContext) => {
  const ids = message?.customIds?.flatMap((id) => parseCustomId(id) ?? []) ?? [];
  const id = ids.find(({ action }) => action === 'edit-refused' || action === 'try-refused')?.subject;
  const draft = id === undefined ? undefined : await drafts.find('request', id, personId);
  return draft && id !== undefined
    ? { id, prompt: draft.shownPrompt ?? draft.request.options.prompt }
    : undefined;
};

/** The answer to a step of the set-up: its message as it is now, which makes the refused request once there is a key. */
export const setupReply = async (context: CommandContext): Promise<Reply> => {
  const [refused, isReady] = await Promise.all([refusedIn(context), hasKey(context)]);
  const { content, components } = await setupPart(context, isReady);
  if (!refused) return { kind: 'update', message: { content, components } };
  const { makeIt, editPrompt } = context.words.card.buttons;
  const goOn = [
    isReady && button(customId('try-refused', refused.id), makeIt, { style: 'primary' }),
    button(customId('edit-refused', refused.id), editPrompt),
  ];
  const message = {
    content: withPromptBelow(content, refused.prompt),
    components: [...components, ...buttonRows(goOn)],
  };
  return { kind: 'update', message };
};
