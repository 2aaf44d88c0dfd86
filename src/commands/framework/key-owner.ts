import type { Owner } from '../../services/accounts/accounts.ts';
import type { Invocation } from './invocation.ts';
import { managedGuild } from './rights.ts';

/** A key can't be kept for a server in which the bot itself is not: nobody would tell when to forget it. */
export class BotAbsentError extends Error {
  override name = 'BotAbsentError';
  constructor() {
    super('The bot itself is not in the server');
  }
}

/**
 * Whose key it is that a person sets, looks at or removes: the server's, or outside of servers the person's own. Asked at
 * each use.
 *
 * @throws MissingRightError, BotAbsentError
 */
export const keyOwner = (invocation: Invocation): Owner => {
  const { context, personId, botIsHere } = invocation;
  if (context !== 'guild') return { personId };
  const guildId = managedGuild(invocation);
  if (!botIsHere) throw new BotAbsentError();
  return { guildId, personId };
};
