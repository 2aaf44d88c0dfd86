import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import type { DiscordApi } from './api.ts';
import { readChannel, readGuild } from './bot-requests.ts';
import { failureKind } from './failures.ts';
import { isThread, permissionsIn } from './permissions.ts';

const userSchema = z.object({ id: z.string() });
const memberSchema = z.object({ roles: z.array(z.string()) });

/**
 * What the bot itself may do in a channel of a server: permission bits as a decimal number. Undefined when the channel is
 * gone, or out of the bot's sight.
 */
export const botPermissionsIn = async (
  api: DiscordApi,
  guildId: string,
  channelId: string,
): Promise<string | undefined> => {
  const me = userSchema.parse(await api.asBot((rest) => rest.get(Routes.user())));
  try {
    const [guild, channel, member] = await Promise.all([
      readGuild(api, guildId),
      readChannel(api, channelId),
      api.asBot((rest) => rest.get(Routes.guildMember(guildId, me.id))),
    ]);
    const decides =
      isThread(channel) && channel.parentId !== undefined
        ? await readChannel(api, channel.parentId)
        : channel;
    const roleIds = memberSchema.parse(member).roles;
    return String(permissionsIn(guild, decides, { id: me.id, roleIds }));
  } catch (error) {
    if (['gone', 'no-access'].includes(failureKind(error))) return undefined;
    throw error;
  }
};
