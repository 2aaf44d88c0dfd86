import { isUserError } from '../../lib/user-error.ts';
import { button, buttonRows, roleSelect, row, type ActionRow } from '../../messages/components.ts';
import { customId, parseCustomId } from '../../messages/custom-id.ts';
import { roleMentions } from '../../messages/markup.ts';
import { MAX_PICKED } from '../../services/guilds/settings.ts';
import type { CommandContext } from '../framework/command.ts';
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
): Promise<Required<Pick<MessageBody, 'content' | 'components'>>> => {
  const { guilds, invocation, words } = context;
  const { setup, settings: names } = words;
  const guildId = managedGuild(invocation);
  const [isKeySet, { roleIds }, { personDaily }] = await Promise.all([
    hasKey(context),
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

/** What helps where a server has no key: for people who may manage it the set-up in place, for others whom to ask. */
export const setupHelp = async (
  context: CommandContext,
): Promise<{ content: string; components: ActionRow[] } | undefined> => {
  const { invocation, rights, words } = context;
  const guildId = serverOf(invocation);
  if (guildId === undefined) return undefined;
  if (managesServer(invocation)) return setupPart(context);
  const managers = await rights.managersOf(guildId);
  if (!managers) return undefined;
  const roleIds = managers.roleIds.slice(0, NAMED_ROLES);
  const whom = roleIds.length > 0 ? roleMentions(roleIds) : `<@${managers.ownerId}>`;
  return { content: words.setup.ask(whom), components: [] };
};

/** The answer to a step of the set-up: its message as it is now, with its buttons that go on with the request that was refused. */
export const setupReply = async (context: CommandContext): Promise<Reply> => {
  const { content, components } = await setupPart(context);
  const { buttons } = context.words.card;
  const ids = context.invocation.message?.customIds ?? [];
  const goOn = { 'edit-refused': buttons.editPrompt, 'try-refused': buttons.tryAgain };
  const kept = ids.flatMap((id) => {
    const { action, subject } = parseCustomId(id) ?? { action: '', subject: '' };
    return action === 'edit-refused' || action === 'try-refused'
      ? [button(customId(action, subject), goOn[action])]
      : [];
  });
  return { kind: 'update', message: { content, components: [...components, ...buttonRows(kept)] } };
};
