import { Routes, type APIMessage } from 'discord-api-types/v10';
import { Constants } from 'discord.js';
import { z } from 'zod';
import type { DiscordApi } from './api.ts';
import { failureKind } from './failures.ts';
import { messageIn } from './outgoing-message.ts';

/** Whether a channel of that type is a thread: what holds there is decided by the channel that it belongs to. */
export const isThread = (type: number | undefined): boolean =>
  Constants.ThreadChannelTypes.some((thread) => thread === type);

const idSchema = z.object({ id: z.string() });

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

const channelSchema = z.object({
  type: z.number(),
  parent_id: z.string().nullish(),
  nsfw: z.boolean().optional(),
});

const readChannel = async (api: DiscordApi, channelId: string): Promise<z.infer<typeof channelSchema>> =>
  channelSchema.parse(await api.bot.get(Routes.channel(channelId)));

/** Whether a channel is age-restricted, or the one that a thread belongs to; undefined when the bot can't see it. */
export const isAgeRestricted = async (api: DiscordApi, channelId: string): Promise<boolean | undefined> => {
  try {
    const { type, parent_id: parentId, nsfw } = await readChannel(api, channelId);
    return parentId && isThread(type) ? (await readChannel(api, parentId)).nsfw : nsfw;
  } catch (error) {
    if (['gone', 'no-access'].includes(failureKind(error))) return undefined;
    throw error;
  }
};
