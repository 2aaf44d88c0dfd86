import { parseUrl } from '../../lib/url.ts';
/**
 * What a URL parser leaves as it is, though https://www.rfc-editor.org/rfc/rfc3986#section-2 has it only encoded: brackets, bars
 * and the like, and a percent sign that encodes nothing.
 */
const UNENCODED = /[[\]{}|\\^`"<>]|%(?![\da-f]{2})/gi;

const encoded = (part: string): string => part.replace(UNENCODED, encodeURIComponent);

/**
 * A web address in the one form that servers, Discord and its markdown take alike: without blanks around it, and with everything
 * encoded that needs to be, blanks and other letters included. It leads to the same file. Undefined for what is no web address.
 */
export const webAddress = (text: string): string | undefined => {
  const url = parseUrl(text.trim());
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined;
  url.pathname = encoded(url.pathname);
  if (url.search !== '') url.search = encoded(url.search);
  if (url.hash !== '') url.hash = encoded(url.hash);
  return url.href;
};

/** Signs that show nothing, and come along when a link is copied. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const QUOTES = '"\'`“”„‟‘’‚«»‹›';
const BEGINS = String.raw`(?=https?:\/\/)`;
const LINK_IN_WORDS = new RegExp(
  String.raw`\[[^\][]{0,200}\]\(\s{0,9}(<?https?:\/\/[^\s<>]{1,9999}?>?)\)(?=[,;.]{0,3}(?:\s|$|[<[]|https?:))`,
  'gi',
);
const OPENING = new RegExp(String.raw`(?<=^|[\s,;|(<${QUOTES}])[(<${QUOTES}]${BEGINS}`, 'gi');
const CLOSING = new RegExp(String.raw`[>${QUOTES}.,;:!?…、。]+$`, 'u');

/** An address may hold commas and semicolons itself, so only one before the next http(s):// parts two of them. */
const addressPiecesOf = (text: string): string[] => {
  const spans: { start: number; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(/[^\s,;]+/g)) {
    const last = spans.at(-1);
    const end = index + word.length;
    if (last && !/^https?:\/\//i.test(word)) last.end = end;
    else spans.push({ start: index, end });
  }
  return spans.map(({ start, end }) => text.slice(start, end));
};

/** A bracket that the address opens belongs to it. */
const withoutLastBracket = (address: string): string =>
  address.endsWith(')') && !address.includes('(') ? address.slice(0, -1) : address;

/**
 * The addresses in a typed text: one after the other, with blanks, commas or semicolons between them, and without what Discord's
 * markdown, quotes and sentences put around them.
 */
export const addressesIn = (typed: string): string[] => {
  const bare = typed
    .replace(INVISIBLE, '')
    .replaceAll('||', ' ')
    .replace(LINK_IN_WORDS, ' $1 ')
    .replace(OPENING, ' ');
  return addressPiecesOf(bare).map((word) =>
    withoutLastBracket(word.replace(CLOSING, '')).replace(CLOSING, ''),
  );
};

/** A link in a prompt; a weight may follow it. */
const LINK = /https?:\/\/\S+?(?=::-?[\d.]|\s|$)/gi;

/** The addresses that stand in a prompt among other words. */
export const linksIn = (prompt: string): string[] =>
  [...prompt.matchAll(LINK)]
    .flatMap(([word]) => addressesIn(word))
    .filter((address) => parseUrl(address) !== undefined);

/** A prompt with other addresses for some of its own. */
export const withLinks = (prompt: string, renewed: ReadonlyMap<string, string>): string =>
  prompt.replace(LINK, (word) =>
    addressesIn(word).reduce(
      (text, address) => text.replace(address, () => renewed.get(address) ?? address),
      word,
    ),
  );

/** Whether a typed text hides a link, as Discord's markdown does. */
export const hidesLinks = (typed: string): boolean =>
  typed
    .split('||')
    .some((part, index, parts) => index % 2 === 1 && index < parts.length - 1 && part.includes('://'));

/** A prompt without the bars that hide its links: they are no words. */
export const withoutBars = (typed: string): string =>
  hidesLinks(typed)
    ? typed
        .split('||')
        .map((part) => part.trim())
        .join(' ')
        .trim()
    : typed;

const PAGES =
  /^(?:www\.)?(?:(?:tenor|giphy|imgur|pinterest|instagram|twitter|x|reddit|facebook|youtube|tiktok|deviantart|artstation|flickr)\.com|pin\.it|youtu\.be)$/;
const DISCORD_PAGES = /^(?:(?:www|ptb|canary)\.)?discord(?:app)?\.com$/;

/** What an address leads to that is a page with a picture, and no picture. */
export const pageAt = (address: string): 'message' | 'page' | undefined => {
  const { hostname, pathname } = new URL(address);
  if (DISCORD_PAGES.test(hostname) && pathname.startsWith('/channels/')) return 'message';
  return PAGES.test(hostname) && !/\.(?:png|jpe?g|gif|webp|avif)$/i.test(pathname) ? 'page' : undefined;
};
