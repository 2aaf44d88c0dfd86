/** A shorter key would be found in ordinary words, in task ids and in addresses, which have to stay whole. */
const MIN_MASKED_LENGTH = 8;

/** The text with the API key masked: a service may repeat it in its answers, and some of its words reach people and stores. */
export const hideKey = (text: string | undefined, apiKey: string): string | undefined =>
  apiKey.length < MIN_MASKED_LENGTH ? text : text?.replaceAll(apiKey, '***');
