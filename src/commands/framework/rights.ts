import { PermissionFlagsBits } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import type { Owner } from '../../services/accounts/api-key-rows.ts';
import type { CommandContext } from './context.ts';
import { hasPermission, managesServer, type Invocation } from './invocation.ts';

/**
 * The server that a person may manage. Checked at each use: a server can show commands with `default_member_permissions` to
 * anybody, and a panel stays when a right is taken away.
 *
 * @throws UserError server-only, missing-right
 */
export const managedGuild = (invocation: Invocation): string => {
  const { guildId, context } = invocation;
  if (guildId === undefined || context !== 'guild') throw new UserError('server-only');
  if (!managesServer(invocation)) throw new UserError('missing-right', { right: 'Manage Server' });
  return guildId;
};

/** Requires that the person runs the bot. @throws UserError operator-only */
export const assertOperator = async ({
  invocation: { personId },
  rights,
}: Pick<CommandContext, 'invocation' | 'rights'>): Promise<void> => {
  if (!(await rights.isOperator(personId))) throw new UserError('operator-only');
};

/**
 * Requires the right to use commands here: without it, no request starts in another way either.
 *
 * @throws UserError missing-right
 */
export const assertMayUseCommands = ({ context, personPermissions }: Invocation): void => {
  if (context === 'guild' && !hasPermission(personPermissions, PermissionFlagsBits.UseApplicationCommands))
    throw new UserError('missing-right', { right: 'Use Application Commands' });
};

/**
 * Requires the right to write here, since Easel posts in the person's place.
 *
 * @throws UserError missing-right
 */
export const assertMaySpeak = ({ context, personPermissions, inThread, botIsHere }: Invocation): void => {
  // Discord would show the answer to the person alone, and say nothing.
  if (
    context === 'guild' &&
    !botIsHere &&
    !hasPermission(personPermissions, PermissionFlagsBits.UseExternalApps)
  )
    throw new UserError('missing-right', { right: 'Use External Apps' });
  const right = inThread ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages;
  if (context === 'guild' && !hasPermission(personPermissions, right))
    throw new UserError('missing-right', { right: inThread ? 'Send Messages in Threads' : 'Send Messages' });
};

/**
 * The owner of the key that a person sets, sees or removes: the server, or outside of servers the person. Checked at each
 * use.
 *
 * @throws UserError server-only, missing-right, bot-absent
 */
export const keyOwner = (invocation: Invocation): Owner => {
  const { context, personId, botIsHere } = invocation;
  if (context !== 'guild') return { personId };
  const guildId = managedGuild(invocation);
  if (!botIsHere) throw new UserError('bot-absent');
  return { guildId, personId };
};
