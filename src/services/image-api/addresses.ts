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
  const typed = text.trim();
  if (!URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  url.pathname = encoded(url.pathname);
  if (url.search !== '') url.search = encoded(url.search);
  if (url.hash !== '') url.hash = encoded(url.hash);
  return url.href;
};
