/** A row as it is stored. */
export type Row = readonly [key: string, text: string];

/** A row to store, or to remove where there is no text. */
export interface Change {
  /** The full key: `jobs:01M7…`. */
  key: string;
  text?: string;
}

/** What a row has to hold, to the letter, for a commit to be made. */
export interface Condition {
  key: string;
  text: string;
}

/** The text of a row. `expires` comes first, so that SQL finds it. */
export const encode = (value: unknown, expires?: number): string =>
  JSON.stringify(expires === undefined ? { value } : { expires, value });

/**
 * What a row holds: nothing when it has expired at that time, so that Keyv doesn't delete what another has just written, and null
 * when it isn't JSON, which is valid in no namespace.
 */
export const decode = <Value>(
  text: string,
  now: number,
): { value: Value } | { value?: Value } | undefined => {
  try {
    const { value, expires = Infinity } = JSON.parse(text) as { value: Value; expires?: number };
    return expires >= now ? { value } : undefined;
  } catch {
    return { value: null as Value };
  }
};
