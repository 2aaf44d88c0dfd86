const MASK = '***';

/** Names, without case, dashes and underscores, whose values are secrets wherever they stand. */
const SECRET_NAME = /token|authorization|apikey|secret|password|encryptionkey|cookie/;

/** An address with a password, as in a connection string. */
const URL_PASSWORD = /([a-z][a-z\d+.-]*:\/\/)[^\s/@"]+@/gi;

/**
 * Discord's webhook and callback routes carry an interaction token in their path
 * (https://docs.discord.com/developers/interactions/receiving-and-responding).
 */
const URL_TOKEN = /\/(webhooks|interactions)\/(\d+)\/[^/?#\s"']+/g;

/** Objects in objects deeper than this say nothing to a reader, and may have no end. */
const DEEPEST = 8;
const LONGEST_TEXT = 4_096;
const LONGEST_LIST = 200;

/**
 * Turns whatever a program hands to its log into plain data without secrets.
 * Pure but for the set of secrets, which may grow; never throws.
 */
export class Redaction {
  /** The longest first, since one may contain another. */
  #secrets: readonly string[] = [];

  /** Masks this text from now on. */
  hide(secret: string): void {
    // The second is how it stands in an address or a form.
    const secrets = new Set([...this.#secrets, secret, encodeURIComponent(secret)]);
    this.#secrets = [...secrets].sort((one, other) => other.length - one.length);
  }

  /** A text without secrets, cut to a length that a log line can bear. */
  text(text: string): string {
    let masked = text;
    for (const secret of this.#secrets) masked = masked.replaceAll(secret, MASK);
    masked = masked.replace(URL_PASSWORD, `$1${MASK}@`).replace(URL_TOKEN, `/$1/$2/${MASK}`);
    if (masked.length <= LONGEST_TEXT) return masked;
    return `${masked.slice(0, LONGEST_TEXT)}… (${masked.length - LONGEST_TEXT} more characters)`;
  }

  /** An object's fields as plain data, with secrets masked by name and by value. */
  fields(fields: object): Record<string, unknown> {
    return this.#fields(fields, []);
  }

  #fields(fields: object, above: readonly object[]): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const key of Object.keys(fields).slice(0, LONGEST_LIST)) {
      const name = this.text(key);
      plain[name] = isSecretName(key) ? MASK : this.#value(read(fields, key), above);
    }
    return plain;
  }

  #value(value: unknown, above: readonly object[]): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'bigint' || typeof value === 'symbol') return this.text(String(value));
    if (typeof value === 'function') return '[function]';
    if (typeof value === 'object' && value !== null) return this.#object(value, above);
    return value;
  }

  #object(value: object, above: readonly object[]): unknown {
    if (above.includes(value)) return '[circular]';
    if (above.length >= DEEPEST) return '[too deep]';
    const path = [...above, value];
    if (value instanceof Error) return this.#error(value, path);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof URL) return this.text(value.href);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (value instanceof Map) return this.#map(value, path);
    if (Array.isArray(value) || value instanceof Set) return this.#list(value, path);
    return this.#fields(value, path);
  }

  #list(values: Iterable<unknown>, path: readonly object[]): unknown[] {
    return Array.from(values)
      .slice(0, LONGEST_LIST)
      .map((value) => this.#value(value, path));
  }

  #map(map: ReadonlyMap<unknown, unknown>, path: readonly object[]): Record<string, unknown> {
    return this.#fields(Object.fromEntries([...map].map(([key, value]) => [String(key), value])), path);
  }

  /** Class, facts and causes: what is not enumerable in an error is what a reader needs most. */
  #error(error: Error, path: readonly object[]): Record<string, unknown> {
    const facts = this.#fields(error, path);
    const errors: unknown = error instanceof AggregateError ? error.errors : undefined;
    return {
      ...facts,
      type: this.text(error.constructor.name),
      message: this.text(error.message),
      ...(error.stack === undefined ? {} : { stack: this.text(error.stack) }),
      ...(error.cause === undefined ? {} : { cause: this.#value(error.cause, path) }),
      ...(Array.isArray(errors) ? { errors: this.#list(errors, path) } : {}),
    };
  }
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replace(/[-_\s]/g, ''));
}

/** A getter may throw; a log line is no reason to fail. */
function read(fields: object, key: string): unknown {
  try {
    return Reflect.get(fields, key);
  } catch {
    return '[unreadable]';
  }
}
