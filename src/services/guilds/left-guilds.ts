import type { Log } from '../operations/log.ts';

/** Something that is kept for servers, and goes when the bot has left them. */
export interface GuildData {
  /** The servers for which there is something. */
  guildIds: () => Promise<string[]>;
  forget: (guildId: string) => Promise<unknown>;
}

/** How it can be told in which servers the bot is. */
export interface Membership {
  /** The ids of all servers in which the bot is. */
  list: () => Promise<ReadonlySet<string>>;
  /** Whether the bot has left a server. False when that's unknown, for example during an outage. */
  hasLeft: (guildId: string) => Promise<boolean>;
}

/**
 * Deletes the data of servers that the bot has left. Checks each server by itself, because a list may miss servers that are only
 * unavailable.
 */
export const purgeLeftGuilds = async (
  data: readonly GuildData[],
  membership: Membership,
  log: Pick<Log, 'info'>,
): Promise<void> => {
  const known = new Set((await Promise.all(data.map((one) => one.guildIds()))).flat());
  if (known.size === 0) return;
  const present = await membership.list();
  for (const guildId of known) {
    if (present.has(guildId) || !(await membership.hasLeft(guildId))) continue;
    for (const one of data) await one.forget(guildId);
    log.info('deleted the data of a server that the bot has left', { guildId });
  }
};
