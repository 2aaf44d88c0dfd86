import { factsOf, type Submission } from './families/index.ts';
import { parseUrl } from '../../lib/url.ts';

/** Telegram's links to files contain the bot's token: https://core.telegram.org/bots/api#getfile */
const BOT_TOKEN = /\/bot\d+(:|%3a)[\w-]{20,}\//i;
/** Discord signs its links for all readers of the message: https://docs.discord.com/developers/reference#signed-attachment-cdn-urls */
const DISCORD_PATH = /^\/(ephemeral-)?attachments\//;
const DISCORD_PARAMETERS = ['', 'ex', 'is', 'hm', 'format', 'quality', 'width', 'height'];

/**
 * Whether a picture's address may contain a secret: a user name and password, or a signature or token in its query. Such an
 * address belongs to the person who entered it.
 */
export const isPersonalAddress = (address: string): boolean => {
  const url = parseUrl(address);
  if (url === undefined) return true;
  const { username, password, pathname, search, searchParams } = url;
  if (username !== '' || password !== '' || BOT_TOKEN.test(pathname)) return true;
  const isDiscordFile =
    DISCORD_PATH.test(pathname) &&
    [...searchParams.keys()].every((name) => DISCORD_PARAMETERS.includes(name));
  return search !== '' && !isDiscordFile;
};

/** The addresses in a submission that belong to the person who entered them. A hook's address always does. */
export const personalAddressesOf = (submission: Submission): string[] => {
  const { hookUrl } = submission.body;
  const hooks = hookUrl === undefined ? [] : [hookUrl];
  return [...hooks, ...factsOf(submission).references.filter(isPersonalAddress)];
};
