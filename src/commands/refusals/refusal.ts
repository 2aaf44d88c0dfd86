import type { Words } from '../../messages/words/words.ts';

/** What a person reads about an error of one area; undefined for what is not its own. */
export type Refusal = (error: unknown, words: Words['refusals']) => string | undefined;
