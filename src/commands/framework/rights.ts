import { hasPermission, Permission, type Invocation } from './invocation.ts';

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

/** The server that a person may manage; undefined when there is none. */
export const managedGuildOrNone = ({
  guildId,
  context,
  personPermissions,
}: Invocation): string | undefined =>
  context === 'guild' && hasPermission(personPermissions, Permission.manageGuild) ? guildId : undefined;

/**
 * The server that a person may manage. Asked at each use: what Discord hides by `default_member_permissions`, a server can
 * show to anybody, and a panel stays when a right is taken away.
 *
 * @throws ServerOnlyError, MissingRightError
 */
export const managedGuild = ({ guildId, context, personPermissions }: Invocation): string => {
  if (guildId === undefined || context !== 'guild') throw new ServerOnlyError();
  if (!hasPermission(personPermissions, Permission.manageGuild)) throw new MissingRightError('Manage Server');
  return guildId;
};

/**
 * Lets through who may use commands here: who may not type `/imagine` may not have one started in another way either.
 *
 * @throws MissingRightError
 */
export const mayUseCommands = ({ context, personPermissions }: Invocation): void => {
  if (context === 'guild' && !hasPermission(personPermissions, Permission.useApplicationCommands))
    throw new MissingRightError('Use Application Commands');
};

/**
 * Lets through who may write here, since what Easel posts for them stands there like their own words.
 *
 * @throws MissingRightError
 */
export const maySpeak = ({ context, personPermissions, inThread }: Invocation): void => {
  const right = inThread ? Permission.sendMessagesInThreads : Permission.sendMessages;
  if (context === 'guild' && !hasPermission(personPermissions, right))
    throw new MissingRightError(inThread ? 'Send Messages in Threads' : 'Send Messages');
};
