import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Owner } from '../../services/accounts/accounts.ts';
import { hasPermission, type Invocation } from './invocation.ts';

/** The person lacks a right in this server. */
export class MissingRightError extends Error {
  override name = 'MissingRightError';
  /** The right, as Discord names it. */
  readonly right: string;
  constructor(right: string) {
    super(`This needs the permission ${right}`);
    this.right = right;
  }
}

/** Something can be done in a server only. */
export class ServerOnlyError extends Error {
  override name = 'ServerOnlyError';
  constructor() {
    super('This can be done in a server only');
  }
}

/** Something of somebody else's, of which the person may know. */
export class NotYoursError extends Error {
  override name = 'NotYoursError';
  constructor() {
    super('Only the person who asked for it may do that');
  }
}

/** A key can't be kept for a server in which the bot itself is not: nobody would tell when to forget it. */
export class BotAbsentError extends Error {
  override name = 'BotAbsentError';
  constructor() {
    super('The bot itself is not in the server');
  }
}

/** The server that a person may manage; undefined when there is none. */
export const managedGuildOrNone = ({
  guildId,
  context,
  personPermissions,
}: Invocation): string | undefined =>
  context === 'guild' && hasPermission(personPermissions, PermissionFlagsBits.ManageGuild)
    ? guildId
    : undefined;

/**
 * The server that a person may manage. Asked at each use: what Discord hides by `default_member_permissions`, a server can
 * show to anybody, and a panel stays when a right is taken away.
 *
 * @throws ServerOnlyError, MissingRightError
 */
export const managedGuild = ({ guildId, context, personPermissions }: Invocation): string => {
  if (guildId === undefined || context !== 'guild') throw new ServerOnlyError();
  if (!hasPermission(personPermissions, PermissionFlagsBits.ManageGuild))
    throw new MissingRightError('Manage Server');
  return guildId;
};

/**
 * Lets through who may use commands here: who may not type `/imagine` may not have one started in another way either.
 *
 * @throws MissingRightError
 */
export const mayUseCommands = ({ context, personPermissions }: Invocation): void => {
  if (context === 'guild' && !hasPermission(personPermissions, PermissionFlagsBits.UseApplicationCommands))
    throw new MissingRightError('Use Application Commands');
};

/**
 * Lets through who may write here, since what Easel posts for them stands there like their own words.
 *
 * @throws MissingRightError
 */
export const maySpeak = ({ context, personPermissions, inThread }: Invocation): void => {
  const right = inThread ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages;
  if (context === 'guild' && !hasPermission(personPermissions, right))
    throw new MissingRightError(inThread ? 'Send Messages in Threads' : 'Send Messages');
};

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
