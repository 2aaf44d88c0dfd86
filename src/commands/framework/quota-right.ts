import { isUserError, UserError } from '../../lib/user-error.ts';
import { button } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { isShared, type Account } from '../../services/accounts/account.ts';
import type { CommandContext } from './command.ts';
import { ownerHere, serverOf } from './invocation.ts';
import { recordChange } from './record-change.ts';
import { managedGuild } from './rights.ts';

type Needed = Pick<CommandContext, 'invocation' | 'guilds' | 'rights'>;

/**
 * The account that pays here, if the person may test its used-up quota again: server admins for the server's account,
 * the owner for a personal one, and only the operator for the operator's account, since others use it, too.
 *
 * @throws UserError operator-only, missing-right, no-key
 */
export const accountToTry = async ({ invocation, guilds, rights }: Needed): Promise<Account> => {
  const owner = ownerHere(invocation);
  const account = await guilds.accounts.of(owner);
  if (isShared(account)) {
    if (!(await rights.isOperator(owner.personId))) throw new UserError('operator-only');
  } else if (owner.guildId !== undefined) managedGuild(invocation);
  return account;
};

/** The button by which a used-up quota is tried again. */
export const tryQuotaButton = (label: string) => button(customId('try-quota'), label, { style: 'primary' });

/** Whether the person may test the quota of the account that pays here. */
export const mayTryQuota = async (context: Needed): Promise<boolean> => {
  try {
    await accountToTry(context);
    return true;
  } catch (error) {
    if (isUserError(error)) return false;
    throw error;
  }
};

/**
 * Lets the account that pays here try a single picture again. Returns whether its quota was used up.
 *
 * @throws UserError as {@link accountToTry}
 */
export const reopenQuota = async (context: Needed & Pick<CommandContext, 'words'>): Promise<boolean> => {
  const { breakers } = context.guilds;
  const { id } = await accountToTry(context);
  if (breakers.pauseOf(id)?.reason !== 'quota') return false;
  breakers.tryNow(id);
  const guildId = serverOf(context.invocation);
  if (guildId !== undefined) recordChange(context, guildId, ({ log }) => log.changes.quotaReopened);
  return true;
};
