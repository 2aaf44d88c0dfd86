const MASK = '***';
/** Shorter values can't be secrets, and masking them would garble every line. */
const MIN_SECRET_LENGTH = 4;

/** Paths of web addresses contain secrets, and credentials stand before hosts. The invite link is public. */
const ADDRESS = /\b(https?|wss?|postgres(?:ql)?):\/\/(?!discord\.com\/oauth2\/authorize\?)([^\s"'<>\\]*)/gi;

/**
 * Routes with a secret in their path: Discord's webhooks and callbacks carry an interaction token.
 * https://docs.discord.com/developers/interactions/receiving-and-responding
 */
const SECRET_ROUTE = /\/(webhooks|interactions)\/(\d{1,20})\/[^/?#\s"'\\]+/g;

const KEY_HEADER = /(\bapi-key\W{1,8})[^\s"',\\}]+/gi;

const maskAddress = (_whole: string, scheme: string, rest: string): string => {
  const end = rest.search(/[/?#]/);
  const place = end < 0 ? rest : rest.slice(0, end);
  const at = place.lastIndexOf('@');
  const host = at < 0 ? place : `${MASK}@${place.slice(at + 1)}`;
  const path = rest.slice(place.length);
  return `${scheme}://${host}${path.length > 1 ? `/${MASK}` : path}`;
};

/** Keeps secrets out of finished lines. The set of secrets may grow. */
export class Redaction {
  /** The longest first, since one may contain another. */
  #secrets: readonly string[] = [];

  /** Masks this text from now on. */
  hide(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH) return;
    // Also as it stands in JSON, and in an address or a form.
    const spellings = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
    this.#secrets = [...new Set([...this.#secrets, ...spellings])].sort((a, b) => b.length - a.length);
  }

  /** A line without secrets. */
  line(line: string): string {
    let masked = line;
    for (const secret of this.#secrets) masked = masked.replaceAll(secret, MASK);
    return masked
      .replace(ADDRESS, maskAddress)
      .replace(SECRET_ROUTE, `/$1/$2/${MASK}`)
      .replace(KEY_HEADER, `$1${MASK}`);
  }
}
