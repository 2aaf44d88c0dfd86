const MAX_CAUSE_DEPTH = 8;
/** A shorter key would be found in ordinary words, in task ids and in addresses, which have to stay whole. */
const MIN_MASKED_LENGTH = 8;

/** The text with the API key masked: a service may repeat it in its answers. */
export const hideKey = (text: string | undefined, apiKey: string): string | undefined =>
  apiKey.length < MIN_MASKED_LENGTH ? text : text?.replaceAll(apiKey, '***');

/** Of anything longer nobody knows whether it repeats the key. */
const MAX_SEARCHED_LENGTH = 64 * 1_024;
/** More strings than any error of a connection carries. */
const MAX_STRINGS = 1_000;

/** All strings in a value, including names of fields and non-enumerable fields of errors. */
function* stringsIn(value: unknown, seen: Set<unknown>, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  if (value instanceof Uint8Array)
    yield Buffer.from(value.subarray(0, MAX_SEARCHED_LENGTH + 1)).toString('latin1');
  else if (typeof value === 'object' && value !== null && depth <= MAX_CAUSE_DEPTH && !seen.has(value)) {
    seen.add(value);
    for (const [name, { value: held }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      yield name;
      yield* stringsIn(held, seen, depth + 1);
    }
  }
}

const mayHold = (value: unknown, apiKey: string): boolean => {
  let count = 0;
  for (const text of stringsIn(value, new Set())) {
    count += 1;
    if (count > MAX_STRINGS || text.length > MAX_SEARCHED_LENGTH || text.includes(apiKey)) return true;
  }
  return false;
};

/** The cause, or a bare substitute when any part of it may repeat the API key. */
export const hideKeyInCause = (cause: unknown, apiKey: string): unknown => {
  if (cause === undefined) return undefined;
  return mayHold(cause, apiKey) ? new Error('Left out, since it may repeat the API key') : cause;
};
