import type { Submission } from './wire.ts';

/**
 * Words in the names of query parameters that grant access, such as those of presigned links:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html,
 * https://cloud.google.com/storage/docs/authentication/signatures,
 * https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 */
const CREDENTIAL_WORDS: ReadonlySet<string> = new Set(
  `sig sign signed signature hmac hdnts hdnea token jwt auth authorization bearer credential credentials key apikey
  accesskey secret password passwd pass pwd policy session sid ticket code expires expiry expiration exp`.split(
    /\s+/,
  ),
);
/** The same written together, as in `authtoken`, `rlkey` or `PHPSESSID`. */
const CREDENTIAL_PHRASES =
  /(token|secret|signature|password|sess(ion)?id|(access|api|auth|resource|rl|secret|session|share)key)$/;
/** Telegram's links to files contain the bot's token: https://core.telegram.org/bots/api#getfile */
const BOT_TOKEN = /\/bot\d+(:|%3a)[\w-]{20,}\//i;
/** As long as 128 random bits in hexadecimal, so it can't be guessed. */
const UNGUESSABLE = /^(?=.*\d)(?=.*[a-z])[\w+/=.~-]{32,}$/i;
/** Links to files of Discord's carry nothing else: https://docs.discord.com/developers/reference#signed-attachment-cdn-urls */
const DISCORD_PATH = /^\/(ephemeral-)?attachments\//;
const DISCORD_PARAMETERS: ReadonlySet<string> = new Set([
  '',
  'ex',
  'is',
  'hm',
  'format',
  'quality',
  'width',
  'height',
]);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);

const namesCredential = (word: string): boolean =>
  CREDENTIAL_WORDS.has(word) || CREDENTIAL_PHRASES.test(word);

/**
 * Whether a picture's address contains a secret: a user name and password, a signature, or another credential. Such an address
 * belongs to the person who entered it. Links to Discord's files don't count: Discord signs them for everybody who sees the
 * message.
 */
export const isPersonalAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return true;
  const { username, password, pathname, searchParams } = new URL(address);
  if (username !== '' || password !== '' || BOT_TOKEN.test(pathname)) return true;
  const parameters = [...searchParams];
  if (DISCORD_PATH.test(pathname) && parameters.every(([name]) => DISCORD_PARAMETERS.has(name))) return false;
  return parameters.some(
    ([name, value]) =>
      wordsOf(name).some(namesCredential) || UNGUESSABLE.test(name) || UNGUESSABLE.test(value),
  );
};

/** The addresses in a submission that belong to the person who entered them. A hook's address always does. */
export const personalAddressesOf = ({ family, body }: Submission): string[] => {
  const references = family === 'gen' ? (body.referImages ?? []) : [];
  const hooks = body.hookUrl === undefined ? [] : [body.hookUrl];
  return [...hooks, ...references.filter(isPersonalAddress)];
};
