import { inspect } from 'node:util';

const DEEPEST_CAUSE = 8;
/** A shorter key would be found in ordinary words, in task ids and in addresses, which have to stay whole. */
const SHORTEST_MASKED = 8;

/** The text with every occurrence of the API key blotted out: a service may repeat it in what it says. */
export function hideKey(text: string | undefined, apiKey: string): string | undefined {
  return apiKey.length < SHORTEST_MASKED ? text : text?.replaceAll(apiKey, '***');
}

/** The cause as it is, or a bare stand-in when anything in it, like a piece of an answer, repeats the API key. */
export function hideKeyInCause(cause: unknown, apiKey: string): unknown {
  if (cause === undefined) return undefined;
  const shown = inspect(cause, { depth: DEEPEST_CAUSE, maxStringLength: null, maxArrayLength: null });
  return shown.includes(apiKey) ? new Error('Left out, since it repeats the API key') : cause;
}
