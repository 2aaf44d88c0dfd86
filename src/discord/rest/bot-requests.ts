import { Routes, type APIMessage } from 'discord-api-types/v10';
import { z } from 'zod';
import type { DiscordApi } from './api.ts';
import { messageIn } from './outgoing-message.ts';
import { isThread, type ChannelFacts, type CommandRule, type GuildFacts } from './permissions.ts';

const idSchema = z.object({ id: z.string() });
const bits = z.string().transform(BigInt);

/** A message as it stands now. */
export const readMessage = async (
  api: DiscordApi,
  channelId: string,
  messageId: string,
): Promise<APIMessage> => messageIn(await api.bot.get(Routes.channelMessage(channelId, messageId)));

/** Puts a reaction of the bot's own under a message. */
export const addReaction = async (
  api: DiscordApi,
  channelId: string,
  messageId: string,
  emoji: string,
): Promise<void> => {
  const route = Routes.channelMessageOwnReaction(channelId, messageId, encodeURIComponent(emoji));
  await api.bot.put(route);
};

/** Deletes a message. */
export const deleteMessage = async (api: DiscordApi, channelId: string, messageId: string): Promise<void> => {
  await api.bot.delete(Routes.channelMessage(channelId, messageId));
};

/**
 * Opens an archived thread again, as everybody can who may write in it, unless it is locked.
 * https://docs.discord.com/developers/resources/channel#modify-channel
 */
export const reopenThread = async (api: DiscordApi, threadId: string): Promise<void> => {
  await api.bot.patch(Routes.channel(threadId), { body: { archived: false } });
};

/** The channel of direct messages with somebody. */
export const openDirectChannel = async (api: DiscordApi, personId: string): Promise<string> => {
  const channel = await api.bot.post(Routes.userChannels(), { body: { recipient_id: personId } });
  return idSchema.parse(channel).id;
};

const guildSchema = z.object({
  id: z.string(),
  owner_id: z.string(),
  roles: z.array(z.object({ id: z.string(), permissions: bits })),
});

/** Server-wide facts for permissions. */
export const readGuild = async (api: DiscordApi, guildId: string): Promise<GuildFacts> => {
  const guild = guildSchema.parse(await api.bot.get(Routes.guild(guildId)));
  return { id: guild.id, ownerId: guild.owner_id, roles: guild.roles };
};

const channelSchema = z.object({
  id: z.string(),
  type: z.number(),
  parent_id: z.string().nullish(),
  nsfw: z.boolean().optional(),
  permission_overwrites: z.array(z.object({ id: z.string(), allow: bits, deny: bits })).optional(),
});

/** A channel's facts for permissions. */
const readChannel = async (api: DiscordApi, channelId: string): Promise<ChannelFacts> => {
  const channel = channelSchema.parse(await api.bot.get(Routes.channel(channelId)));
  return {
    id: channel.id,
    type: channel.type,
    ...(channel.parent_id && { parentId: channel.parent_id }),
    ...(channel.nsfw !== undefined && { ageRestricted: channel.nsfw }),
    overwrites: channel.permission_overwrites ?? [],
  };
};

/** The channel whose overwrites and age restriction count: for a thread, the one that it belongs to. */
export const decidingChannel = async (api: DiscordApi, channelId: string): Promise<ChannelFacts> => {
  const channel = await readChannel(api, channelId);
  return isThread(channel) && channel.parentId !== undefined ? readChannel(api, channel.parentId) : channel;
};

const commandsSchema = z.array(z.object({ id: z.string(), name: z.string() }));
const rulesSchema = z.array(
  z.object({
    id: z.string(),
    permissions: z.array(z.object({ id: z.string(), type: z.number(), permission: z.boolean() })),
  }),
);

/** The ids of the commands that Discord answers with, by name. */
export const commandIdsOf = (answer: unknown): Map<string, string> =>
  new Map(commandsSchema.parse(answer).map(({ name, id }) => [name, id]));

/** The ids of the application's commands, by name. */
export const readCommandIds = async (api: DiscordApi, applicationId: string): Promise<Map<string, string>> =>
  commandIdsOf(await api.bot.get(Routes.applicationCommands(applicationId)));

/** A server's command permissions, by command id or application id. */
export const readCommandRules = async (
  api: DiscordApi,
  applicationId: string,
  guildId: string,
): Promise<Map<string, readonly CommandRule[]>> => {
  const route = Routes.guildApplicationCommandsPermissions(applicationId, guildId);
  const rules = rulesSchema.parse(await api.bot.get(route));
  return new Map(
    rules.map(({ id, permissions }) => [
      id,
      permissions.map((rule) => ({ id: rule.id, type: rule.type, allowed: rule.permission })),
    ]),
  );
};
