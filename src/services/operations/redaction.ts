import { cut } from '../../lib/text.ts';

const MASK = '***';

/** As much of a text as a log line can bear. */
const MAX_TEXT_LENGTH = 4_096;
const MIN_SECRET_LENGTH = 4;

/**
 * Web addresses contain secrets: tokens and signatures in their paths. The scheme's length is limited, or a long word would be
 * scanned once per letter.
 */
const ADDRESS = /\b([a-z][a-z\d+.-]{0,19}:\/\/)([^\s"'<>]*)/gi;

/**
 * Routes with a secret in their path: Discord's webhooks and callbacks carry an interaction token.
 * https://docs.discord.com/developers/interactions/receiving-and-responding
 */
const SECRET_ROUTE = /\/(webhooks\/\d{1,20}|interactions\/\d{1,20})\/[^/?#\s"']+/g;

/** An address without its path and credentials. */
const maskAddress = (_whole: string, scheme: string, rest: string): string => {
  const isWeb = /^(https?|wss?):/i.test(scheme);
  const end = isWeb ? rest.search(/[/?#]/) : -1;
  const place = end < 0 ? rest : rest.slice(0, end);
  // Without a host there is nobody to name before it, as in the address of a file.
  const at = place.startsWith('/') ? -1 : place.lastIndexOf('@');
  const host = at < 0 ? place : `${MASK}@${place.slice(at + 1)}`;
  const path = rest.slice(place.length);
  return `${scheme}${host}${path.length > 1 ? `/${MASK}` : path}`;
};

/** Keeps secrets out of texts. The set of secrets may grow. */
export class Redaction {
  /** The longest first, since one may contain another. */
  #secrets: readonly string[] = [];

  /**
   * Masks this text from now on. Ignores texts of fewer than 4 characters: they can't be secrets, and masking them would garble
   * every line.
   */
  hide(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH) return;
    // The second is its encoding in an address or a form.
    const secrets = new Set([...this.#secrets, secret, encodeURIComponent(secret)]);
    this.#secrets = [...secrets].sort((one, other) => other.length - one.length);
  }

  /** A text without secrets, cut to a length that a log line can bear: first cut, so that any text takes little time. */
  text(text: string): string {
    const left = text.length - MAX_TEXT_LENGTH;
    if (left <= 0) return this.#masked(text);
    return `${this.#masked(this.#withoutHalf(cut(text, MAX_TEXT_LENGTH)))}… (${left} more characters)`;
  }

  #masked(text: string): string {
    let masked = text;
    for (const secret of this.#secrets) masked = masked.replaceAll(secret, MASK);
    // Most texts are ids and words, and neither addresses nor routes go without one.
    if (!masked.includes('/')) return masked;
    return masked.replace(ADDRESS, maskAddress).replace(SECRET_ROUTE, `/$1/${MASK}`);
  }

  /** The cut may have gone through a secret: its first half is one, too; and so may be what looks like half an address. */
  #withoutHalf(text: string): string {
    const half = (secret: string): number => {
      for (let length = secret.length - 1; length >= MIN_SECRET_LENGTH; length -= 1)
        if (text.endsWith(secret.slice(0, length))) return length;
      return 0;
    };
    const length = Math.max(0, ...this.#secrets.map(half));
    const whole = length === 0 ? text : text.slice(0, -length) + MASK;
    return whole.replace(/(?<=[a-z\d+.-]:\/\/)[^\s"'<>/]*$/i, MASK);
  }
}
