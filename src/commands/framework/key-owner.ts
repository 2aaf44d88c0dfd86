import { UserError } from '../../lib/user-error.ts';
import type { Owner } from '../../services/accounts/accounts.ts';
import type { Invocation } from './invocation.ts';
import { managedGuild } from './rights.ts';

/**
 * Whose key it is that a person sets, looks at or removes: the server's, or outside of servers the person's own. Asked at
 * each use.
 *
 * @throws UserError server-only, missing-right, bot-absent
 */
export const keyOwner = (invocation: Invocation): Owner => {
  const { context, personId, botIsHere } = invocation;
  if (context !== 'guild') return { personId };
  const guildId = managedGuild(invocation);
  // Nobody would tell when to forget it.
  if (!botIsHere) throw new UserError('bot-absent');
  return { guildId, personId };
};
