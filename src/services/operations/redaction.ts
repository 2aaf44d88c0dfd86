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

/** The secrets that begin alike. */
interface Alike {
  /** Their lengths, in UTF-16 units. */
  lengths: Set<number>;
  secrets: Set<string>;
}

/** Keeps secrets out of finished lines. The set of secrets may grow; what a line costs doesn't grow with it. */
export class Redaction {
  /** By their first letters. */
  readonly #secrets = new Map<string, Alike>();

  /** Masks this text from now on. */
  hide(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH) return;
    // Also as it stands in JSON, and in an address or a form.
    for (const spelling of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      const beginning = spelling.slice(0, MIN_SECRET_LENGTH);
      const alike = this.#secrets.get(beginning) ?? { lengths: new Set(), secrets: new Set() };
      alike.lengths.add(spelling.length);
      alike.secrets.add(spelling);
      this.#secrets.set(beginning, alike);
    }
  }

  /** A line without secrets. */
  line(line: string): string {
    return this.#withoutSecrets(line)
      .replace(ADDRESS, maskAddress)
      .replace(SECRET_ROUTE, `/$1/$2/${MASK}`)
      .replace(KEY_HEADER, `$1${MASK}`);
  }

  /** Secrets may overlap: all that belongs to any of them is masked. */
  #withoutSecrets(line: string): string {
    const pieces: string[] = [];
    let written = 0;
    let maskedTo = 0;
    for (let start = 0; start + MIN_SECRET_LENGTH <= line.length; start += 1) {
      const end = start + this.#longestAt(line, start);
      if (end <= Math.max(start, maskedTo)) continue;
      if (pieces.length === 0 || start > maskedTo) pieces.push(line.slice(written, start), MASK);
      maskedTo = end;
      written = end;
    }
    return pieces.length === 0 ? line : pieces.join('') + line.slice(written);
  }

  /** The length of the longest secret that begins there; 0: none. */
  #longestAt(line: string, start: number): number {
    const alike = this.#secrets.get(line.slice(start, start + MIN_SECRET_LENGTH));
    let longest = 0;
    if (alike)
      for (const length of alike.lengths)
        if (length > longest && alike.secrets.has(line.slice(start, start + length))) longest = length;
    return longest;
  }
}
