import type { Discord } from '../../sandbox/discord/index.ts';
import { ask, PIXEL, start } from './helpers.ts';

/** The address of a channel's messages. */
export const messagesOf = (channelId: string) => `/channels/${channelId}/messages`;
/** Takes a permission from the bot in the first channel. */
export const deny = (discord: Discord, bit: bigint) => {
  discord.setOverwrite(discord.world.atelier.channelId, {
    id: discord.applicationId,
    type: 'member',
    allow: 0n,
    deny: bit,
  });
};

/** A stand-in in whose first channel the bot has sent a message. */
export const startWithMessage = async (body: unknown = { content: 'hello' }) => {
  const discord = await start();
  const channelId = discord.world.atelier.channelId;
  const response = await ask(discord, 'POST', messagesOf(channelId), body);
  return {
    discord,
    channelId,
    id: response.body.id,
    path: `${messagesOf(channelId)}/${response.body.id}`,
    response,
  };
};

/** A file to upload; a picture of one pixel unless told otherwise. */
export const file = (name: string, bytes: Uint8Array = PIXEL) => ({ name, bytes });
