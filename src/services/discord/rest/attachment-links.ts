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
