import type { Account } from '../../services/accounts/account.ts';
import { allowance, type Allowance } from '../../services/guilds/limit-rules.ts';
import type { CommandContext } from './command.ts';
import { ownerHere } from './invocation.ts';

/** The person's limits of the day and the month with what is left of each. */
export const allowancesOf = async (
  account: Account | undefined,
  { invocation, guilds }: Pick<CommandContext, 'invocation' | 'guilds'>,
): Promise<Allowance[]> => {
  const owner = ownerHere(invocation);
  const [own, shared] = await Promise.all([
    guilds.limits.allowances({ ...owner, roleIds: invocation.roleIds }),
    account && guilds.accounts.sharedAllowance(owner, account),
  ]);
  return [...own, ...(shared ? allowance('shared', shared.limit, shared) : [])];
};
