import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import type { DiscordApi } from './api.ts';
import { decidingChannel, readGuild } from './bot-requests.ts';
import { failureKind } from './failures.ts';
import { permissionsIn } from './permissions.ts';

const userSchema = z.object({ id: z.string() });
const memberSchema = z.object({ roles: z.array(z.string()) });

/** Nothing, where a channel is gone or out of the bot's sight. */
const ifVisible = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (['gone', 'no-access'].includes(failureKind(error))) return undefined;
    throw error;
  }
};

/** Whether a channel is age-restricted; undefined when it is gone, or out of the bot's sight. */
export const isAgeRestricted = (api: DiscordApi, channelId: string): Promise<boolean | undefined> =>
  ifVisible(async () => (await decidingChannel(api, channelId)).ageRestricted);

/**
 * The bot's permissions in a channel of a server: bits as a decimal number. Undefined when the channel was deleted or isn't
 * visible to the bot.
 */
export const botPermissionsIn = async (
  api: DiscordApi,
  guildId: string,
  channelId: string,
): Promise<string | undefined> => {
  const me = userSchema.parse(await api.bot.get(Routes.user()));
  return ifVisible(async () => {
    const [guild, channel, member] = await Promise.all([
      readGuild(api, guildId),
      decidingChannel(api, channelId),
      api.bot.get(Routes.guildMember(guildId, me.id)),
    ]);
    const roleIds = memberSchema.parse(member).roles;
    return String(permissionsIn(guild, channel, { id: me.id, roleIds }));
  });
};
