import { z } from 'zod';
import type { DiscordApi } from './api.ts';

/** Where Discord keeps files: https://docs.discord.com/developers/reference#signed-attachment-cdn-urls */
const HOSTS = ['cdn.discordapp.com', 'media.discordapp.net'];
const PATH = /^\/(ephemeral-)?attachments\//;

/** Whether an address names a file that was attached in Discord. `apiUrl` stands in for Discord where it is another. */
export const isDiscordFile = (address: string, apiUrl: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { host, pathname } = new URL(address);
  return (HOSTS.includes(host) || host === new URL(apiUrl).host) && PATH.test(pathname);
};

/**
 * When the link to a file of Discord's dies, in milliseconds since the epoch. Undefined when the address does not say.
 * https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
 */
export const expiryOf = (address: string): number | undefined => {
  const seconds = Number.parseInt(new URL(address).searchParams.get('ex') ?? '', 16);
  return Number.isNaN(seconds) ? undefined : seconds * 1000;
};

const refreshedSchema = z.object({
  refreshed_urls: z.array(z.object({ original: z.string(), refreshed: z.string().nullish() })),
});

/**
 * New addresses for files of Discord's whose addresses have died. Discord's documentation leaves this route out; bots may
 * use it all the same: https://docs.discord.food/reference#attachment-urls
 *
 * @param urls at most 50.
 */
export const refreshUrls = async (api: DiscordApi, urls: readonly string[]): Promise<Map<string, string>> => {
  const answer = await api.bot.post('/attachments/refresh-urls', { body: { attachment_urls: urls } });
  const pairs = refreshedSchema.parse(answer).refreshed_urls;
  return new Map(pairs.flatMap(({ original, refreshed }) => (refreshed ? [[original, refreshed]] : [])));
};
