/** A value to write; undefined removes the row. */
export interface NewValue {
  value: unknown;
  /** Whole milliseconds, more than 0; without it, the value stays. */
  lifetimeMs?: number | undefined;
}

/** A value to write, with the full key of its row. */
export interface KeyedValue extends NewValue {
  key: string;
}

/** A change of one value, which a store describes and the storage makes, alone or together with others. */
export interface Change {
  namespace: string;
  /** The full key of the row in the database. */
  rowKey: string;
  /** Decides what to write while the row is locked; undefined: nothing. */
  decide: () => Promise<NewValue | undefined> | NewValue;
}

/** A row to be stored, or to be removed when it has no text. */
export interface RowWrite {
  /** The full key, with its prefixes. */
  key: string;
  text?: string;
  lifetimeMs?: number | undefined;
}

/** What a row has to hold, to the letter, for a write to be made. */
export interface Condition {
  key: string;
  text: string;
}

/** Who writes: the holder of a slot under that epoch. Nothing is written once somebody else has taken the slot. */
export interface Fence {
  slot: number;
  epoch: number;
}

/** The database format of a row: its value, and its expiry in milliseconds since the epoch. */
interface Envelope<Value> {
  value?: Value;
  expires?: number | undefined;
}

const isEnvelope = (row: unknown): row is { value: unknown; expires?: number } => {
  if (typeof row !== 'object' || row === null || !('value' in row)) return false;
  return !('expires' in row) || typeof row.expires === 'number';
};

/** The first key after all that start with a prefix, which is empty or ends with a colon. */
export const endOf = (prefix: string): string => (prefix === '' ? '\u{10ffff}' : `${prefix.slice(0, -1)};`);

/** A row's expiry in milliseconds since the epoch; undefined when it doesn't expire. */
export const expiryOf = (text: string): number | undefined => {
  const [, expires] = /^\{"expires":(\d{1,16})[,.}]/.exec(text) ?? [];
  return expires === undefined ? undefined : Number(expires);
};

/** Stands where a value should be when the row could not be read, so that it can't be taken for "not there". */
export class UnreadableRow {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/**
 * The text of a row. `expires` comes first, so that SQL finds it without parsing the JSON.
 *
 * Keyv's own format is not used: it rewrites strings that start with a colon and turns some into buffers.
 */
export const encodeRow = (row: Envelope<unknown>): string =>
  JSON.stringify(
    row.expires === undefined ? { value: row.value } : { expires: row.expires, value: row.value },
  );

/** Whether a row holds a value at a moment, even an unreadable one. */
export const holdsValue = (text: string, now: number): boolean => (expiryOf(text) ?? Infinity) >= now;

/** The row of a value that is written at a moment, in milliseconds since the epoch. */
const rowWrite = ({ key, value, lifetimeMs }: KeyedValue, now: number): RowWrite => {
  if (value === undefined) return { key };
  const expires = lifetimeMs === undefined ? undefined : now + lifetimeMs;
  return { key, text: encodeRow({ value, expires }), lifetimeMs };
};

/** The rows of values that are written now. */
export const rowWrites = (values: readonly KeyedValue[]): RowWrite[] => {
  const now = Date.now();
  return values.map((value) => rowWrite(value, now));
};

/** Whether a value comes out of JSON exactly as it went in, so that nobody has to try. */
export const survivesJson = (value: unknown): boolean => {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) {
    // Also what is missing in between, which is undefined here.
    for (const item of value) if (!survivesJson(item)) return false;
    return value.length === Object.keys(value).length;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return false;
  for (const own of Object.values(value)) if (!survivesJson(own)) return false;
  return true;
};

/** The error of `JSON.parse` quotes the text, which may be a prompt. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('The row is not JSON');
  }
};

/** Parses a row's text. Never throws, since Keyv's error wouldn't name the key. */
export function decodeRow<Value>(text: string): Envelope<Value>;
// eslint-disable-next-line no-restricted-syntax -- an arrow function has no overloads
export function decodeRow(text: string): Envelope<unknown> {
  try {
    const row = parseJson(text);
    if (!isEnvelope(row)) throw new Error('The row has no value');
    return row;
  } catch (error) {
    // A parser's error quotes the row, and whatever a person wrote into it.
    const cause = error instanceof SyntaxError ? new Error('The row is no JSON') : error;
    return { value: new UnreadableRow(cause) };
  }
}
